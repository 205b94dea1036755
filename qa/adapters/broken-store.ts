import { type LoopOptions, SkillLoop } from "@skillloop/core";
import { SCOPE } from "../bench/library.ts";

type Store = NonNullable<LoopOptions["store"]>;

export const BUDGET_MS = 50;

/** In which way a store does not work. */
export type Fault = "hangs" | "throws";

const answers: Readonly<Record<Fault, () => Promise<never>>> = {
  hangs: () => new Promise(() => {}),
  throws: () => Promise.reject(new Error("the disk is gone")),
};

/** A loop whose store answers nothing, whatever it is asked. */
export function openBrokenLoop(fault: Fault): Promise<SkillLoop> {
  const store = new Proxy({} as Store, { get: () => answers[fault] });
  return SkillLoop.open({ store, scope: SCOPE, worker: "manual", recallBudgetMs: BUDGET_MS });
}
