import { asyncContext } from "./async-context.ts";

export interface TaskAbout {
  /** Becomes the run's id. */
  readonly taskId: string;
  /** What is to be done, in words. Default: what the user of the first request said last. */
  readonly task?: string;
}

/** How the function of `runWithTask` settled. */
export interface TaskEnd {
  readonly how: "completed" | "failed" | "aborted";
  readonly error?: unknown;
}

/** The task that is being worked on in this asynchronous context. */
export interface TaskScope extends TaskAbout {
  /** Absent while its function runs. */
  end?: TaskEnd;
  readonly onEnd: Set<(end: TaskEnd) => void>;
}

const context = asyncContext<TaskScope>();

export function currentTask(): TaskScope | undefined {
  return context.getStore();
}

/**
 * Runs a function as one task: all model requests in it are one run, which ends when the function does. A
 * stream that goes on after the function has returned goes on belonging to it. Gives back what the function
 * gives, and throws what it throws.
 *
 * @example
 * await runWithTask("ticket-118", () => generateText({ model, tools, prompt }));
 */
export function runWithTask<Result>(about: string | TaskAbout, body: () => Result): Result {
  const scope: TaskScope = {
    ...(typeof about === "string" ? { taskId: about } : about),
    onEnd: new Set(),
  };
  const settle = (end: TaskEnd): void => {
    scope.end = end;
    for (const tell of scope.onEnd) tell(end);
    scope.onEnd.clear();
  };
  const fail = (error: unknown): void => {
    const isAbort = error instanceof Error && error.name === "AbortError";
    settle({ how: isAbort ? "aborted" : "failed", error });
  };
  let result: Result;
  try {
    result = context.run(scope, body);
  } catch (error) {
    fail(error);
    throw error;
  }
  // Only a promise is watched: calling `then` on another thenable could start its work a second time.
  if (result instanceof Promise) result.then(() => settle({ how: "completed" }), fail);
  else settle({ how: "completed" });
  return result;
}
