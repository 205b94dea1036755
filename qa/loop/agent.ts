import { readNotes, type Skillset } from "./read-notes.ts";
import type { Call, Values, Way } from "./tasks/task.ts";
import type { CallResult } from "./world.ts";

export interface MadeCall {
  readonly tool: string;
  readonly input: Readonly<Record<string, string | number | boolean>>;
  readonly result: CallResult;
}

export interface Hands {
  /** Makes a call and answers with what came back, and with what is known of its error, `""` when nothing is. */
  readonly call: (
    tool: string,
    input: MadeCall["input"],
  ) => Promise<{ readonly result: CallResult; readonly hint: string }>;
}

export interface Work {
  readonly calls: readonly MadeCall[];
  /** Which ways it went, in order; 0 is its habit. */
  readonly ways: readonly number[];
}

/**
 * Works on a task by one policy: what the text speaks for, else the habit, else the next way where the text speaks against
 * the habit. After a failure it reads again with the hint, and goes on without a word for another way only while it has
 * patience.
 */
export async function work(
  hands: Hands,
  job: Skillset & { readonly values: Values; readonly prompt: string; readonly patience: number },
): Promise<Work> {
  const calls: MadeCall[] = [];
  const tried: number[] = [];
  let { prompt, patience } = job;
  for (;;) {
    const { standing, facts } = readNotes(prompt, job);
    const untried = job.ways.flatMap((way, at) => (tried.includes(at) || !hasFact(way, facts) ? [] : [at]));
    const favoured = mostSpokenFor(untried, standing);
    const next = favoured ?? (tried.length === 0 ? unled(untried, standing) : untried[0]);
    if (next === undefined) break;
    if (favoured === undefined && tried.length > 0) {
      if (patience === 0) break;
      patience -= 1;
    }
    tried.push(next);
    const hint = await go(hands, job.ways[next]?.calls ?? [], { ...job.values, ...facts }, calls);
    if (hint === undefined) break;
    prompt = `${prompt}\n\n${hint}`;
  }
  return { calls, ways: tried };
}

function hasFact({ fact }: Way, facts: Readonly<Record<string, string>>): boolean {
  return fact === undefined || facts[fact.name] !== undefined;
}

function mostSpokenFor(ways: readonly number[], standing: readonly number[]): number | undefined {
  let best: number | undefined;
  for (const way of ways) {
    if ((standing[way] ?? 0) > Math.max(0, best === undefined ? 0 : (standing[best] ?? 0))) best = way;
  }
  return best;
}

/** With nothing to go by: the habit, unless the text speaks against it and there is another way. */
function unled(ways: readonly number[], standing: readonly number[]): number | undefined {
  const other = ways.find((way) => way > 0 && (standing[way] ?? 0) >= 0);
  return (standing[0] ?? 0) < 0 && other !== undefined ? other : 0;
}

/** Makes the calls of a way up to its first failure; answers with the hint that came with it, or nothing when all worked. */
async function go(
  hands: Hands,
  plan: readonly Call[],
  given: Values,
  calls: MadeCall[],
): Promise<string | undefined> {
  let values = given;
  for (const { tool, input } of plan) {
    const filled = fillInput(input, values);
    const { result, hint } = await hands.call(tool, filled);
    calls.push({ tool, input: filled, result });
    if (!result.ok) return hint;
    values = { ...fieldsOf(result.output), ...values };
  }
  return undefined;
}

function fillInput(input: Call["input"], values: Values): Call["input"] {
  const filled: Record<string, string | number | boolean> = {};
  for (const [field, value] of Object.entries(input)) {
    const whole = typeof value === "string" ? /^<(\w+)>$/.exec(value)?.[1] : undefined;
    const known = whole === undefined ? undefined : values[whole];
    filled[field] =
      known ??
      (typeof value === "string"
        ? value.replace(/<(\w+)>/g, (slot, name: string) => String(values[name] ?? slot))
        : value);
  }
  return filled;
}

function fieldsOf(output: string): Values {
  try {
    const read: unknown = JSON.parse(output);
    if (typeof read !== "object" || read === null) return {};
    return Object.fromEntries(
      Object.entries(read).filter(([, value]) => typeof value === "string" || typeof value === "number"),
    );
  } catch {
    return {};
  }
}
