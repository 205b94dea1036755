import type { AddCommand } from "../add-command.ts";
import type { GlobalOptions } from "../global-options.ts";
import { table } from "../output/table.ts";
import { UsageError } from "../usage-error.ts";

export const addBackup: AddCommand = (program, run) => {
  program
    .command("backup")
    .description("a checked copy of the home, while others go on writing")
    .argument("<directory>", "where to; must not hold anything yet")
    .action((directory: string) =>
      run(program.opts<GlobalOptions>(), async (context) => {
        const home = await context.home();
        if (!context.io.homeIsThere(home))
          throw new UsageError(`There is no library in ${home} to copy. Give its --home.`, "HOME_MISSING");
        const summary = await (await context.loop()).backup(context.path(directory));
        context.answer({
          json: summary,
          text: () =>
            `${tablesText(summary.tables)}\nBacked up to ${summary.directory}. "skillloop restore" puts it back.`,
        });
        return undefined;
      }),
    );
};

/** Rows by table, for backup and restore. */
export function tablesText(tables: Readonly<Record<string, number>>): string {
  return table(
    ["table", "rows"],
    Object.entries(tables).map(([name, rows]) => [name, `${rows}`]),
  );
}
