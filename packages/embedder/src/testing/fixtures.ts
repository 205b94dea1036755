import { readFileSync } from "node:fs";

const folder = new URL("../../fixtures/", import.meta.url);
const read = (name: string): string => readFileSync(new URL(name, folder), "utf8");

/** Texts such as agents' users and their tools write. */
export function sentences(): readonly string[] {
  return JSON.parse(read("sentences.json"));
}

/** Their tokens as the model's own tokenizer made them, cut at 256. */
export function tokenIds(): readonly (readonly number[])[] {
  return JSON.parse(read("token-ids.json"));
}

/** Their vectors as the original weights make them, in floats. */
export function referenceVectors(): readonly Float32Array[] {
  const bytes = readFileSync(new URL("reference.f32", folder));
  const numbers = Float32Array.from({ length: bytes.length / 4 }, (_, place) => bytes.readFloatLE(place * 4));
  return Array.from({ length: numbers.length / 384 }, (_, row) =>
    numbers.subarray(row * 384, (row + 1) * 384),
  );
}

export function cosine(a: Float32Array | undefined, b: Float32Array | undefined): number {
  if (a === undefined || b === undefined) throw new Error("There is no vector to compare.");
  return a.reduce((sum, value, place) => sum + value * (b[place] ?? Number.NaN), 0);
}
