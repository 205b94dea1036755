import type { Step } from "../types/trace.ts";

const widestShift = 20;

const isFailed = (step: Step | undefined): boolean =>
  step?.kind === "tool" && step.outcome !== "ok" && step.outcome !== "interrupted";

/**
 * The first and the last half of at most `limit` steps. The two cuts are shifted together, by at most
 * twenty steps, to where neither falls right behind a failed call: what follows a failure is its repair.
 */
export function chooseSteps(steps: readonly Step[], limit: number): readonly Step[] {
  if (steps.length <= limit) return steps;
  if (limit <= 1) return steps.slice(0, limit);
  const half = Math.ceil(limit / 2);
  const reach = Math.min(widestShift, Math.floor(half / 2));
  const tailStart = (head: number): number => steps.length - (limit - head);
  const isClean = (head: number): boolean =>
    !isFailed(steps[head - 1]) && !isFailed(steps[tailStart(head) - 1]);
  let head = half;
  for (let shift = 0; shift <= reach; shift += 1) {
    const found = [half + shift, half - shift].find(isClean);
    if (found === undefined) continue;
    head = found;
    break;
  }
  return [...steps.slice(0, head), ...steps.slice(tailStart(head))];
}
