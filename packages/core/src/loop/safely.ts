/** Runs what must not break the host: what it throws goes to `onFailure`, and `fallback` stands for its answer. */
export function safely<T>(work: () => T, onFailure: (error: unknown) => void, fallback: T): T {
  try {
    return work();
  } catch (error) {
    onFailure(error);
    return fallback;
  }
}

/**
 * Calls a function of the host whose answer nobody waits for. It may throw, and it may be an async function
 * that rejects later, which would otherwise end the host's process as an unhandled rejection. `onFailure`
 * must not throw.
 */
export function callHost(call: () => unknown, onFailure: (error: unknown) => void): void {
  try {
    const answer = call();
    if ((typeof answer === "object" && answer !== null) || typeof answer === "function") {
      Promise.resolve(answer).then(undefined, onFailure);
    }
  } catch (error) {
    onFailure(error);
  }
}
