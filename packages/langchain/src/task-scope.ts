import { AsyncLocalStorage } from "node:async_hooks";

const tasks = new AsyncLocalStorage<{ readonly handler: object; readonly id: string }>();

/** The task that the calling code was started in by this handler. */
export function taskOf(handler: object): string | undefined {
  const task = tasks.getStore();
  return task?.handler === handler ? task.id : undefined;
}

/** Runs the body, and all it starts, as one task of this handler. */
export function inTask<T>(handler: object, id: string, body: () => Promise<T>): Promise<T> {
  return tasks.run({ handler, id }, body);
}
