import { buildSearchDocument } from "../index/search-document.ts";
import type { LibraryTools } from "../library/run-tools.ts";
import type { Clock } from "../ports/clock.ts";
import type { Store } from "../ports/store.ts";
import { shortHash } from "../text/hash.ts";

export interface LibraryPorts {
  readonly store: Store;
  readonly clock: Clock;
  /** Names this process among all that share the home. */
  readonly owner: string;
}

const PAUSE_STEP_MS = 4;
const LONGEST_STEPS = 25;

/** What every writer of skills needs, with pauses between lost writes that differ from process to process. */
export function libraryTools({ store, clock, owner }: LibraryPorts): LibraryTools {
  const offsetMs = Number.parseInt(shortHash(owner, 4), 16) % 20;
  return {
    store,
    buildSearchDocument,
    pause: (attempt) => clock.sleep(offsetMs + PAUSE_STEP_MS * Math.min(attempt, LONGEST_STEPS)),
  };
}
