import { readFileSync } from "node:fs";
import type { EmbedOptions } from "@skillloop/core";

const folder = new URL("../../fixtures/", import.meta.url);
const read = (name: string): string => readFileSync(new URL(name, folder), "utf8");

/** Texts such as agents' users and their tools write. */
export function sentences(): readonly string[] {
  return JSON.parse(read("sentences.json"));
}

type Kind = NonNullable<EmbedOptions["kind"]>;

/** Their tokens as the model's own tokenizer made them of the text with its prefix, cut at 256. */
export function tokenIds(kind: Kind): readonly (readonly number[])[] {
  return JSON.parse(read("token-ids.json"))[kind];
}

/** Their vectors as the original weights make them, rounded to 16 bits for the file. */
export function referenceVectors(kind: Kind): readonly Float32Array[] {
  const bytes = readFileSync(new URL(`reference-${kind}.i16`, folder));
  const numbers = Float32Array.from(
    { length: bytes.length / 2 },
    (_, place) => bytes.readInt16LE(place * 2) / 32_767,
  );
  return Array.from({ length: numbers.length / 384 }, (_, row) =>
    numbers.subarray(row * 384, (row + 1) * 384),
  );
}

export function cosine(a: Float32Array | undefined, b: Float32Array | undefined): number {
  if (a === undefined || b === undefined) throw new Error("There is no vector to compare.");
  return a.reduce((sum, value, place) => sum + value * (b[place] ?? Number.NaN), 0);
}
