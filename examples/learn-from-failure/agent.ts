import { planFromNotes, type Reading } from "./read-notes.ts";
import type { CommandResult } from "./workspace.ts";

/** One command as the memory records it. */
export interface BashCall {
  readonly name: "bash";
  readonly input: { readonly command: string };
  readonly output: string;
  readonly error?: string;
  readonly exitCode: number | null;
}

export interface Hands {
  readonly run: (command: string) => Promise<CommandResult>;
  /** Reports a command and its result; answers with what is known of its error, `""` when nothing is. */
  readonly report: (call: BashCall) => Promise<string>;
}

export interface Work {
  readonly calls: readonly BashCall[];
  readonly failedCalls: number;
  /** Where the last thing the agent tried came from: an idea of its own, the prompt, or a hint. */
  readonly source: "own idea" | "prompt" | "hint";
}

/** Round one: nobody can tell the agent anything, so it tries one thing after the other. */
export async function explore(hands: Hands, trials: readonly string[]): Promise<Work> {
  const calls: BashCall[] = [];
  for (const command of trials) calls.push((await runAndReport(hands, command)).call);
  return { calls, failedCalls: countFailed(calls), source: "own idea" };
}

/**
 * Afterwards: the agent has its first idea and what its prompt holds, and no other way out. Without a note
 * that fits it does the obvious thing, fails, and gives up.
 */
export async function workFromNotes(hands: Hands, prompt: Reading): Promise<Work> {
  const calls: BashCall[] = [];
  const tried = new Set<string>();
  const noted = planFromNotes(prompt);
  let source: Work["source"] = noted === undefined ? "own idea" : "prompt";
  let plan: readonly string[] | undefined = noted ?? [prompt.intended];
  while (plan !== undefined) {
    tried.add(plan.join("\n"));
    const hint = await follow({ hands, plan, calls });
    if (hint === undefined) break;
    plan = planFromNotes({ ...prompt, notes: hint });
    if (plan === undefined || tried.has(plan.join("\n"))) break;
    source = "hint";
  }
  return { calls, failedCalls: countFailed(calls), source };
}

/** Runs a plan up to its first error, and answers with the hint that came with that. */
async function follow(options: {
  readonly hands: Hands;
  readonly plan: readonly string[];
  readonly calls: BashCall[];
}): Promise<string | undefined> {
  for (const command of options.plan) {
    const { call, hint } = await runAndReport(options.hands, command);
    options.calls.push(call);
    if (call.exitCode !== 0) return hint;
  }
  return undefined;
}

async function runAndReport(
  hands: Hands,
  command: string,
): Promise<{ readonly call: BashCall; readonly hint: string }> {
  const { exitCode, output, error } = await hands.run(command);
  // Programs also speak on standard error when all is well; an agent sees both.
  const seen = exitCode === 0 ? { output: output + error } : { output, error };
  const call: BashCall = { name: "bash", input: { command }, ...seen, exitCode };
  return { call, hint: await hands.report(call) };
}

function countFailed(calls: readonly BashCall[]): number {
  return calls.filter(({ exitCode }) => exitCode !== 0).length;
}
