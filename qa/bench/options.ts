import { parseArgs } from "node:util";

export interface BenchOptions {
  /** `loop`: recall, writes and memory of a loop. `scale`: recall with and without the embedder, by size. */
  readonly parts: ReadonlySet<"loop" | "scale">;
  /** Library sizes of `scale`, smallest first. */
  readonly sizes: readonly number[];
  readonly json: boolean;
}

/** A hundred thousand takes several minutes to fill, so it is asked for: `--sizes 1000,10000,100000`. */
const defaultSizes = [1_000, 10_000];

/** Reads the command line. Throws for what it does not know. */
export function readBenchOptions(args: readonly string[]): BenchOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      json: { type: "boolean", default: false },
      sizes: { type: "string" },
      only: { type: "string" },
    },
  });
  if (values.only !== undefined && values.only !== "loop" && values.only !== "scale")
    throw new Error(`--only takes loop or scale, not ${values.only}.`);
  const sizes = values.sizes?.split(",").map(Number) ?? defaultSizes;
  if (!sizes.every((size) => Number.isInteger(size) && size >= 100 && size <= 250_000))
    throw new Error(`--sizes takes numbers of skills from 100 to 250000 with commas, not ${values.sizes}.`);
  return {
    parts: new Set(values.only === undefined ? ["loop", "scale"] : [values.only]),
    sizes: [...sizes].sort((a, b) => a - b),
    json: values.json,
  };
}
