import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { CliIo } from "./cli-io.ts";
import type { LearnInput, RerunRequest, RerunRunner } from "./core-types.ts";
import { runShell } from "./run-shell.ts";

export interface RerunCommand {
  /** Run by the shell, in the caller's directory. Its exit code is the result of the check. */
  readonly command: string;
  readonly timeoutMs: number;
  readonly io: CliIo;
}

/**
 * Re-runs by a program of the host's. It finds the task in `SKILLLOOP_RERUN_TASK`, the SKILL.md in the file
 * `SKILLLOOP_RERUN_SKILL` (not set in a control run), and writes its run to the file `SKILLLOOP_RERUN_TRACE`.
 */
export function rerunByCommand({ command, timeoutMs, io }: RerunCommand): RerunRunner {
  return async (request) => {
    const folder = await mkdtemp(join(tmpdir(), "skillloop-rerun-"));
    try {
      const traceFile = join(folder, "trace.json");
      const variables = await rerunVariables(request, folder);
      const exitCode = await runShell({
        command,
        directory: io.directory,
        timeoutMs,
        signal: request.signal,
        variables: { ...io.variables, ...variables, SKILLLOOP_RERUN_TRACE: traceFile },
      });
      const text = await readFile(traceFile, "utf8").catch(() => undefined);
      if (text === undefined) throw new Error("The command wrote no run to SKILLLOOP_RERUN_TRACE.");
      const [run] = await io.readRuns(text, "SKILLLOOP_RERUN_TRACE");
      if (run === undefined) throw new Error("The file SKILLLOOP_RERUN_TRACE holds no run.");
      if ("error" in run) throw run.error;
      const { check } = request;
      return { trace: run.input as LearnInput, exitCode, ...(check === undefined ? {} : { check }) };
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  };
}

async function rerunVariables(
  request: RerunRequest,
  folder: string,
): Promise<Readonly<Record<string, string>>> {
  const { task, skillMd, skill, environment, check, context, attempt } = request;
  const skillFile = join(folder, "SKILL.md");
  if (skillMd !== undefined) await writeFile(skillFile, skillMd);
  return {
    SKILLLOOP_RERUN_TASK: task,
    SKILLLOOP_RERUN_NAME: skill.name,
    SKILLLOOP_RERUN_ENVIRONMENT: JSON.stringify(environment),
    SKILLLOOP_RERUN_CONTEXT: JSON.stringify(context),
    SKILLLOOP_RERUN_ATTEMPT: `${attempt}`,
    ...(check === undefined ? {} : { SKILLLOOP_RERUN_CHECK: check }),
    ...(skillMd === undefined ? {} : { SKILLLOOP_RERUN_SKILL: skillFile }),
  };
}
