import type { Store } from "@skillloop/core";
import type { CommandContext } from "./command-context.ts";
import { loopOptions } from "./global-options.ts";

/**
 * The home as core's settings give it, from the option, a variable or the config file, without opening or
 * making it: a loop that is handed a store of its own leaves the home alone.
 */
export async function resolvedHome({ io, options }: Pick<CommandContext, "io" | "options">): Promise<string> {
  const untouched: Pick<Store, "close"> = { close: async () => {} };
  const loop = await io.openLoop({ ...loopOptions(options, io.directory).open, store: untouched as Store });
  try {
    return loop.home;
  } finally {
    await loop.close();
  }
}
