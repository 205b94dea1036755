import type { AddCommand } from "../add-command.ts";
import type { GlobalOptions } from "../global-options.ts";
import { modelCallsText } from "../output/model-calls-text.ts";
import { scopeText } from "../output/scope-text.ts";
import { facts } from "../output/table.ts";

export const addStats: AddCommand = (program, run) => {
  program
    .command("stats")
    .description("how much there is: skills by status, runs, the queue, and what models were asked today")
    .action(() =>
      run(program.opts<GlobalOptions>(), async (context) => {
        const loop = await context.loop();
        const stats = { ...(await loop.stats()), scope: loop.scope, home: await context.home() };
        const { skills, jobs } = stats;
        context.answer({
          json: stats,
          text: () =>
            facts([
              ["home", stats.home],
              ["scope", scopeText(stats.scope)],
              ["skills", counts(skills)],
              ["recorded runs", `${stats.traces}`],
              ["queue", counts(jobs)],
              ["re-runs that wait", `${stats.pendingReruns}`],
              ["model calls today", modelCallsText(stats.modelCallsToday)],
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
