import type { LearnInput } from "@skillloop/core";
import { readTraceFile } from "../../packages/core/src/trace/trace-file.ts";

export interface Run {
  readonly id: string;
  readonly task: string;
  readonly input: LearnInput;
}

/** The runs of a file: the first run of each task text, and all later runs of the same texts. */
export function readRuns(
  text: string,
  name: string,
): { readonly first: readonly Run[]; readonly second: readonly Run[] } {
  const first = new Map<string, Run>();
  const second: Run[] = [];
  for (const entry of readTraceFile(text, name)) {
    if (!("input" in entry)) throw entry.error;
    const record = entry.input as Record<string, unknown>;
    const task = String(record["task"] ?? "");
    const run: Run = { id: String(record["id"] ?? entry.line), task, input: record as LearnInput };
    if (first.has(task)) second.push(run);
    else first.set(task, run);
  }
  return { first: [...first.values()], second };
}
