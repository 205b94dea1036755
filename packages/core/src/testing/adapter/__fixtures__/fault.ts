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
