import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { AddCommand } from "../add-command.ts";
import type { CommandContext } from "../command-context.ts";
import {
  checkHome,
  checkNode,
  checkOpen,
  checkQueue,
  checkSettings,
  type DoctorCheck,
} from "../doctor-checks.ts";
import { exitCodes } from "../exit-codes.ts";
import { type GlobalOptions, loopOptions } from "../global-options.ts";
import type { Colours } from "../output/colours.ts";
import { printable } from "../output/printable.ts";
import { table } from "../output/table.ts";
import { resolvedHome } from "../resolved-home.ts";

const words = { ok: "ok", warning: "look", failed: "FAILED" } as const;

export const addDoctor: AddCommand = (program, run) => {
  program
    .command("doctor")
    .description("whether this machine and this home can be worked with, and what to do if not")
    .addHelpText("after", "\nExit code 1 when a check failed.")
    .action(() =>
      run(program.opts<GlobalOptions>(), async (context) => {
        const checks = [checkNode(process.versions.node), ...(await checkAll(context))];
        const ok = checks.every(({ status }) => status !== "failed");
        context.answer({ json: { ok, checks }, text: () => checksText(checks, context.colours) });
        return ok ? undefined : exitCodes.failed;
      }),
    );
};

async function checkAll(context: CommandContext): Promise<readonly DoctorCheck[]> {
  const { home, check } = await checkSettings(() => resolvedHome(context));
  if (home === undefined) return [check];
  const found = await checkHome(home);
  // A home that is not there yet stays so: the store is tried in a folder that is thrown away.
  const trial = found.there ? undefined : await mkdtemp(join(tmpdir(), "skillloop-doctor-"));
  try {
    return [check, ...found.checks, ...(await checkStore(context, trial ?? home))];
  } finally {
    if (trial !== undefined) await rm(trial, { recursive: true, force: true });
  }
}

async function checkStore({ io, options }: CommandContext, home: string): Promise<readonly DoctorCheck[]> {
  const { open } = loopOptions(options, io.directory);
  const { loop, checks } = await checkOpen(io, { ...open, home });
  if (loop === undefined) return checks;
  try {
    // An inert loop has no queue to look at.
    const failed = checks.some(({ status }) => status === "failed");
    return failed ? checks : [...checks, ...checkQueue(await loop.stats())];
  } finally {
    await loop.close();
  }
}

function checksText(checks: readonly DoctorCheck[], colours: Colours): string {
  const paint = { ok: colours.green, warning: colours.yellow, failed: colours.red };
  const rows = checks.map(({ name, status, detail, remedy }) => [
    paint[status](words[status]),
    name,
    printable(remedy === undefined ? detail : `${detail} ${remedy}`),
  ]);
  return table(["", "check", "found"], rows);
}
