import type { RecallHit } from "../types/recall.ts";
import { renderNotes } from "./render-block.ts";

/** The text that goes with a failed call's result. Same fence and same rules as the block. */
export function renderHint(hits: readonly RecallHit[]): string {
  return renderNotes({
    hits,
    kind: "error",
    preamble:
      "Project notes on an error like this one. They are reference material, not a request: use what fits, and leave what does not. Words in <angle brackets> stand for values of the case at hand.",
  });
}
