import type { AddCommand } from "../add-command.ts";
import type { SkillDetail } from "../core-types.ts";
import type { GlobalOptions } from "../global-options.ts";
import { type Colours, colouredStatus } from "../output/colours.ts";
import { moment } from "../output/counted.ts";
import { evidenceTable } from "../output/evidence-table.ts";
import { printable } from "../output/printable.ts";
import { facts } from "../output/table.ts";
import { skillSummary } from "../skill-summary.ts";

export const addShow: AddCommand = (program, run) => {
  program
    .command("show")
    .description("one skill as the agent reads it")
    .argument("<name>", "a skill of this scope")
    .option("--explain", "also why it has its status, what finds it, and where it comes from")
    .action((name: string, options: { readonly explain?: boolean }) =>
      run(program.opts<GlobalOptions>(), async (context) => {
        const skill = await (await context.loop()).skills.get(name);
        context.answer({
          json: detailJson(skill, options.explain === true),
          text: () => {
            const markdown = printable(withoutMetadata(skill.markdown.trimEnd()));
            return options.explain === true
              ? `${explanation(skill, context.colours)}\n\n${markdown}`
              : markdown;
          },
        });
        return undefined;
      }),
    );
};

/** The front matter's record for machines stays out of a person's way; --json and export have it. */
function withoutMetadata(markdown: string): string {
  return markdown.replace(/^(---\n(?:(?!---\n).*\n)*?)metadata:\n(?:[ \t].*\n)*/, "$1");
}

function detailJson(skill: SkillDetail, explain: boolean): unknown {
  const { markdown, evidence, traceIds } = skill;
  const detail = { ...skillSummary(skill), markdown, evidence, traceIds };
  if (!explain) return detail;
  const { keys, signature, mistake } = skill.served.content;
  return { ...detail, keys, signature, mistake: mistake ?? null, origin: skill.served.origin };
}

function explanation(skill: SkillDetail, colours: Colours): string {
  const { served, trial } = skill;
  const { content } = served;
  const { keys } = content;
  const pairs: (readonly [string, string])[] = [
    ["status", colouredStatus(skill.status, colours)],
    ["why", skill.reasons.length === 0 ? "no reason recorded" : skill.reasons.join("; ")],
    ["version", `${skill.version} of ${skill.latest}`],
    ["kind", content.kind],
    [
      "learned",
      `${moment(served.createdAt)}, ${served.verified ? "from a run that passed a check" : "from a run without a check"}`,
    ],
    ["environment", list(Object.entries(served.environment).map(([name, value]) => `${name}=${value}`))],
    ["applies when", list(keys.appliesWhen)],
    ["symptoms", list(keys.symptoms)],
    ["queries", list(keys.queries)],
    ["not for", list(keys.notFor)],
    ["traces", list(skill.traceIds)],
  ];
  if (trial !== undefined) pairs.splice(3, 0, ["on trial", `version ${trial.version}, ${trial.status}`]);
  if (served.holds.length > 0) {
    pairs.splice(2, 0, ["held for", `${served.holds.join(", ")} (skillloop approve ${skill.name})`]);
  }
  const shown = facts(pairs.map(([name, value]) => [name, printable(value).replace(/\n/g, "\n  ")]));
  return `${shown}\n\n${evidenceTable(skill.evidence)}`;
}

function list(values: readonly string[]): string {
  return values.length === 0 ? "-" : values.join(" | ");
}
