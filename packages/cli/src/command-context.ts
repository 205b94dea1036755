import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { CliIo } from "./cli-io.ts";
import type { Loop } from "./core-types.ts";
import type { ExitCode } from "./exit-codes.ts";
import { type GlobalOptions, loopOptions } from "./global-options.ts";
import { type Colours, coloursFor } from "./output/colours.ts";
import { type Progress, startProgress } from "./output/progress.ts";
import { resolvedHome } from "./resolved-home.ts";
import { UsageError } from "./usage-error.ts";

/** What a command's action is handed. */
export interface CommandContext {
  readonly io: CliIo;
  readonly options: GlobalOptions;
  readonly colours: Colours;
  /**
   * Opens the loop on first use; the runner closes it. What is only asked makes no home: where none is there,
   * an empty one stands in for it, unless the command `makes` one.
   */
  loop(options?: { readonly makes?: boolean }): Promise<Loop>;
  /** The home that the settings give, there or not. */
  home(): Promise<string>;
  /** Prints the answer in the form that was asked for: `json` as it is, or `text` for a person. */
  answer(answer: { readonly json: unknown; readonly text: () => string }): void;
  progress(label: string): Promise<Progress>;
  /** An absolute path, from the directory the person stands in. */
  path(given: string): string;
  /** Who answers for an act of a person. */
  person(given: string | undefined): string;
}

export interface OpenContext extends CommandContext {
  close(): Promise<void>;
}

/** An action's exit code; nothing means 0. */
export type Action<Parameters extends readonly unknown[]> = (
  context: CommandContext,
  ...parameters: Parameters
) => Promise<ExitCode | undefined>;

export function createContext(io: CliIo, options: GlobalOptions): OpenContext {
  let opened: Promise<{ readonly owner: Loop; readonly view: Loop }> | undefined;
  let standIn: string | undefined;
  let home: Promise<string> | undefined;
  const homeOf = (): Promise<string> => {
    home ??= resolvedHome({ io, options });
    return home;
  };
  const open = async (makes: boolean): Promise<{ owner: Loop; view: Loop }> => {
    const { open: settings, narrow } = loopOptions(options, io.directory);
    if (!makes && !io.homeIsThere(await homeOf())) {
      io.err(`note: there is no library in ${await homeOf()} yet\n`);
      standIn = await mkdtemp(join(tmpdir(), "skillloop-empty-"));
    }
    const owner = await io.openLoop({
      ...settings,
      ...(standIn === undefined ? {} : { home: standIn }),
      onError: (error) => io.err(`warning ${error.code}: ${error.message}\n`),
    });
    return { owner, view: Object.keys(narrow).length === 0 ? owner : owner.scoped(narrow) };
  };
  return {
    io,
    options,
    colours: coloursFor({ terminal: io.terminal, wanted: options.color !== false, variables: io.variables }),
    loop: async ({ makes = false } = {}) => {
      opened ??= open(makes);
      return (await opened).view;
    },
    home: homeOf,
    answer: ({ json, text }) => io.out(`${options.json === true ? JSON.stringify(json) : text()}\n`),
    progress: (label) => startProgress(label, options.json === true ? undefined : io.progressStream),
    path: (given) => resolve(io.directory, given),
    person: (given) => personOf(given, io),
    close: async () => {
      const loop = await opened?.catch(() => undefined);
      try {
        await loop?.owner.close();
      } finally {
        if (standIn !== undefined) await rm(standIn, { recursive: true, force: true });
      }
    },
  };
}

function personOf(given: string | undefined, { variables, account }: CliIo): string {
  const names = [
    given,
    variables.GIT_AUTHOR_NAME,
    variables.GIT_COMMITTER_NAME,
    variables.USER,
    variables.LOGNAME,
    variables.USERNAME,
    account,
  ];
  const name = names.map((candidate) => candidate?.trim()).find((candidate) => (candidate ?? "") !== "");
  if (name === undefined) {
    throw new UsageError("This is recorded as a person's act, and nobody is named. Give --by NAME.");
  }
  return name;
}
