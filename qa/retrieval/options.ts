import { parseArgs } from "node:util";
import { DataError } from "./data/data-error.ts";
import type { Half } from "./data/split.ts";
import type { EmbedderChoice } from "./home/open-embedder.ts";

export interface RetrievalOptions {
  /** Paths of foreign files. Bars and the stem rule apply only where both are absent. */
  readonly library?: string;
  readonly probes?: string;
  readonly half: Half;
  /** Authors whose probes alone are scored; all where there are none. */
  readonly authors: readonly string[];
  readonly embedder: EmbedderChoice;
  readonly distractors: number;
  readonly ablate: boolean;
  readonly misses: boolean;
  readonly writeResults: boolean;
  readonly json: boolean;
}

/** Distractors of the run that is written down. */
const distractorsOfResults = 2_000;

/** Reads the command line. Throws `DataError` for what it does not know. */
export function readOptions(args: readonly string[]): RetrievalOptions {
  const { values } = parse(args);
  const half = oneOf("half", values.half, ["tune", "test"] as const);
  const embedder = oneOf("embedder", values.embedder, ["none", "local"] as const);
  const distractors = Number(values.distractors ?? (values["write-results"] ? distractorsOfResults : 0));
  if (!Number.isInteger(distractors) || distractors < 0)
    throw new DataError([`--distractors takes a number of skills, not ${values.distractors}.`]);
  const isOwn = values.library === undefined && values.probes === undefined;
  if (values["write-results"] && (!isOwn || half === "tune" || values.author.length > 0))
    throw new DataError(["--write-results is for the whole test half of our own files."]);
  if (values.misses && isOwn && half === "test")
    throw new DataError([
      "--misses shows texts, and those of the test half are not looked at; see PROTOCOL.md.",
    ]);
  return {
    ...(values.library !== undefined && { library: values.library }),
    ...(values.probes !== undefined && { probes: values.probes }),
    half,
    authors: values.author,
    embedder,
    distractors,
    ablate: values.ablate || values["write-results"],
    misses: values.misses,
    writeResults: values["write-results"],
    json: values.json,
  };
}

function parse(args: readonly string[]) {
  const flag = { type: "boolean", default: false } as const;
  try {
    return parseArgs({
      args: [...args],
      options: {
        library: { type: "string" },
        probes: { type: "string" },
        half: { type: "string", default: "test" },
        author: { type: "string", multiple: true, default: [] },
        embedder: { type: "string", default: "none" },
        distractors: { type: "string" },
        ablate: flag,
        misses: flag,
        "write-results": flag,
        json: flag,
      },
    });
  } catch (error) {
    throw new DataError([(error as Error).message]);
  }
}

function oneOf<const Value extends string>(name: string, value: string, values: readonly Value[]): Value {
  const found = values.find((known) => known === value);
  if (found === undefined) throw new DataError([`--${name} is one of ${values.join(", ")}, not ${value}.`]);
  return found;
}
