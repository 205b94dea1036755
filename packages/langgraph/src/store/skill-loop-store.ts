import { BaseStore, type Operation, type OperationResults } from "@langchain/langgraph";
import type { Loop, SkillStatus } from "@skillloop/core";
import { assertLoop, SkillLoopError } from "@skillloop/core/adapter/langchain";
import type { LibraryReader } from "./library-reader.ts";
import type { SkillIndex } from "./skill-vectors.ts";

type ShownStatus = Extract<SkillStatus, "candidate" | "active" | "trusted">;

export interface SkillLoopStoreOptions {
  /** What the store shows is what this loop's scope sees: its own skills and those of wider scopes. */
  readonly loop: Loop;
  /** Default `active` and `trusted`: what has passed a test. What is held is never shown. */
  readonly statuses?: readonly ShownStatus[];
  /** Searches by meaning. Without it a query goes through `loop.recall`, which may well find nothing. */
  readonly index?: SkillIndex;
}

/**
 * The library as a LangGraph store, for agents to read: the items of a namespace are the skills of a scope
 * and status, by name. An agent cannot write or approve skills, so `put` and `delete` reject with
 * `NOT_ALLOWED`.
 *
 * @example
 * graph.compile({ store: new SkillLoopStore({ loop }) });
 */
export class SkillLoopStore extends BaseStore {
  readonly #loop: Loop;
  readonly #statuses: ReadonlySet<SkillStatus>;
  readonly #index: SkillIndex | undefined;
  #reader: Promise<LibraryReader> | undefined;

  /** @throws {SkillLoopError} `INVALID_OPTIONS` without an open loop */
  constructor(options: SkillLoopStoreOptions) {
    super();
    assertLoop(options);
    const { loop, statuses = ["active", "trusted"], index } = options;
    this.#loop = loop;
    const shown: readonly SkillStatus[] = statuses;
    this.#statuses = new Set(shown.filter((status) => status !== "quarantined" && status !== "retired"));
    this.#index = index;
  }

  override async batch<Operations extends Operation[]>(
    operations: Operations,
  ): Promise<OperationResults<Operations>> {
    if (operations.length > 0 && operations.every(isWrite)) throw readOnly();
    const reads = operations.filter((operation) => !isWrite(operation));
    const answers = [...(await (await this.#read()).answers(reads))];
    // LangGraph puts the operations of nodes that run at once into one batch: a write of one fails alone.
    return operations.map((operation) =>
      isWrite(operation) ? refused() : answers.shift(),
    ) as OperationResults<Operations>;
  }

  #read(): Promise<LibraryReader> {
    this.#reader ??= import("./library-reader.ts").then(
      ({ LibraryReader }) => new LibraryReader(this.#loop, this.#statuses, this.#index),
    );
    return this.#reader;
  }
}

const isWrite = (operation: Operation): boolean => "value" in operation;

/** A rejection for whoever waits for it, and for nobody else. */
function refused(): Promise<never> {
  const rejection = Promise.reject(readOnly());
  rejection.catch(() => {});
  return rejection;
}

function readOnly(): SkillLoopError {
  return new SkillLoopError({
    code: "NOT_ALLOWED",
    message:
      "The store shows the library and takes no writes, since an agent cannot write or approve skills.",
    remedy: "Record runs and let the loop learn; a person uses loop.skills or the command line.",
  });
}
