import type { GlobalOptions } from "../global-options.ts";
import type { AddCommand } from "../program.ts";
import { skillSummary } from "../skill-summary.ts";

export const addApprove: AddCommand = (program, run) => {
  program
    .command("approve")
    .description("let a held skill through, after the scan has seen it again")
    .argument("<name>", "a quarantined skill of this scope")
    .option("--by <name>", "who approves (default: the person of this environment)")
    .action((name: string, options: { readonly by?: string }) =>
      run(program.opts<GlobalOptions>(), async (context) => {
        const by = context.person(options.by);
        const skill = await (await context.loop()).skills.approve(name, { by });
        context.answer({
          json: skillSummary(skill),
          text: () =>
            `${name} is ${skill.status}, approved by ${by}. A passed re-run ("skillloop evals") makes it active.`,
        });
        return undefined;
      }),
    );
};
