import { SkillLoopError } from "../errors.ts";
import type { GenerateRequest, GenerateResult, ModelUsage } from "../ports/language-model.ts";
import { promptData } from "../text/prompt-data.ts";
import { type FoundAnswer, findModelAnswer, invalidAnswer } from "./model-answer.ts";
import { addUsage, withSpend } from "./model-spend.ts";
import { withinSignal } from "./within-signal.ts";

/** One answer as a server gave it. */
export interface RawAnswer {
  readonly text?: string | null | undefined;
  /** What the model thought, where its server keeps that apart. */
  readonly reasoning?: string | null | undefined;
  readonly finish: "stop" | "length" | "other";
  readonly usage: ModelUsage;
  readonly model?: string | undefined;
}

/** What is to be asked now. `prompt` is whole: in a repair the previous answer and what was wrong with it stand in it. */
export interface AnswerTurn {
  readonly system: string;
  readonly prompt: string;
  /** Most tokens to answer with; more than before when the last answer was cut off. Absent: the provider's own. */
  readonly maxOutputTokens?: number;
  readonly signal?: AbortSignal;
}

const longestPrevious = 4_000;
/** An answer that was cut off gets twice the room it had, and at least this. */
const leastRoom = 4_096;

/**
 * Asks, reads, and asks once more when what came is empty, cut off or of another shape, with what was wrong. An answer that was
 * cut off is never read. Usage and calls are those of both answers, on the error too.
 *
 * Rejects with `MODEL_ANSWER_INVALID` when the second answer is no better, with the signal's reason at once when that is
 * aborted, and with whatever `ask` rejects with.
 */
export async function answerWithRepair<T>(
  request: GenerateRequest<T>,
  ask: (turn: AnswerTurn) => Promise<RawAnswer>,
): Promise<GenerateResult<T>> {
  const { system, prompt, schema, maxOutputTokens, signal } = request;
  let turn: AnswerTurn = {
    system,
    prompt,
    ...(maxOutputTokens !== undefined && { maxOutputTokens }),
    ...(signal && { signal }),
  };
  let usage: ModelUsage = { inputTokens: 0, outputTokens: 0 };
  let model: string | undefined;
  for (let calls = 1; ; calls += 1) {
    const asked = turn;
    const answer = await withinSignal(() => ask(asked), signal).catch((error: unknown) => {
      const spent = calls > 1 && SkillLoopError.isInstance(error);
      throw spent ? withSpend(error, { usage, calls: calls - 1, model }) : error;
    });
    usage = addUsage(usage, answer.usage);
    model = answer.model ?? model;
    const found = read(answer, schema);
    if (found.ok)
      return {
        value: found.value,
        usage,
        finish: answer.finish,
        calls,
        ...(model !== undefined && { model }),
      };
    if (calls === 2) throw withSpend(invalidAnswer(found.problem), { usage, calls, model });
    turn = { ...turn, ...repairOf(answer, { prompt, problem: found.problem, room: maxOutputTokens }) };
  }
}

function read<T>(answer: RawAnswer, schema: GenerateRequest<T>["schema"]): FoundAnswer<T> {
  return answer.finish === "length"
    ? { ok: false, problem: "The answer was cut off at the output limit." }
    : findModelAnswer(answer, schema);
}

function repairOf(
  answer: RawAnswer,
  asked: { readonly prompt: string; readonly problem: string; readonly room: number | undefined },
): Pick<AnswerTurn, "prompt" | "maxOutputTokens"> {
  const wasCut = answer.finish === "length";
  const previous = wasCut ? "" : (answer.text ?? "").trim();
  const shown =
    previous === "" ? "" : `${promptData("previous answer", previous, { max: longestPrevious })}\n`;
  const wish = wasCut ? "Answer more briefly" : "Answer again";
  const had = Math.max(asked.room ?? 0, answer.usage.outputTokens);
  return {
    prompt: `${asked.prompt}\n\n${shown}You were asked this before, and what you answered cannot be used: ${asked.problem} ${wish}, with one whole value of the form that was asked for and with nothing else.`,
    // Where nobody says how much room there was, the provider's own limit may be more than any guess.
    ...(wasCut && had > 0 && { maxOutputTokens: Math.max(2 * had, leastRoom) }),
  };
}
