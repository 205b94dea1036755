import type { AddCommand } from "../add-command.ts";
import type { CommandContext } from "../command-context.ts";
import type { Loop, Skill } from "../core-types.ts";
import type { GlobalOptions } from "../global-options.ts";
import { skillSummary } from "../skill-summary.ts";
import { UsageError } from "../usage-error.ts";

interface ApproveOptions {
  readonly by?: string;
  readonly task?: string;
  readonly check?: string;
}

export const addApprove: AddCommand = (program, run) => {
  program
    .command("approve")
    .description("let a held skill through, after the scan has seen it again")
    .argument("<name>", "a quarantined skill of this scope")
    .option("--by <name>", "who approves (default: the person of this environment)")
    .option("--task <text>", "a task that shows whether it works, for one that was imported")
    .option("--check <name>", "the check that says whether that task went well, for example npm test")
    .action((name: string, options: ApproveOptions) =>
      run(program.opts<GlobalOptions>(), (context) => approve(name, options, context)),
    );
};

async function approve(name: string, options: ApproveOptions, context: CommandContext): Promise<undefined> {
  const { task, check } = options;
  if (task === undefined && check !== undefined)
    throw new UsageError("--check goes with --task TEXT. Add it.");
  const by = context.person(options.by);
  const loop = await context.loop();
  const rerun = task === undefined ? {} : { rerun: { task, ...(check === undefined ? {} : { check }) } };
  const skill = await loop.skills.approve(name, { by, ...rerun });
  const next = await nextStep(loop, skill);
  context.answer({
    json: skillSummary(skill),
    text: () => `${name} is ${skill.status}, approved by ${by}.${next}`,
  });
}

/** How it becomes active: an imported skill has no task to be re-run unless it was given one. */
async function nextStep(loop: Loop, { name, status }: Skill): Promise<string> {
  if (status !== "candidate") return "";
  const waits = (await loop.pendingEvals()).some((rerun) => rerun.name === name);
  return waits
    ? ' A passed re-run ("skillloop evals") makes it active; until then it comes back for its error only.'
    : ` No re-run waits for it: three verified uses make it active, or a passed re-run of a task you name: "skillloop approve ${name} --task TEXT --check NAME".`;
}
