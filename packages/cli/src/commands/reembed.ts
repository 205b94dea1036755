import type { AddCommand } from "../add-command.ts";
import type { Loop } from "../core-types.ts";
import { exitCodes } from "../exit-codes.ts";
import type { GlobalOptions } from "../global-options.ts";
import { counted } from "../output/counted.ts";

type Report = Awaited<ReturnType<Loop["skills"]["reembed"]>>;

export const addReembed: AddCommand = (program, run) => {
  program
    .command("reembed")
    .description("make the vectors of all skills with the configured embedder, while others go on working")
    .addHelpText(
      "after",
      "\nThe embedder comes from SKILLLOOP_EMBEDDER=local or from embedder in skillloop.config.json or .mjs. When it" +
        "\nis interrupted, run it again: what is done is skipped. Exit code 1 when a skill could not be embedded.",
    )
    .action(() =>
      run(program.opts<GlobalOptions>(), async (context) => {
        const loop = await context.loop();
        const progress = await context.progress("embedding");
        let report: Report;
        try {
          report = await loop.skills.reembed({ onProgress: progress.update });
        } finally {
          progress.stop();
        }
        context.answer({ json: report, text: () => reportText(report) });
        return report.failed > 0 ? exitCodes.failed : undefined;
      }),
    );
};

function reportText({ embedded, skipped, failed }: Report): string {
  const lines = [`${counted(embedded, "skill")} embedded, ${skipped} had their vectors already.`];
  if (failed > 0)
    lines.push(
      `${counted(failed, "skill")} could not be embedded and ${failed === 1 ? "is" : "are"} found by words alone; run it again.`,
    );
  return lines.join("\n");
}
