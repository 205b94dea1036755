import type { GlobalOptions } from "../global-options.ts";
import { counted } from "../output/counted.ts";
import type { AddCommand } from "../program.ts";

export const addExport: AddCommand = (program, run) => {
  program
    .command("export")
    .description("write skills as agentskills.io folders")
    .argument("<directory>", "where to; made when it is not there")
    .option("--name <names...>", "only these skills")
    .action((directory: string, options: { readonly name?: readonly string[] }) =>
      run(program.opts<GlobalOptions>(), async (context) => {
        const { name: names } = options;
        const loop = await context.loop();
        const report = await loop.skills.exportDirectory(
          context.path(directory),
          names === undefined ? {} : { names },
        );
        context.answer({
          json: report,
          text: () =>
            report.exported.length === 0
              ? `No skills to export. "skillloop list" shows what the library of ${loop.home} holds.`
              : [
                  `${counted(report.exported.length, "skill")} written to ${report.directory}`,
                  ...report.exported.map((name) => `  ${name}/SKILL.md`),
                ].join("\n"),
        });
        return undefined;
      }),
    );
};
