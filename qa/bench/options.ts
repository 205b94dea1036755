import { commandLine, refuse } from "../command-line.ts";

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
const defaultSizes = "1000,10000";

/** Reads the command line, and ends the process for what it does not know. */
export function readBenchOptions(): BenchOptions {
  const values = commandLine("qa:bench", {
    json: { type: "boolean", default: false },
    sizes: { type: "string", default: defaultSizes },
    only: { type: "string" },
  });
  const only = known.find((part) => part === values.only);
  if (values.only !== undefined && only === undefined)
    refuse(`--only takes ${known.join(" or ")}, not ${values.only}.`);
  const sizes = values.sizes.split(",").map(Number);
  if (!sizes.every((size) => Number.isInteger(size) && size >= 100 && size <= 250_000))
    refuse(`--sizes takes numbers of skills from 100 to 250000 with commas, not ${values.sizes}.`);
  return {
    parts: new Set(only === undefined ? ["loop", "scale"] : [only]),
    sizes: [...sizes].sort((a, b) => a - b),
    json: values.json,
  };
}
