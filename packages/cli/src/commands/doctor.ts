import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { checkHome, checkNode, checkOpen, checkQueue, type DoctorCheck } from "../doctor-checks.ts";
import { exitCodes } from "../exit-codes.ts";
import { type GlobalOptions, loopOptions, resolveHome } from "../global-options.ts";
import { printable } from "../output/printable.ts";
import { table } from "../output/table.ts";
import type { AddCommand } from "../program.ts";

const words = { ok: "ok", warning: "look", failed: "FAILED" } as const;

export const addDoctor: AddCommand = (program, run) => {
  program
    .command("doctor")
    .description("whether this machine and this home can be worked with, and what to do if not")
    .addHelpText("after", "\nExit code 1 when a check failed.")
    .action(() =>
      run(program.opts<GlobalOptions>(), async (context) => {
        const { io, options, colours } = context;
        const home = resolveHome(options.home ?? io.variables.SKILLLOOP_HOME ?? ".skillloop", io.directory);
        const found = await checkHome(home);
        const { open } = loopOptions(options, io.directory);
        // A home that is not there yet stays so: the store is tried in a folder that is thrown away.
        const trial = found.there ? undefined : await mkdtemp(join(tmpdir(), "skillloop-doctor-"));
        const checks: DoctorCheck[] = [checkNode(process.versions.node), ...found.checks];
        try {
          const { loop, checks: opened } = await checkOpen(io, { ...open, home: trial ?? home });
          checks.push(...opened);
          if (loop !== undefined) {
            try {
              checks.push(...checkQueue(await loop.stats()));
            } finally {
              await loop.close();
            }
          }
        } finally {
          if (trial !== undefined) await rm(trial, { recursive: true, force: true });
        }
        const ok = checks.every(({ status }) => status !== "failed");
        context.answer({
          json: { ok, checks },
          text: () => {
            const paint = { ok: colours.green, warning: colours.yellow, failed: colours.red };
            const rows = checks.map(({ name, status, detail, remedy }) => [
              paint[status](words[status]),
              name,
              printable(remedy === undefined ? detail : `${detail} ${remedy}`),
            ]);
            return table(["", "check", "found"], rows);
          },
        });
        return ok ? undefined : exitCodes.failed;
      }),
    );
};
