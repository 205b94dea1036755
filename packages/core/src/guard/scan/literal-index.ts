import type { LiteralTree } from "./literals.ts";

const slots = 8192;
const stamps = new Uint32Array(slots);
let pass = 0;
let indexed = "";

// Three letters make a slot. That two threes share one costs a needless search, never a missed literal.
function slotOf(text: string, at: number): number {
  return (text.charCodeAt(at) * 961 + text.charCodeAt(at + 1) * 31 + text.charCodeAt(at + 2)) & (slots - 1);
}

/** Makes a folded text the one that `meets` asks about. */
export function indexText(folded: string): void {
  if (folded === indexed) return;
  pass += 1;
  indexed = folded;
  for (let at = 0; at + 2 < folded.length; at += 1) stamps[slotOf(folded, at)] = pass;
}

/** Whether the text indexed last holds what a tree asks for. */
export function meets(tree: LiteralTree): boolean {
  if (tree === true) return true;
  if (typeof tree === "string") return holds(tree);
  for (const inner of tree.of) if (meets(inner) !== tree.all) return !tree.all;
  return tree.all;
}

function holds(literal: string): boolean {
  const { length } = literal;
  if (length > 2 && stamps[slotOf(literal, 0)] !== pass) return false;
  if (length > 3 && stamps[slotOf(literal, length - 3)] !== pass) return false;
  return indexed.includes(literal);
}
