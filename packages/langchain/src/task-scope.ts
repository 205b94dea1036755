import { AsyncLocalStorage } from "node:async_hooks";
import type { Loop } from "@skillloop/core";
import type { HostTask } from "@skillloop/core/adapter/langchain";

const tasks = new AsyncLocalStorage<{ readonly loop: Loop; readonly task: HostTask }>();

/** The task that the calling code was started in, for handlers of this loop. */
export function taskOf(loop: Loop): HostTask | undefined {
  const store = tasks.getStore();
  return store?.loop === loop ? store.task : undefined;
}

/** Runs the body, and all it starts, as one task. */
export function inTask<T>(loop: Loop, task: HostTask, body: () => Promise<T>): Promise<T> {
  return tasks.run({ loop, task }, body);
}
