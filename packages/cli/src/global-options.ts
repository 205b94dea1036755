import { resolve } from "node:path";
import type { LoopOptions, Scope } from "./core-types.ts";
import { UsageError } from "./usage-error.ts";

/** Options that stand before or after any command. */
export interface GlobalOptions {
  readonly home?: string;
  readonly scope?: readonly string[];
  readonly json?: boolean;
  readonly debug?: boolean;
  readonly color?: boolean;
}

const scopeKeys = ["project", "agent", "user"] as const;

/** Reads `--scope project=billing --scope user=ann`. */
export function parseScope(pairs: readonly string[]): Partial<Scope> {
  const scope: Partial<Record<(typeof scopeKeys)[number], string>> = {};
  for (const pair of pairs) {
    const [name = "", ...rest] = pair.split("=");
    const value = rest.join("=").trim();
    const key = scopeKeys.find((known) => known === name.trim());
    if (key === undefined || value === "") {
      throw new UsageError(`--scope ${pair} is not understood. Give project=…, agent=… or user=….`);
    }
    scope[key] = value;
  }
  return scope;
}

/** A folder is made absolute here, where the caller's directory is known; an object-store URI is left alone. */
export function resolveHome(home: string, directory: string): string {
  return /^[a-z][a-z0-9+.-]+:\/\//i.test(home) ? home : resolve(directory, home);
}

/**
 * How to open the loop. A scope without a project narrows the configured one, which is only known after
 * opening: it comes back as `narrow`.
 */
export function loopOptions(
  options: GlobalOptions,
  directory: string,
): { readonly open: LoopOptions; readonly narrow: Partial<Scope> } {
  const { project, ...rest } = parseScope(options.scope ?? []);
  const open: LoopOptions = {
    worker: "manual",
    ...(options.home === undefined ? {} : { home: resolveHome(options.home, directory) }),
    ...(project === undefined ? {} : { scope: { project, ...rest } }),
  };
  return { open, narrow: project === undefined ? rest : {} };
}
