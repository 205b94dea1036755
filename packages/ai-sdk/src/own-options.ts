import { readField } from "@skillloop/core/adapter";
import type { ProviderParams } from "./ai-sdk-call.ts";

const ownKey = "skillloop";

export interface OwnOptions<Params> {
  /** The host's own object when it holds nothing of ours. */
  readonly params: Params;
  readonly options: Readonly<Record<string, unknown>>;
}

/**
 * Takes `providerOptions.skillloop` out of a request. When nothing else stands there, `providerOptions`
 * becomes `undefined`, which is what the SDK sends for a call without any: so the provider sees the request
 * it would see if the host knew nothing of us.
 */
export function takeOwnOptions<Params extends ProviderParams>(params: Params): OwnOptions<Params> {
  const given = readField(params, "providerOptions");
  if (typeof given !== "object" || given === null || !Object.hasOwn(given, ownKey)) {
    return { params, options: {} };
  }
  const { [ownKey]: own, ...others } = given as Readonly<Record<string, unknown>>;
  return {
    params: { ...params, providerOptions: Object.keys(others).length === 0 ? undefined : others },
    options: typeof own === "object" && own !== null ? (own as Readonly<Record<string, unknown>>) : {},
  };
}
