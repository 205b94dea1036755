import { InvalidArgumentError } from "commander";
import type { AddCommand } from "../add-command.ts";
import type { Scope, Skill, SkillStatus } from "../core-types.ts";
import type { GlobalOptions } from "../global-options.ts";
import { colouredStatus } from "../output/colours.ts";
import { counted, moment } from "../output/counted.ts";
import { oneLine } from "../output/printable.ts";
import { otherProjects, scopeText } from "../output/scope-text.ts";
import { table } from "../output/table.ts";
import { skillSummary } from "../skill-summary.ts";

const statuses: readonly SkillStatus[] = ["quarantined", "candidate", "active", "trusted", "retired"];

export const addList: AddCommand = (program, run) => {
  program
    .command("list")
    .description("the skills of this scope and of narrower ones")
    .option("--status <status>", `only ${statuses.join(", ")}`, parseStatus)
    .action((options: { readonly status?: SkillStatus }) =>
      run(program.opts<GlobalOptions>(), async (context) => {
        const { status } = options;
        const loop = await context.loop();
        const home = await context.home();
        const skills = await loop.skills.list({
          reach: "within",
          ...(status === undefined ? {} : { status }),
        });
        const text = (): string => {
          if (skills.length === 0) return nothingThere(home, loop.scope, status);
          const scopes = skills.map(({ scope }) => scopeText(scope));
          // Where all are of one scope, it says nothing.
          const several = new Set(scopes).size > 1;
          const width = Math.max(24, context.io.columns - 70);
          const rows = skills.map((skill, index) => [
            printedName(skill),
            ...(several ? [oneLine(scopes[index] ?? "", 48)] : []),
            colouredStatus(skill.status, context.colours),
            versionCell(skill),
            moment(skill.updatedAt),
            oneLine(skill.served.content.description, width),
          ]);
          const head = ["name", ...(several ? ["scope"] : []), "status", "version", "changed", "what for"];
          return `${table(head, rows)}\n${counted(skills.length, "skill")}`;
        };
        context.answer({ json: skills.map(skillSummary), text });
        return undefined;
      }),
    );
};

function parseStatus(value: string): SkillStatus {
  const status = statuses.find((known) => known === value);
  if (status === undefined) throw new InvalidArgumentError(`It is one of ${statuses.join(", ")}.`);
  return status;
}

function printedName(skill: Skill): string {
  return oneLine(skill.name, 64);
}

function versionCell({ version, trial }: Skill): string {
  return trial === undefined || trial.version === version
    ? `${version}`
    : `${version} (trial ${trial.version})`;
}

function nothingThere(home: string, scope: Scope, status: SkillStatus | undefined): string {
  return status === undefined
    ? `No skills in ${home} yet. ${otherProjects(scope)}\nRecord runs with "skillloop learn FILE", then "skillloop process".`
    : `No skill is ${status}. "skillloop list" shows those of every status.`;
}
