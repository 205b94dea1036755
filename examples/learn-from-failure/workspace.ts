import { spawn } from "node:child_process";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";

export interface CommandResult {
  /** `null` when the command was killed, for instance because it took too long. */
  readonly exitCode: number | null;
  readonly output: string;
  readonly error: string;
}

export interface Workspace {
  /** Where commands run. */
  readonly directory: string;
  /** Runs one bash command line to its end. `variables` are added to its environment. */
  readonly run: (command: string, variables?: Readonly<Record<string, string>>) => Promise<CommandResult>;
  readonly remove: () => Promise<void>;
}

const commandTimeoutMs = 15_000;

/** A fresh temporary folder that knows nothing of the machine it is on: no git identity, no npm settings. */
export async function createWorkspace(): Promise<Workspace> {
  const root = await mkdtemp(join(tmpdir(), "skillloop-demo-"));
  const directory = join(root, "work");
  const home = join(root, "home");
  await mkdir(directory);
  await mkdir(home);
  const environment = {
    // The Node that runs the demo comes first, so that `node` is the same one inside.
    PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH ?? ""}`,
    HOME: home,
    LC_ALL: "C",
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_CEILING_DIRECTORIES: root,
    GIT_TERMINAL_PROMPT: "0",
    GIT_EDITOR: "true",
    npm_config_update_notifier: "false",
    npm_config_offline: "true",
  };
  return {
    directory,
    run: (command, variables = {}) => runBash({ command, directory, env: { ...environment, ...variables } }),
    remove: () => rm(root, { recursive: true, force: true, maxRetries: 3 }),
  };
}

function runBash(options: {
  readonly command: string;
  readonly directory: string;
  readonly env: Readonly<Record<string, string>>;
}): Promise<CommandResult> {
  return new Promise((resolve, reject) => {
    const child = spawn("bash", ["-c", options.command], {
      cwd: options.directory,
      env: options.env,
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
    child.on("close", (exitCode) => resolve({ exitCode, output, error }));
  });
}
