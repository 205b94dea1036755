/** Does all steps of a piece of work at once. */
export function finish<Result>(steps: Generator<unknown, Result>): Result {
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  return step.value;
}
