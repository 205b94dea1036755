import { anyValue, isPlaceholder, joinWords } from "./merge-example.ts";

const parts = /^([^\p{L}\p{N}<_-]*)(.*?)([^\p{L}\p{N}>_]*)$/u;

function joinWord(a: string, b: string): string {
  if (a === b) return a;
  const [, openA = "", bodyA = "", closeA = ""] = parts.exec(a) ?? [];
  const [, openB = "", bodyB = "", closeB = ""] = parts.exec(b) ?? [];
  const named = bodyA === bodyB || isPlaceholder(bodyA) || isPlaceholder(bodyB);
  const body = named ? joinWords(bodyA, bodyB) : anyValue;
  return `${openA === openB ? openA : ""}${body}${closeA === closeB ? closeA : ""}`;
}

/**
 * One line of two occurrences of a lesson: a word that differs is a value, and the line with fewer words wins
 * over a longer one. So a line settles after the first occurrences that differ, whichever came first, and
 * further ones change nothing.
 */
export function joinTexts(a: string, b: string): string {
  if (a === b) return a;
  const [left, right] = [a.split(" "), b.split(" ")];
  if (left.length !== right.length) return left.length < right.length ? a : b;
  return left.map((word, at) => joinWord(word, right[at] ?? "")).join(" ");
}
