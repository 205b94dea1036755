import { type ChildProcess, spawn } from "node:child_process";

export interface ShellRun {
  readonly command: string;
  readonly directory: string;
  readonly variables: Readonly<Record<string, string | undefined>>;
  readonly timeoutMs: number;
  /** Ends the command when it aborts, as the timeout does. */
  readonly signal?: AbortSignal;
}

/** What a command may use to end by itself, in milliseconds. */
const grace = 1_000;
const look = 50;
const forwarded = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * Runs a command by the shell, in a process group of its own: at the timeout, or when `signal` aborts, all that it
 * started ends with it, asked first and killed after a second. Resolves to its exit code; `null` when a signal
 * ended it: a killed process proves nothing.
 */
export function runShell({
  command,
  directory,
  variables,
  timeoutMs,
  signal,
}: ShellRun): Promise<number | null> {
  return new Promise((resolve, reject) => {
    // Its output goes to standard error: standard output belongs to the answer.
    const child = spawn(command, {
      shell: true,
      detached: process.platform !== "win32",
      cwd: directory,
      env: variables,
      stdio: ["ignore", 2, 2],
    });
    let stopping: NodeJS.Timeout | undefined;
    const stop = (): void => {
      if (stopping !== undefined) return;
      endGroup(child, "SIGTERM");
      const killAt = performance.now() + grace;
      stopping = setInterval(() => {
        if (performance.now() >= killAt) endGroup(child, "SIGKILL");
        else if (groupLives(child)) return;
        // What is killed ends the wait by its own event.
        finish(null);
      }, look);
    };
    const timer = setTimeout(stop, timeoutMs);
    // A group of its own does not hear the terminal.
    const pass = (name: NodeJS.Signals): void => {
      endGroup(child, "SIGKILL");
      finish(null);
      process.kill(process.pid, name);
    };
    const release = (): void => {
      clearTimeout(timer);
      clearInterval(stopping);
      signal?.removeEventListener("abort", stop);
      for (const name of forwarded) process.off(name, pass);
    };
    const finish = (code: number | null): void => {
      release();
      resolve(code);
    };
    for (const name of forwarded) process.on(name, pass);
    signal?.addEventListener("abort", stop, { once: true });
    if (signal?.aborted === true) stop();
    child.on("error", (error) => {
      release();
      reject(error);
    });
    child.on("exit", (code) => {
      // The shell may end while what it started does not: then the interval ends the wait.
      if (stopping === undefined) finish(code);
    });
  });
}

function endGroup(child: ChildProcess, name: NodeJS.Signals): void {
  const { pid } = child;
  if (pid === undefined) return;
  if (process.platform === "win32") {
    spawn("taskkill", ["/pid", `${pid}`, "/t", "/f"], { stdio: "ignore" }).on("error", () => child.kill());
    return;
  }
  try {
    process.kill(-pid, name);
  } catch {
    // Nothing of it is left.
  }
}

function groupLives({ pid, exitCode, signalCode }: ChildProcess): boolean {
  if (pid === undefined) return false;
  if (process.platform === "win32") return exitCode === null && signalCode === null;
  try {
    process.kill(-pid, 0);
    return true;
  } catch {
    return false;
  }
}
