import type { SkillLoopError } from "../errors.ts";
import type { Store } from "../ports/store.ts";

/**
 * The store of a loop that cannot store: every call rejects with the reason, which recall and sessions
 * swallow and the calls of a person show.
 */
export function inertStore(reason: SkillLoopError): Store {
  const reject = async (): Promise<never> => {
    throw reason;
  };
  return new Proxy({} as Store, {
    get(_target, name) {
      if (name === "close") return async () => undefined;
      // A value with a `then` would be taken for a promise wherever it is awaited.
      return name === "then" ? undefined : reject;
    },
  });
}
