import type { BackupSummary, Loop, LoopOptions, SkillLoopError } from "@skillloop/core";

/** One run out of a file, or why that line holds none. Lines count from 1. */
export type FileRun =
  | { readonly line: number; readonly input: unknown }
  | { readonly line: number; readonly error: SkillLoopError };

/** What a command may do to the world. `processIo` is the real one; tests hand in their own. */
export interface CliIo {
  out(text: string): void;
  err(text: string): void;
  /** Everything on standard input, as UTF-8. */
  readInput(): Promise<string>;
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** The account that runs this, for acts of a person that name nobody else. */
  readonly account?: string;
  /** Relative paths resolve against it. */
  readonly directory: string;
  /** Whether standard output is a terminal: colour, and no wider than `columns`. */
  readonly terminal: boolean;
  readonly columns: number;
  /** Standard error when it is a terminal, for a progress bar. */
  readonly progressStream?: NodeJS.WriteStream;
  /** Whether the folder, or the object store, is there and holds something. */
  homeIsThere(home: string): boolean;
  openLoop(options: LoopOptions): Promise<Loop>;
  restoreHome(request: {
    readonly from: string;
    readonly home: string;
    readonly replace: boolean;
  }): Promise<BackupSummary>;
  /** Throws a `SkillLoopError` when nothing in the file can be read. */
  readRuns(text: string, name: string): Promise<readonly FileRun[]>;
}
