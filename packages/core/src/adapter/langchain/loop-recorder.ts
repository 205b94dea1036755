import type { Loop } from "../../types/loop.ts";
import type { AdapterOptions } from "../adapter-options.ts";
import type { LangchainCall } from "./langchain-call.ts";
import { LangchainRecorder } from "./langchain-recorder.ts";
import type { LangchainSurroundings } from "./langchain-surroundings.ts";

const recordersOfLoop = new WeakMap<Loop, Map<string, LangchainRecorder>>();

/**
 * The recorder that handlers with these options share with the others of their loop: a handler made for each
 * call has to find the run of the call before. One that stores nothing shares with none that does.
 */
export function loopRecorder(
  options: AdapterOptions<LangchainCall>,
  surroundings: LangchainSurroundings,
): LangchainRecorder {
  const { loop, record = true, idleTimeoutMs } = options;
  const recorders = recordersOfLoop.get(loop) ?? new Map<string, LangchainRecorder>();
  recordersOfLoop.set(loop, recorders);
  const key = `${record} ${idleTimeoutMs} ${surroundings.place !== undefined}`;
  const known = recorders.get(key);
  if (known !== undefined) return known;
  const made = new LangchainRecorder(options, surroundings);
  recorders.set(key, made);
  return made;
}
