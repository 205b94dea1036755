import { spawn } from "node:child_process";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import type { Values } from "./tasks/task.ts";
import type { CallResult, World } from "./world.ts";

const commandTimeoutMs = 60_000;

/** A temporary folder that knows nothing of its machine, in which real commands run. Values are variables: `$branch`. */
export async function shellWorld(
  values: Values,
  scripts: { readonly setup: string; readonly check: string },
): Promise<World> {
  const root = await mkdtemp(join(tmpdir(), "skillloop-qa-loop-"));
  const directory = join(root, "work");
  await mkdir(directory);
  await mkdir(join(root, "home"));
  const bare = {
    PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH ?? ""}`,
    HOME: join(root, "home"),
    LC_ALL: "C",
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_CEILING_DIRECTORIES: root,
    GIT_TERMINAL_PROMPT: "0",
    GIT_EDITOR: "true",
    npm_config_update_notifier: "false",
    npm_config_offline: "true",
    npm_config_loglevel: "error",
  };
  const named = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));
  const remove = (): Promise<void> => rm(root, { recursive: true, force: true, maxRetries: 3 });
  const ready = await runBash(`set -e\n${scripts.setup}`, directory, { ...bare, ...named });
  if (!ready.ok) {
    await remove();
    throw new Error(`A folder could not be made ready: ${ready.error}`);
  }
  return {
    call: async (tool, input) =>
      tool === "bash"
        ? runBash(String(input["command"]), directory, bare)
        : { ok: false, output: "", error: `There is no tool ${tool}.` },
    solved: async () => (await runBash(scripts.check, directory, { ...bare, ...named })).ok,
    close: remove,
  };
}

function runBash(command: string, cwd: string, env: Readonly<Record<string, string>>): Promise<CallResult> {
  return new Promise((resolve, reject) => {
    const child = spawn("bash", ["-c", command], {
      cwd,
      env,
      stdio: ["ignore", "pipe", "pipe"],
      timeout: commandTimeoutMs,
      killSignal: "SIGKILL",
    });
    let output = "";
    let error = "";
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
      output += chunk;
    });
    child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
      error += chunk;
    });
    child.on("error", reject);
    child.on("close", (code) => {
      const exitCode = code ?? 137;
      // Programs also speak on standard error when all is well; an agent sees both.
      if (exitCode === 0) resolve({ ok: true, output: output + error, exitCode });
      else resolve({ ok: false, output, error: error === "" ? output : error, exitCode });
    });
  });
}
