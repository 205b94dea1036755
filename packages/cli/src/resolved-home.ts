import type { Store } from "@skillloop/core";
import type { CliIo } from "./cli-io.ts";
import { type GlobalOptions, loopOptions } from "./global-options.ts";

/**
 * The home as core's settings give it, from the option, a variable or the config file, without opening or
 * making it: a loop that is handed a store of its own leaves the home alone.
 */
export async function resolvedHome({
  io,
  options,
}: {
  readonly io: CliIo;
  readonly options: GlobalOptions;
}): Promise<string> {
  const untouched: Pick<Store, "close"> = { close: async () => {} };
  const { open } = loopOptions(options, io.directory);
  const loop = await io.openLoop({ ...open, store: untouched as Store, embedder: "none" });
  try {
    return loop.home;
  } finally {
    await loop.close();
  }
}
