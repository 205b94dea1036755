import { readJson } from "../text/read-json.ts";

export interface CallArguments {
  readonly input: unknown;
  readonly invalidInput?: boolean;
}

/**
 * Arguments as models write them: an object, or JSON in a string. A string that is no JSON is kept as it
 * is (AI8): the raw text is the only trace of what went wrong.
 */
export function callArguments(value: unknown): CallArguments {
  if (typeof value !== "string") return { input: value ?? {} };
  if (value.trim() === "") return { input: {} };
  const read = readJson(value);
  return read.ok ? { input: read.value } : { input: value, invalidInput: true };
}
