import { errorText } from "../text/error-signature/error-text.ts";
import type { Loop, Session } from "../types/loop.ts";
import type { ToolStep, Trace } from "../types/trace.ts";
import type { FinishedRun } from "./adapter-options.ts";
import type { AgentRun } from "./agent-run.ts";
import { askCheck } from "./ask-check.ts";
import { failedGeneration } from "./failed-generation.ts";
import type { HandingOver } from "./handing-over.ts";

/** What a run leaves when it ends. */
export interface LeftByRun {
  readonly session: Session;
  readonly loop: Loop;
  /** What the model said last. */
  readonly answer: string;
  readonly handingOver: HandingOver;
}

/** Asks the check of a run that has ended, and hands its trace to the loop. One without a call leaves none. */
export async function finishRun(
  run: Pick<AgentRun, "id" | "task" | "calls" | "verify">,
  { session, loop, answer, handingOver }: LeftByRun,
  how: Trace["end"],
  error: unknown,
): Promise<void> {
  await Promise.all(run.calls.map(({ hint }) => hint));
  const draft = failedGeneration(error);
  // A model that could not write its call has called no tool; what it wrote is all there is (PR5).
  if (draft !== "") session.assistant(draft);
  if (run.calls.length === 0 && draft === "") return;
  // Reading and redacting a run takes a millisecond of its own: the host has its answer first.
  await handingOver.over;
  if (how === "failed") {
    const detail = errorText(error) || "the run failed";
    session.signal({ source: "heuristic", outcome: "failure", detail });
  }
  await checkRun(run, { session, loop, answer }, how);
  await session.end(how);
}

async function checkRun(
  { id, task, verify }: Pick<AgentRun, "id" | "task" | "verify">,
  { session, loop, answer }: Omit<LeftByRun, "handingOver">,
  how: Trace["end"],
): Promise<void> {
  if (verify === undefined) return;
  const steps = session.steps.filter((step): step is ToolStep => step.kind === "tool");
  const finished: FinishedRun = { runId: id, task, scope: loop.scope, steps, answer, end: how };
  const found = await askCheck(verify, finished, (cause) => loop.report(cause, "adapter.verify"));
  if (found === undefined) return;
  const { check, detail, ...result } = found;
  session.verifiedBy(result, { check, ...(detail !== undefined && { detail }) });
}
