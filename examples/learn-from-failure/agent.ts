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
  readonly commands: readonly string[];
  readonly failedCalls: number;
  /** Whether a note that came with an error changed what the agent did. */
  readonly hinted: boolean;
}

/** Round one: nobody can tell the agent anything, so it tries one thing after the other. */
export async function explore(hands: Hands, trials: readonly string[]): Promise<Work> {
  let failedCalls = 0;
  for (const command of trials) {
    if ((await runAndReport(hands, command)).failed) failedCalls += 1;
  }
  return { commands: trials, failedCalls, hinted: false };
}

/**
 * Afterwards: the agent has its first idea and what its prompt holds, and no other way out. Without a note
 * that fits it does the obvious thing, fails, and gives up.
 */
export async function workFromNotes(hands: Hands, prompt: Reading): Promise<Work> {
  const commands: string[] = [];
  const read = new Set<string>();
  let failedCalls = 0;
  let plan: readonly string[] | undefined = planFromNotes(prompt) ?? [prompt.intended];
  while (plan !== undefined && !read.has(plan.join("\n"))) {
    read.add(plan.join("\n"));
    let hint: string | undefined;
    for (const command of plan) {
      commands.push(command);
      const { failed, text } = await runAndReport(hands, command);
      if (!failed) continue;
      failedCalls += 1;
      hint = text;
      break;
    }
    if (hint === undefined) break;
    plan = planFromNotes({ ...prompt, notes: hint });
  }
  return { commands, failedCalls, hinted: read.size > 1 };
}

async function runAndReport(hands: Hands, command: string): Promise<{ failed: boolean; text: string }> {
  const { exitCode, output, error } = await hands.run(command);
  const failed = exitCode !== 0;
  // Programs also speak on standard error when all is well; an agent sees both.
  const seen = failed ? { output, error } : { output: output + error };
  const call: BashCall = { name: "bash", input: { command }, ...seen, exitCode };
  return { failed, text: await hands.report(call) };
}
