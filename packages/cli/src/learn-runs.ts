import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import type { FileRun } from "./cli-io.ts";
import type { CommandContext } from "./command-context.ts";
import type { LearnInput } from "./core-types.ts";
import { UsageError } from "./usage-error.ts";

/** Stored in one commit each: large enough to be quick, small enough for the bar to move. */
const batchSize = 25;

export interface Rejection {
  readonly line: number;
  readonly code: string;
  readonly message: string;
  /** Only when several files were given, since a line alone then says nothing. */
  readonly file?: string;
}

export interface Learned {
  readonly accepted: number;
  /** Of those accepted, the ones that were stored before. */
  readonly known: number;
  readonly redactions: number;
  /** Of the accepted runs, for `skillloop trace`. */
  readonly traceIds: readonly string[];
  /** In the order of the files and lines. */
  readonly rejected: readonly Rejection[];
}

type NamedRun = FileRun & { readonly file?: string };
type Refusal = Extract<FileRun, { readonly error: unknown }>["error"];

/** Every file is read before the first run is stored: a mistyped name must not leave half of it done. */
export async function readRunFiles(
  files: readonly string[],
  context: CommandContext,
): Promise<readonly NamedRun[]> {
  const texts: { readonly name: string; readonly text: string }[] = [];
  for (const file of files) texts.push({ name: file, text: await readOne(file, context) });
  const runs: NamedRun[] = [];
  for (const { name, text } of texts) {
    const read = await runsIn(text, name, context);
    runs.push(...(files.length > 1 ? read.map((one) => ({ ...one, file: name })) : read));
  }
  return runs;
}

/** A file in which nothing can be read is one bad line; it does not stop the other files. */
async function runsIn(text: string, name: string, { io }: CommandContext): Promise<readonly FileRun[]> {
  try {
    return await io.readRuns(text, name === "-" ? "standard input" : basename(name));
  } catch (error) {
    const { SkillLoopError } = await import("@skillloop/core");
    if (SkillLoopError.isInstance(error) && error.code === "UNPARSABLE_FILE") return [{ line: 1, error }];
    throw error;
  }
}

async function readOne(file: string, { io, path }: CommandContext): Promise<string> {
  if (file === "-") return io.readInput();
  try {
    return await readFile(path(file), "utf8");
  } catch (error) {
    const why = error instanceof Error && "code" in error ? String(error.code) : "unknown";
    const known: Readonly<Record<string, string>> = { ENOENT: "is not there", EISDIR: "is a folder" };
    throw new UsageError(
      `${path(file)} ${known[why] ?? `cannot be read (${why})`}. Give a JSON or JSONL file of runs, or - for standard input.`,
      "UNREADABLE_FILE",
    );
  }
}

/** Stores the runs and keeps what became of each. Opens no home when there is nothing to store. */
export async function learnRuns(runs: readonly NamedRun[], context: CommandContext): Promise<Learned> {
  const good = runs.flatMap((run) => ("input" in run ? [run] : []));
  const refusals = new Map<NamedRun, Refusal>(
    runs.flatMap((run) => ("error" in run ? [[run, run.error] as const] : [])),
  );
  const traceIds: string[] = [];
  let [known, redactions] = [0, 0];
  const progress = await context.progress("recording");
  try {
    for (let start = 0; start < good.length; start += batchSize) {
      const batch = good.slice(start, start + batchSize);
      const loop = await context.loop({ makes: true });
      // Intake checks every shape: what a line holds is unknown until then.
      const receipts = await loop.learnMany(batch.map(({ input }) => input as LearnInput));
      for (const [index, run] of batch.entries()) {
        const receipt = receipts[index];
        if (receipt === undefined) continue;
        if (receipt instanceof Error) refusals.set(run, receipt);
        else {
          traceIds.push(receipt.traceId);
          known += receipt.added ? 0 : 1;
          redactions += receipt.redactions;
        }
      }
      progress.update(Math.min(start + batchSize, good.length), good.length);
    }
  } finally {
    progress.stop();
  }
  const rejected = runs.flatMap((run): Rejection[] => {
    const refusal = refusals.get(run);
    if (refusal === undefined) return [];
    const { line, file } = run;
    const { code, message } = refusal;
    return [{ ...(file === undefined ? {} : { file }), line, code, message }];
  });
  return { accepted: runs.length - rejected.length, known, redactions, traceIds, rejected };
}
