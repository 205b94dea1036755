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
 * What goes wrong with the first answer to a text. It depends on seed, role and text alone, without the ids in it, so that it
 * is the same in whatever order requests come: 6 of 30 texts have a fault.
 */
export function faultFor(seed: number, role: string, text: string): Fault | undefined {
  const words = text.replace(/[\da-f]{6,}(?:-[\da-f]{3,})*|\d+/g, "#");
  const digest = createHash("sha256").update(`${seed}\n${role}\n${words}`).digest();
  return faults[digest.readUInt32BE(0) % places];
}
