import { InvalidArgumentError } from "commander";
import type { AddCommand } from "../add-command.ts";
import type { GlobalOptions } from "../global-options.ts";
import { skillSummary } from "../skill-summary.ts";

export const addRollback: AddCommand = (program, run) => {
  program
    .command("rollback")
    .description("put an earlier version on trial again, as a new version")
    .argument("<name>", "a skill of this scope")
    .argument("<version>", "the version to go back to", parseVersion)
    .option("--by <name>", "who asks for it (default: the person of this environment)")
    .action((name: string, version: number, options: { readonly by?: string }) =>
      run(program.opts<GlobalOptions>(), async (context) => {
        const by = context.person(options.by);
        const skill = await (await context.loop()).skills.rollback(name, version, { by });
        context.answer({
          json: skillSummary(skill),
          text: () =>
            skill.trial === undefined
              ? `${name} serves the content of version ${version} as version ${skill.version}, ${skill.status}.`
              : `The content of version ${version} is on trial as version ${skill.trial.version}; until it has earned its place, ${name} serves version ${skill.version}.`,
        });
        return undefined;
      }),
    );
};

function parseVersion(value: string): number {
  if (!/^[1-9]\d*$/.test(value)) throw new InvalidArgumentError("A version is a number from 1.");
  return Number(value);
}
