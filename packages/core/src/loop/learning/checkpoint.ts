import { conflict } from "../../library/run-settle.ts";
import type { Clock } from "../../ports/clock.ts";
import type { JobUpdate, Store } from "../../ports/store.ts";
import type { JsonValue } from "../../types/json.ts";
import type { StageProgress } from "./read-progress.ts";

/** Stores what stages leave, many traces in a commit. */
export interface Checkpoints {
  /** Stores it soon. Later notes of one trace replace earlier ones. */
  note(id: string, at: StageProgress): void;
  /** Resolves when everything noted is stored; rejects with the store's error. */
  settled(): Promise<void>;
  /** Whether another process has taken the trace since: what is left of it here is not ours to decide. */
  isLost(id: string): boolean;
}

/** As a job keeps it. */
export function progressPatch({ stage, progress }: StageProgress): JobUpdate["patch"] {
  return { stage, stageResult: progress as unknown as JsonValue };
}

export function checkpoints({
  store,
  clock,
  owner,
  gatherMs,
}: {
  readonly store: Pick<Store, "commitJobs">;
  readonly clock: Pick<Clock, "now" | "sleep">;
  readonly owner: string;
  readonly gatherMs: number;
}): Checkpoints {
  const noted = new Map<string, StageProgress>();
  const lost = new Set<string>();
  let writing: Promise<void> | undefined;
  let hurry = new AbortController();
  let failure: { readonly error: unknown } | undefined;

  const writeAll = async (): Promise<void> => {
    while (noted.size > 0) {
      const batch = [...noted];
      noted.clear();
      const updates = batch.map(([id, at]) => ({ id, patch: progressPatch(at) }));
      const written = await store.commitJobs(owner, updates, clock.now());
      for (const [id] of batch) if (!written.has(id)) lost.add(id);
    }
  };
  const begin = (): void => {
    writing ??= clock
      .sleep(gatherMs, hurry.signal)
      .then(writeAll)
      .catch((error: unknown) => {
        failure ??= { error };
      })
      .finally(() => {
        writing = undefined;
      });
  };

  return {
    note(id, at) {
      noted.set(id, at);
      begin();
    },
    async settled() {
      while ((writing !== undefined || noted.size > 0) && failure === undefined) {
        begin();
        hurry.abort();
        await writing;
        hurry = new AbortController();
      }
      if (failure !== undefined) throw failure.error;
    },
    isLost: (id) => lost.has(id),
  };
}

/**
 * What a group was decided from is stored before the group is. A run that another process has taken since is not ours to
 * write down, nor are those that were decided after it.
 */
export async function storable(kept: Checkpoints, decided: ReadonlySet<string>): Promise<void> {
  await kept.settled();
  if ([...decided].some((id) => kept.isLost(id))) throw conflict();
}
