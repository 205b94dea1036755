import { createHash } from "node:crypto";

export const faults = [
  "429 in seconds",
  "429 with a date",
  "cut off",
  "think block",
  "broken JSON",
  "lie",
] as const;
export type Fault = (typeof faults)[number];

const places = 30;

/**
 * What goes wrong with the first answer to a text. It depends on seed, role and the text's words alone, so that it is the
 * same in every run, in whatever order requests come: 6 of 30 texts have a fault.
 */
export function faultFor(seed: number, role: string, text: string): Fault | undefined {
  const words = lastingWords(text).join("\n");
  const digest = createHash("sha256").update(`${seed}\n${role}\n${words}`).digest();
  return faults[digest.readUInt32BE(0) % places];
}

/** Without ids, numbers and temporary folders; sorted, since a list of queries has an order of its own in every run. */
function lastingWords(text: string): readonly string[] {
  return text
    .replace(/skillloop-qa-loop-\w+/g, "")
    .replace(/[\da-f]{6,}(?:-[\da-f]{3,})*|\d+/g, "")
    .split(/[^A-Za-z]+/)
    .sort();
}
