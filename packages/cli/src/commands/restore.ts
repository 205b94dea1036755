import type { AddCommand } from "../add-command.ts";
import type { GlobalOptions } from "../global-options.ts";
import { resolvedHome } from "../resolved-home.ts";
import { tablesText } from "./backup.ts";

export const addRestore: AddCommand = (program, run) => {
  program
    .command("restore")
    .description("put a backup in the place of the home")
    .argument("<directory>", "what backup wrote")
    .option("--replace", "although a home is there; it is moved aside and not deleted")
    .action((directory: string, options: { readonly replace?: boolean }) =>
      run(program.opts<GlobalOptions>(), async (context) => {
        const summary = await context.io.restoreHome({
          from: context.path(directory),
          home: await resolvedHome(context),
          replace: options.replace === true,
        });
        context.answer({
          json: summary,
          text: () => `${tablesText(summary.tables)}\nRestored to ${summary.directory}.`,
        });
        return undefined;
      }),
    );
};
