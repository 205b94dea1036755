import { unitVector } from "./unit-vector.ts";

export type ReadEmbeddings =
  | { readonly vectors: readonly Float32Array[] }
  /** What is wrong with the answer, without anything that it holds. */
  | { readonly fault: string };

/**
 * Reads the answer of an embeddings service: `{ data: [{ index, embedding }] }`, where an embedding is a list of
 * numbers or little-endian float32 in base64. The vectors come in the order of `index`, at length 1.
 */
export function readEmbeddings(answer: unknown, count: number): ReadEmbeddings {
  const data = field(answer, "data");
  if (!Array.isArray(data)) return { fault: "it has no list of data" };
  if (data.length !== count) return { fault: `it has ${data.length} vectors for ${count} texts` };
  const vectors: Float32Array[] = new Array(count);
  const unnumbered = data.every((entry) => field(entry, "index") === undefined);
  for (const [place, entry] of data.entries()) {
    const index = unnumbered ? place : field(entry, "index");
    if (typeof index !== "number" || !Number.isInteger(index) || index < 0 || index >= count) {
      return { fault: "an index is out of range" };
    }
    if (vectors[index] !== undefined) return { fault: "an index comes twice" };
    const read = readVector(field(entry, "embedding"));
    if (typeof read === "string") return { fault: read };
    vectors[index] = read;
  }
  const [first] = vectors;
  if (vectors.some(({ length }) => length !== first?.length))
    return { fault: "its vectors differ in length" };
  return { vectors };
}

function readVector(embedding: unknown): Float32Array | string {
  const values = typeof embedding === "string" ? readBase64(embedding) : readNumbers(embedding);
  if (values === undefined) return "an embedding is neither a list of numbers nor float32 in base64";
  return unitVector(values) ?? "a vector is empty, zero or not finite";
}

function readNumbers(embedding: unknown): Float32Array | undefined {
  if (!Array.isArray(embedding) || embedding.some((value) => typeof value !== "number")) return undefined;
  return Float32Array.from(embedding as number[]);
}

function readBase64(text: string): Float32Array | undefined {
  // Node's decoder passes over whatever is no base64.
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text)) return undefined;
  const bytes = Buffer.from(text, "base64");
  if (bytes.length % 4 !== 0) return undefined;
  return Float32Array.from({ length: bytes.length / 4 }, (_, place) => bytes.readFloatLE(place * 4));
}

function field(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}
