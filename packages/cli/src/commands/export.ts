import type { AddCommand } from "../add-command.ts";
import type { CommandContext } from "../command-context.ts";
import type { Loop, SkillStatus } from "../core-types.ts";
import type { GlobalOptions } from "../global-options.ts";
import { counted } from "../output/counted.ts";
import { printable } from "../output/printable.ts";

const why: Readonly<Record<SkillStatus, string>> = {
  candidate: "not proven yet",
  quarantined: "held back",
  retired: "no longer served",
  active: "not written",
  trusted: "not written",
};

export const addExport: AddCommand = (program, run) => {
  program
    .command("export")
    .description("write active and trusted skills as agentskills.io folders")
    .argument("<directory>", "where to; made when it is not there")
    .option("--name <names...>", "these skills, whatever their status; their folders are overwritten")
    .action((directory: string, options: { readonly name?: readonly string[] }) =>
      run(program.opts<GlobalOptions>(), (context) => exportSkills(directory, options.name, context)),
    );
};

async function exportSkills(
  directory: string,
  names: readonly string[] | undefined,
  context: CommandContext,
): Promise<undefined> {
  const loop = await context.loop();
  const report = await loop.skills.exportDirectory(
    context.path(directory),
    names === undefined ? {} : { names },
  );
  const leftOut = names === undefined ? await leftOutOf(report.exported, loop) : [];
  const home = await context.home();
  context.answer({
    json: { ...report, leftOut },
    text: () =>
      [
        ...(report.exported.length === 0
          ? [nothingText(home, leftOut.length)]
          : [`${counted(report.exported.length, "skill")} written to ${report.directory}`]),
        ...report.exported.map((name) => `  ${printable(name)}/SKILL.md`),
        ...leftOut.map(({ name, status }) => `  left out ${printable(name)}: ${status}, ${why[status]}`),
        ...(leftOut.length > 0 ? ["--name NAME writes one whatever its status."] : []),
      ].join("\n"),
  });
}

/** What of the scope's skills was not written. */
async function leftOutOf(
  exported: readonly string[],
  loop: Loop,
): Promise<readonly { readonly name: string; readonly status: SkillStatus }[]> {
  return (await loop.skills.list())
    .filter(({ name }) => !exported.includes(name))
    .map(({ name, status }) => ({ name, status }));
}

function nothingText(home: string, leftOut: number): string {
  return leftOut === 0
    ? `No skills to export: there are none in ${home} for this scope.`
    : "Nothing written: no skill is active or trusted.";
}
