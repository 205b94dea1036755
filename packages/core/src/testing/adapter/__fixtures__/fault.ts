import type { Loop, Session } from "../../../types/loop.ts";
import type { Scenario } from "../scenario.ts";
import type { Faults } from "./reference-adapter.ts";
import type { Hooks } from "./reference-framework.ts";

/** A way of being wrong, the scenario that tells it, and what it is told by. */
export interface Fault {
  readonly fault: string;
  readonly breaks: Faults;
  readonly scenario: Scenario["name"];
  readonly says: RegExp;
}

export const hooks = (change: (hooks: Hooks) => Partial<Hooks>): Faults => ({
  hooks: (whole) => ({ ...whole, ...change(whole) }),
});

/** An adapter whose sessions are changed on their way from the loop. */
export const sessions = (change: (session: Session, loop: Loop) => Partial<Session>): Faults => ({
  options: ({ loop, ...options }) => ({
    ...options,
    loop: new Proxy(loop, {
      get: (target, name) => {
        const member: unknown = Reflect.get(target, name);
        if (typeof member !== "function") return member;
        return (...given: readonly unknown[]): unknown => {
          const made: unknown = Reflect.apply(member, target, given);
          return name === "session" ? Object.assign({}, made, change(made as Session, target)) : made;
        };
      },
    }),
  }),
});
