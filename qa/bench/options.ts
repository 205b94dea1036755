import { parseArgs } from "node:util";

export interface BenchOptions {
  /**
   * `loop`: recall, writes and memory of a loop. `scale`: recall with and without the embedder, by size. `vectors`, which
   * is asked for: what of the nearest vectors the index finds, by their number.
   */
  readonly parts: ReadonlySet<Part>;
  /** Library sizes of `scale`, numbers of vectors of `vectors`; smallest first. */
  readonly sizes: readonly number[];
  readonly json: boolean;
}

type Part = (typeof known)[number];
const known = ["loop", "scale", "vectors"] as const;

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
  const only = known.find((part) => part === values.only);
  if (values.only !== undefined && only === undefined)
    throw new Error(`--only takes ${known.join(" or ")}, not ${values.only}.`);
  const sizes = values.sizes?.split(",").map(Number) ?? defaultSizes;
  if (!sizes.every((size) => Number.isInteger(size) && size >= 100 && size <= 250_000))
    throw new Error(`--sizes takes numbers of skills from 100 to 250000 with commas, not ${values.sizes}.`);
  return {
    parts: new Set(only === undefined ? ["loop", "scale"] : [only]),
    sizes: [...sizes].sort((a, b) => a - b),
    json: values.json,
  };
}
