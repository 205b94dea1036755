import { createRequire } from "node:module";
import type * as LanceModule from "@lancedb/lancedb";
import type * as ArrowModule from "apache-arrow";
import { SkillLoopError } from "../../errors.ts";
import { assertProcessor, type ProcessorFacts, readProcessorFacts } from "../processor.ts";
import { errorText } from "../store-error.ts";

export type Lance = typeof LanceModule;
export type Arrow = typeof ArrowModule;
export type LanceConnection = LanceModule.Connection;
export type LanceTableHandle = LanceModule.Table;

export interface Native {
  readonly lance: Lance;
  readonly arrow: Arrow;
}

export interface NativeOptions {
  readonly processor?: ProcessorFacts;
  /** How the two packages are loaded; replaced in tests. */
  readonly load?: () => Promise<readonly [Lance, Arrow]>;
}

/**
 * Loads LanceDB when a store is opened and never before: it costs 90 ms, and on a processor without AVX2 it
 * kills the process. Throws `UNSUPPORTED_PROCESSOR` or `NATIVE_MISSING`.
 */
export async function loadNative(options: NativeOptions = {}): Promise<Native> {
  assertProcessor(options.processor ?? readProcessorFacts());
  // It warns on standard error at every search otherwise, and reads this once, when it is loaded.
  process.env.LANCEDB_LOG ??= "error";
  try {
    const [lance, arrow] = await (options.load ?? loadPackages)();
    return { lance, arrow };
  } catch (error) {
    throw new SkillLoopError({
      code: "NATIVE_MISSING",
      message: `LanceDB's native part could not be loaded: ${errorText(error).split("\n")[0] ?? ""}.`,
      remedy:
        "Install again without omitting optional dependencies, on one of its platforms (macOS arm64, Linux, Windows x64), or pass a store of your own.",
      cause: error,
    });
  }
}

/**
 * Arrow is the very copy that LanceDB has loaded: it knows its fields by their class, and takes those of another copy,
 * as an import would load, for something else.
 */
async function loadPackages(): Promise<readonly [Lance, Arrow]> {
  const lance = await import("@lancedb/lancedb");
  const lancePath = createRequire(import.meta.url).resolve("@lancedb/lancedb");
  return [lance, createRequire(lancePath)("apache-arrow") as Arrow];
}
