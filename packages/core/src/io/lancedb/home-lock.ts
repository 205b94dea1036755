import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { SkillLoopError } from "../../errors.ts";

/** `home`: tables are made or changed in form. `maintain`: compaction and backup; at most one a home. */
export type LockName = "home" | "maintain";

/** A lock between processes. What a killed process held is free again after half a minute. */
export interface HomeLock {
  /** Waits for the lock. Throws `HOME_LOCKED` when that takes too long. */
  wait<T>(name: LockName, work: () => Promise<T>): Promise<T>;
  /** Runs `work` only when the lock is free, else answers `undefined` at once. */
  attempt<T>(name: LockName, work: () => Promise<T>): Promise<T | undefined>;
}

/** Takes a lock and returns what releases it, or `undefined` while another one holds it. */
export type TakeLock = (name: LockName) => Promise<(() => Promise<void>) | undefined>;

export const staleMs = 30_000;

/** Longer than `staleMs`, so that a lock left behind is waited out. */
const defaultLockWaitMs = staleMs + 10_000;

export function homeLock({
  take,
  waitMs = defaultLockWaitMs,
}: {
  readonly take: TakeLock;
  readonly waitMs?: number;
}): HomeLock {
  const run = async <T>(release: () => Promise<void>, work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } finally {
      await release();
    }
  };
  return {
    async wait(name, work) {
      const start = performance.now();
      for (;;) {
        const release = await take(name);
        if (release !== undefined) return run(release, work);
        if (performance.now() - start >= waitMs) throw locked(name);
        await sleep(20 + Math.random() * 80);
      }
    },
    async attempt(name, work) {
      const release = await take(name);
      return release === undefined ? undefined : run(release, work);
    },
  };
}

/** Lock files inside a home folder, kept fresh while they are held. */
export function folderLock(home: string): TakeLock {
  return async (name) => {
    const { default: lockfile } = await import("proper-lockfile");
    try {
      const release = await lockfile.lock(home, {
        lockfilePath: join(home, `.${name}.lock`),
        realpath: false,
        stale: staleMs,
        update: staleMs / 3,
        // A machine that slept may find its lock taken over. Its work is safe without it: every commit
        // under a lock is also checked by the store itself. The default would end the process.
        onCompromised: () => {},
      });
      return () => release().catch(ignoreLostLock);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ELOCKED") return undefined;
      throw error;
    }
  };
}

function ignoreLostLock(error: NodeJS.ErrnoException): void {
  if (!["ERELEASED", "ENOTACQUIRED", "ECOMPROMISED", "ENOENT"].includes(error.code ?? "")) throw error;
}

function locked(name: LockName): SkillLoopError {
  return new SkillLoopError({
    code: "HOME_LOCKED",
    message: `Another process has held the home's ${name} lock for too long.`,
    remedy: "End the other process, or try again in half a minute.",
  });
}
