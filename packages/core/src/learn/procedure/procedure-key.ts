import { shortHash } from "../../text/hash.ts";
import { withoutRepeats } from "./without-repeats.ts";

/** A call as a procedure is known by. */
export interface KeyCall {
  readonly skeleton: string;
  /** The model turn that issued it: the order of calls of one turn says nothing. Default: a turn of its own. */
  readonly turn?: number;
}

/** The skeletons that a procedure is made of, in the order of turns, with what was done again and again once. */
export function procedureSkeletons(calls: readonly KeyCall[]): readonly string[] {
  const turns: string[][] = [];
  let turn: number | undefined;
  for (const call of calls) {
    if (call.turn === undefined || call.turn !== turn) turns.push([]);
    turns.at(-1)?.push(call.skeleton);
    turn = call.turn;
  }
  const ordered = turns.flatMap((skeletons) => skeletons.sort());
  return withoutRepeats(ordered, (skeleton) => skeleton).kept;
}

/** Equal for two runs that did the same things in the same order, whatever they did them to and how many there were. */
export function procedureKey(calls: readonly KeyCall[]): string {
  return shortHash(["procedure", ...procedureSkeletons(calls)].join("\n"), 24);
}
