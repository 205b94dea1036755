import { existsSync, readdirSync } from "node:fs";
import { userInfo } from "node:os";
import type { CliIo } from "./cli-io.ts";

const widthWithoutTerminal = 120;

/** This process, its streams and the real loop. Core is loaded when a command first needs it. */
export function processIo(): CliIo {
  const { stdout, stderr, stdin, env } = process;
  const account = accountName();
  return {
    out: (text) => {
      stdout.write(text);
    },
    err: (text) => {
      stderr.write(text);
    },
    readInput: async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of stdin) chunks.push(Buffer.from(chunk));
      return Buffer.concat(chunks).toString("utf8");
    },
    variables: env,
    ...(account === undefined ? {} : { account }),
    directory: callerDirectory(),
    terminal: stdout.isTTY === true,
    columns: stdout.columns ?? widthWithoutTerminal,
    ...(stderr.isTTY === true ? { progressStream: stderr } : {}),
    homeIsThere,
    openLoop: async (options) => (await import("@skillloop/core")).SkillLoop.open(options),
    restoreHome: async (request) => (await import("@skillloop/core")).SkillLoop.restore(request),
    readRuns: async (text, name) => (await import("@skillloop/core")).readTraceFile(text, name),
  };
}

function homeIsThere(home: string): boolean {
  if (home.includes("://")) return true;
  try {
    return readdirSync(home).length > 0;
  } catch (error) {
    // A file in its place, or a folder that may not be read, is for the store to complain of.
    return !(error instanceof Error && "code" in error && error.code === "ENOENT");
  }
}

/** Where the person stands: package runners change the directory and keep it in INIT_CWD. */
function callerDirectory(): string {
  const { INIT_CWD } = process.env;
  return INIT_CWD !== undefined && existsSync(INIT_CWD) ? INIT_CWD : process.cwd();
}

/** An account without an entry in the system's list, as in some containers, has no name. */
function accountName(): string | undefined {
  try {
    return userInfo().username;
  } catch {
    return undefined;
  }
}
