import type { Verdict } from "./verdict.ts";

/** Something an agent that follows the skill would do, graded by a judge. */
export interface GateAssertion {
  /** The verification is concrete, the mistake is prevented, no step does harm, or any other behaviour. */
  readonly aspect: "verification" | "prevents-mistake" | "no-harm" | "behaviour";
  readonly text: string;
  /** A line of the skill, or a part of one: code checks that it occurs there. */
  readonly quote: string;
  /** `out-of-scope`: it asks for more than the skill says, which is the judge's fault and not the skill's. */
  readonly grade: "pass" | "fail" | "out-of-scope";
  readonly reason: string;
}

/** What shape, scan and judges say together. `assertions` is empty where no judge was asked. */
export interface GateReport {
  readonly verdict: Verdict;
  readonly assertions: readonly GateAssertion[];
}
