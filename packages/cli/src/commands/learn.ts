import type { AddCommand } from "../add-command.ts";
import { exitCodes } from "../exit-codes.ts";
import type { GlobalOptions } from "../global-options.ts";
import { type Learned, learnRuns, type Rejection, readRunFiles } from "../learn-runs.ts";
import { counted } from "../output/counted.ts";
import { printable } from "../output/printable.ts";

export const addLearn: AddCommand = (program, run) => {
  program
    .command("learn")
    .description("record runs from JSON or JSONL files; a bad line does not stop the others")
    .argument("<file...>", "files, or - for standard input")
    .addHelpText("after", "\nExit code 2 when runs were rejected and none was accepted.")
    .action((files: readonly string[]) =>
      run(program.opts<GlobalOptions>(), async (context) => {
        const learned = await learnRuns(await readRunFiles(files, context), context);
        const { accepted, rejected } = learned;
        if (context.options.json !== true) {
          for (const rejection of rejected) context.io.err(`${rejectionText(rejection)}\n`);
        }
        context.answer({ json: { accepted, rejected }, text: () => summary(learned) });
        return accepted === 0 && rejected.length > 0 ? exitCodes.usage : undefined;
      }),
    );
};

/** More of them would push the summary off the screen. */
const idsShown = 10;

function rejectionText({ file, line, code, message }: Rejection): string {
  const place = file === undefined ? `line ${line}` : `${file}, line ${line}`;
  return printable(`error ${code}: ${place}: ${message}`);
}

function summary({ accepted, known, redactions, traceIds, rejected }: Learned): string {
  if (accepted + rejected.length === 0) return "There are no runs in it: nothing is recorded.";
  const notes = [
    ...(known > 0 ? [`${known} known before`] : []),
    ...(redactions > 0 ? [`${counted(redactions, "secret")} masked`] : []),
  ];
  const line = `${counted(accepted, "run")} accepted${notes.length > 0 ? ` (${notes.join(", ")})` : ""}, ${rejected.length} rejected.`;
  if (accepted === 0) return line;
  const ids = accepted <= idsShown ? traceIds.map((id) => `  ${id}`) : [];
  return [line, ...ids, 'Next: "skillloop process".'].join("\n");
}
