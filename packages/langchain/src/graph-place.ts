import { AsyncLocalStorageProviderSingleton } from "@langchain/core/singletons";

/** The config of the runnable that the calling code is part of, as LangChain keeps it. */
export function surroundingConfig(): Readonly<Record<string, unknown>> | undefined {
  const config: unknown = AsyncLocalStorageProviderSingleton.getRunnableConfig();
  return typeof config === "object" && config !== null
    ? (config as Readonly<Record<string, unknown>>)
    : undefined;
}

/** The metadata and tags of a node; where no context is kept, what its `configurable` says. */
export function graphMetadata(
  config: Readonly<Record<string, unknown>> | undefined,
  configurable: unknown,
): { readonly metadata: Readonly<Record<string, unknown>>; readonly tags: readonly string[] } {
  const told: unknown = config?.["metadata"];
  const tags: unknown = config?.["tags"];
  const thread: unknown =
    typeof configurable === "object" && configurable !== null && "thread_id" in configurable
      ? configurable.thread_id
      : undefined;
  return {
    metadata: {
      ...(thread === undefined ? {} : { thread_id: thread }),
      ...(typeof told === "object" && told !== null ? told : {}),
    },
    tags: Array.isArray(tags) ? tags.filter((tag): tag is string => typeof tag === "string") : [],
  };
}

/** The graph node that the calling code is part of: one task of one step. `undefined` outside graphs. */
export function currentPlace(): string | undefined {
  const metadata = AsyncLocalStorageProviderSingleton.getRunnableConfig()?.metadata;
  const place: unknown = metadata?.["langgraph_checkpoint_ns"];
  return typeof place === "string" && place !== "" ? place : undefined;
}
