import type { AddCommand } from "../add-command.ts";
import type { VersionRecord } from "../core-types.ts";
import type { GlobalOptions } from "../global-options.ts";
import { colouredStatus } from "../output/colours.ts";
import { moment } from "../output/counted.ts";
import { oneLine } from "../output/printable.ts";
import { table } from "../output/table.ts";

export const addHistory: AddCommand = (program, run) => {
  program
    .command("history")
    .description("every version of a skill, with its evidence")
    .argument("<name>", "a skill of this scope")
    .action((name: string) =>
      run(program.opts<GlobalOptions>(), async (context) => {
        const records = await (await context.loop()).skills.history(name);
        context.answer({
          json: records.map(recordJson),
          text: () =>
            table(
              ["version", "status", "served", "made", "origin", "passed", "failed"],
              records.map((record) => [
                `${record.version.version}`,
                colouredStatus(record.status, context.colours),
                record.served ? "yes" : "",
                moment(record.version.createdAt),
                originCell(record),
                `${record.evidence.filter(({ passed }) => passed).length}`,
                `${record.evidence.filter(({ passed }) => !passed).length}`,
              ]),
            ),
        });
        return undefined;
      }),
    );
};

function recordJson({ version, status, served, evidence }: VersionRecord): unknown {
  const { hash, origin, environment, holds, verified, createdAt, content } = version;
  return {
    version: version.version,
    status,
    served,
    hash,
    origin,
    environment,
    holds,
    verified,
    createdAt,
    description: content.description,
    evidence,
  };
}

function originCell({ version }: VersionRecord): string {
  const { kind, by, parent } = version.origin;
  return oneLine([kind, parent && `from ${parent}`, by && `by ${by}`].filter(Boolean).join(" "), 50);
}
