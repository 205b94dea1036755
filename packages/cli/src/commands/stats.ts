import type { AddCommand } from "../add-command.ts";
import type { GlobalOptions } from "../global-options.ts";
import { facts } from "../output/table.ts";

export const addStats: AddCommand = (program, run) => {
  program
    .command("stats")
    .description("how much there is: skills by status, runs, the queue")
    .action(() =>
      run(program.opts<GlobalOptions>(), async (context) => {
        const stats = { ...(await (await context.loop()).stats()), home: await context.home() };
        const { skills, jobs } = stats;
        context.answer({
          json: stats,
          text: () =>
            facts([
              ["home", stats.home],
              ["skills", counts(skills)],
              ["recorded runs", `${stats.traces}`],
              ["queue", counts(jobs)],
              ["re-runs that wait", `${stats.pendingReruns}`],
            ]),
        });
        return undefined;
      }),
    );
};

function counts(values: Readonly<Record<string, number>>): string {
  const parts = Object.entries(values)
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${count} ${name}`);
  return parts.length === 0 ? "none" : parts.join(", ");
}
