import type { AddCommand } from "../add-command.ts";
import type { GlobalOptions } from "../global-options.ts";
import { skillSummary } from "../skill-summary.ts";

export const addRetire: AddCommand = (program, run) => {
  program
    .command("retire")
    .description("stop serving a skill; its history stays")
    .argument("<name>", "a skill of this scope")
    .option("--by <name>", "who retires it (default: the person of this environment)")
    .option("--reason <text>", "why, for those who read its history")
    .action((name: string, options: { readonly by?: string; readonly reason?: string }) =>
      run(program.opts<GlobalOptions>(), async (context) => {
        const by = context.person(options.by);
        const { reason } = options;
        const skill = await (await context.loop()).skills.retire(name, {
          by,
          ...(reason === undefined ? {} : { reason }),
        });
        context.answer({
          json: skillSummary(skill),
          text: () =>
            `${name} is ${skill.status} and is not recalled any more. "skillloop rollback" brings it back on trial.`,
        });
        return undefined;
      }),
    );
};
