import type { AddCommand } from "../add-command.ts";
import { exitCodes } from "../exit-codes.ts";
import type { GlobalOptions } from "../global-options.ts";
import { counted } from "../output/counted.ts";
import { printable } from "../output/printable.ts";

export const addImport: AddCommand = (program, run) => {
  program
    .command("import")
    .description("read a folder of agentskills.io skills; all of them land in quarantine")
    .argument("<directory>", "a folder that holds skill folders")
    .option("--by <name>", "who imports them (default: the person of this environment)")
    .action((directory: string, options: { readonly by?: string }) =>
      run(program.opts<GlobalOptions>(), async (context) => {
        const by = context.person(options.by);
        const loop = await context.loop({ makes: true });
        const { imported, rejected } = await loop.skills.importDirectory(context.path(directory), { by });
        context.answer({
          json: { imported, rejected },
          text: () =>
            [
              imported.length + rejected.length === 0
                ? `No SKILL.md below ${context.path(directory)}. Give the folder that holds the skill folders.`
                : `${counted(imported.length, "skill")} imported into quarantine, ${rejected.length} rejected.`,
              ...imported.map((name) => `  ${printable(name)}`),
              ...rejected.map(({ path, code, message }) =>
                printable(`  rejected ${path}: ${code}: ${message}`),
              ),
              ...(imported.length > 0
                ? ['Read each one with "skillloop show", then "skillloop approve" it.']
                : []),
            ].join("\n"),
        });
        return imported.length === 0 && rejected.length > 0 ? exitCodes.usage : undefined;
      }),
    );
};
