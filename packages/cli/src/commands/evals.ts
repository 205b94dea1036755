import type { GlobalOptions } from "../global-options.ts";
import { counted } from "../output/counted.ts";
import { oneLine } from "../output/printable.ts";
import { table } from "../output/table.ts";
import type { AddCommand } from "../program.ts";

export const addEvals: AddCommand = (program, run) => {
  program
    .command("evals")
    .description("re-runs that wait: the tasks that would prove a skill")
    .addHelpText(
      "after",
      "\nA re-run needs the agent, so a program runs them: loop.runPendingEvals(runner) of @skillloop/core.",
    )
    .action(() =>
      run(program.opts<GlobalOptions>(), async (context) => {
        const pending = await (await context.loop()).pendingEvals();
        context.answer({
          json: pending,
          text: () => {
            if (pending.length === 0) return "No re-run waits. A new candidate brings one with it.";
            const rows = pending.map(({ name, version, task, check }) => [
              name,
              `${version}`,
              oneLine(check ?? "-", 30),
              oneLine(task, Math.max(30, context.io.columns - 70)),
            ]);
            const head = table(["skill", "version", "check", "task"], rows);
            return `${head}\n${counted(pending.length, "re-run")}; run them with loop.runPendingEvals(runner).`;
          },
        });
        return undefined;
      }),
    );
};
