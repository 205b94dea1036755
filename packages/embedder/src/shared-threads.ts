import { closedError } from "./embedder-errors.ts";
import { EncoderThread, type ThreadJob } from "./encoder-thread.ts";
import type { LocalModel } from "./local-model.ts";

/** One embedder's hold on a thread that others of the process may share. */
export interface ThreadLease {
  embed(job: ThreadJob): Promise<Float32Array>;
  /** The last one to close ends the thread. */
  close(): Promise<void>;
}

interface Shared {
  readonly thread: EncoderThread;
  users: number;
}

const shared = new Map<string, Shared>();

/** A lease on the process's thread for a model. Nothing is started before the first job. */
export function leaseThread(model: LocalModel, threads: number): ThreadLease {
  const key = JSON.stringify([model.folder.href, model.dimension, model.limit, threads]);
  const entry = shared.get(key) ?? { thread: new EncoderThread(model, threads), users: 0 };
  shared.set(key, entry);
  entry.users += 1;
  let closed = false;
  return {
    embed: (job) => (closed ? Promise.reject(closedError()) : entry.thread.embed(job)),
    async close() {
      if (closed) return;
      closed = true;
      entry.users -= 1;
      if (entry.users > 0) return;
      shared.delete(key);
      await entry.thread.close();
    },
  };
}
