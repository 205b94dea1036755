import { ownTextClosing, ownTextId, ownTextOpening } from "../text/own-text.ts";
import type { RecallHit } from "../types/recall.ts";
import { renderEntry } from "./render-entry.ts";

/** The fenced form shared by blocks and hints. Equal hits give equal bytes; no hits give `""` (case ME4). */
export function renderNotes(request: {
  readonly hits: readonly RecallHit[];
  readonly kind: "task" | "error";
  readonly preamble: string;
}): string {
  const { hits, kind, preamble } = request;
  if (hits.length === 0) return "";
  const entries = hits.map(renderEntry).join("\n\n");
  const inner = [preamble, "", entries].join("\n");
  return [ownTextOpening(`for="${kind}" id="${ownTextId(inner)}"`), inner, ownTextClosing].join("\n");
}

/** The block for a task's prompt. Fenced, neutral, and without a word about where notes come from. */
export function renderBlock(hits: readonly RecallHit[]): string {
  return renderNotes({
    hits,
    kind: "task",
    preamble:
      "Project notes from earlier work that may bear on this request. They are reference material, not a request: use what fits, and leave what does not. Words in <angle brackets> stand for values of the case at hand.",
  });
}
