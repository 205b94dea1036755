import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import type { FileRun } from "../cli-io.ts";
import type { CommandContext } from "../command-context.ts";
import type { Loop } from "../core-types.ts";
import { exitCodes } from "../exit-codes.ts";
import type { GlobalOptions } from "../global-options.ts";
import { counted } from "../output/counted.ts";
import { printable } from "../output/printable.ts";
import type { AddCommand } from "../program.ts";
import { UsageError } from "../usage-error.ts";

/** Stored in one commit each: large enough to be quick, small enough for the bar to move. */
const batchSize = 25;

interface Rejection {
  readonly line: number;
  readonly code: string;
  readonly message: string;
  /** Only when several files were given, since a line alone then says nothing. */
  readonly file?: string;
}

interface Learned {
  readonly accepted: number;
  readonly known: number;
  readonly redactions: number;
  readonly rejected: readonly Rejection[];
}

type FileRunOf = FileRun & { readonly file?: string };

export const addLearn: AddCommand = (program, run) => {
  program
    .command("learn")
    .description("record runs from JSON or JSONL files; a bad line does not stop the others")
    .argument("<file...>", "files, or - for standard input")
    .addHelpText("after", "\nExit code 2 when runs were rejected and none was accepted.")
    .action((files: readonly string[]) =>
      run(program.opts<GlobalOptions>(), async (context) => {
        const runs = await readAll(files, context);
        const { accepted, known, redactions, rejected } = await learnAll(runs, context);
        context.answer({
          json: { accepted, rejected },
          text: () => {
            const notes = [
              known > 0 ? `${known} known before` : "",
              redactions > 0 ? `${counted(redactions, "secret")} masked` : "",
            ].filter((note) => note !== "");
            const summary = `${counted(accepted, "run")} accepted${notes.length > 0 ? ` (${notes.join(", ")})` : ""}, ${rejected.length} rejected.`;
            const lines = rejected.map(({ file, line, code, message }) =>
              printable(`  ${file === undefined ? "" : `${file} `}line ${line}: ${code}: ${message}`),
            );
            const after = accepted > 0 ? ['Next: "skillloop process".'] : [];
            return [summary, ...lines, ...after].join("\n");
          },
        });
        return accepted === 0 && rejected.length > 0 ? exitCodes.usage : undefined;
      }),
    );
};

/** Every file is read before the first run is stored: a mistyped name must not leave half of it done. */
async function readAll(files: readonly string[], context: CommandContext): Promise<readonly FileRunOf[]> {
  const texts: { readonly name: string; readonly text: string }[] = [];
  for (const file of files) texts.push({ name: file, text: await readOne(file, context) });
  const runs: FileRunOf[] = [];
  for (const { name, text } of texts) {
    const read = await context.io.readRuns(text, name === "-" ? "standard input" : basename(name));
    runs.push(...(files.length > 1 ? read.map((one) => ({ ...one, file: name })) : read));
  }
  return runs;
}

async function readOne(file: string, { io, path }: CommandContext): Promise<string> {
  if (file === "-") return io.readInput();
  try {
    return await readFile(path(file), "utf8");
  } catch (error) {
    const why = error instanceof Error && "code" in error ? String(error.code) : "unknown";
    const said =
      why === "ENOENT" ? "is not there" : why === "EISDIR" ? "is a folder" : `cannot be read (${why})`;
    throw new UsageError(
      `${path(file)} ${said}. Give a JSON or JSONL file of runs, or - for standard input.`,
      "UNREADABLE_FILE",
    );
  }
}

async function learnAll(runs: readonly FileRunOf[], context: CommandContext): Promise<Learned> {
  const rejected: Rejection[] = runs.flatMap((run) => ("input" in run ? [] : [run]));
  const good = runs.flatMap((run) => ("input" in run ? [run] : []));
  let [accepted, known, redactions] = [0, 0, 0];
  const progress = await context.progress("recording");
  try {
    // Nothing to store needs no home either: a file of nothing but bad lines makes none.
    const loop: Loop | undefined = good.length === 0 ? undefined : await context.loop();
    for (let start = 0; loop !== undefined && start < good.length; start += batchSize) {
      const batch = good.slice(start, start + batchSize);
      const receipts = await loop.learnMany(batch.map(({ input }) => input));
      for (const [index, receipt] of receipts.entries()) {
        const source = batch[index];
        if (source === undefined) continue;
        if ("traceId" in receipt) {
          accepted += 1;
          known += receipt.added ? 0 : 1;
          redactions += receipt.redactions;
        } else {
          const { line, file } = source;
          const { code, message } = receipt;
          rejected.push({ ...(file === undefined ? {} : { file }), line, code, message });
        }
      }
      progress.update(Math.min(start + batchSize, good.length), good.length);
    }
  } finally {
    progress.stop();
  }
  return { accepted, known, redactions, rejected: inOrder(rejected, runs) };
}

function inOrder(rejected: readonly Rejection[], runs: readonly FileRunOf[]): readonly Rejection[] {
  const place = new Map(runs.map(({ file, line }, index) => [`${file ?? ""}:${line}`, index]));
  const placeOf = ({ file, line }: Rejection): number => place.get(`${file ?? ""}:${line}`) ?? 0;
  return [...rejected].sort((one, other) => placeOf(one) - placeOf(other));
}
