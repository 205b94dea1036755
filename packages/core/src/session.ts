import { type ErrorCode, SkillLoopError } from "./errors.ts";
import { callHost, safely } from "./loop/safely.ts";
import { filledText, readCheckResult, readSessionOptions, readSignal } from "./loop/session-input.ts";
import { createStepLog } from "./loop/step-log.ts";
import { errorSignature } from "./text/error-signature/error-signature.ts";
import { boundText, boundTexts } from "./trace/bound-texts.ts";
import { isJsonObject, readField, toJsonValue, valueText } from "./trace/json-value.ts";
import type { JsonObject } from "./types/json.ts";
import type { Hint, Receipt, Session, SessionOptions } from "./types/loop.ts";
import type { RecallErrorOptions, RecallHit, RecallOptions, RecallResult } from "./types/recall.ts";
import type { Signal } from "./types/signal.ts";
import type { BulletFeedback, ShownSkill, Step, ToolStep, Trace } from "./types/trace.ts";

/** What a session asks of its loop. It knows no store and no library, so an agent cannot reach them. */
export interface SessionPorts {
  recall(task: string, options: RecallOptions): Promise<RecallResult>;
  recallForError(error: string, options: RecallErrorOptions): Promise<RecallResult>;
  learn(recording: SessionRecording): Promise<Receipt | undefined>;
  /** Told of failures of ours and of the host's callbacks; never throws. */
  report(error: unknown, event: string): void;
  nextId(): string;
}

/** One run as it was seen, before intake validates, redacts and caps it. */
export interface SessionRecording {
  readonly runId: string;
  readonly task: string;
  readonly steps: readonly Step[];
  readonly signals: readonly Signal[];
  readonly context: JsonObject;
  readonly environment?: Readonly<Record<string, string>>;
  readonly shown: readonly ShownSkill[];
  readonly used: readonly string[];
  readonly bulletFeedback: readonly BulletFeedback[];
  readonly end: Trace["end"];
}

const FAILED: ReadonlySet<string> = new Set(["tool-error", "invalid-input", "unknown-tool"]);
const ENDS: ReadonlySet<unknown> = new Set<Trace["end"]>(["completed", "failed", "aborted"]);
const UNNAMED_TASK = "A task that nobody named";

/** Starts the recording of one run. Nothing in it throws into the host, whatever it is called with. */
export function createSession(asked: string, given: SessionOptions, ports: SessionPorts): Session {
  const options = readSessionOptions(given);
  const named = boundText(valueText(asked));
  const task = named.trim() === "" ? UNNAMED_TASK : named;
  const runId = options.runId ?? ports.nextId();
  const log = createStepLog();
  const signals: Signal[] = [];
  const shown = new Map<string, ShownSkill>();
  const used = new Set<string>();
  const bulletFeedback: BulletFeedback[] = [];
  const hintedSignatures = new Set<string>();
  /** Hints that are not given yet, with the signature of their error. */
  const held = new WeakMap<Hint, string>();
  const shownBullets = new Map<string, string>();
  const facts: Pick<RecallOptions, "tools" | "environment"> = {
    ...(options.tools && { tools: options.tools }),
    ...(options.environment && { environment: options.environment }),
  };
  let context: JsonObject = {};
  let block: Promise<RecallResult> | undefined;
  let ended: Promise<Receipt | undefined> | undefined;
  let toldClosed = false;

  /** Does the recording of one call of the host, unless the recording is over. */
  const recording = <T>(event: string, work: () => T): T | undefined => {
    const report = (error: unknown): void => ports.report(error, event);
    if (ended === undefined) return safely<T | undefined>(work, report, undefined);
    if (!toldClosed) report(problem("CLOSED", `${event} was called after end(), so it is not recorded.`));
    toldClosed = true;
    return undefined;
  };

  const remember = (hits: readonly RecallHit[], when: ShownSkill["when"], callId?: string): void => {
    for (const hit of hits) {
      for (const bullet of hit.content.bullets) shownBullets.set(bullet.id, hit.skillId);
      if (shown.has(hit.skillId)) continue;
      const { skillId, name, version } = hit;
      shown.set(skillId, { skillId, name, version, when, ...(callId !== undefined && { callId }) });
    }
  };

  const tellGiven = (hint: Hint): void => {
    remember(hint.hits, "error", hint.callId);
    callHost(
      () => options.onHint?.(hint),
      (failure) => ports.report(failure, "session.on-hint"),
    );
  };

  const hintFor = async (step: ToolStep): Promise<Hint> => {
    const none: Hint = { text: "", hits: [], callId: step.callId };
    if (options.recall === false || !FAILED.has(step.outcome)) return none;
    try {
      const error = step.error ?? step.output ?? "";
      const signature = errorSignature(error);
      if (hintedSignatures.has(signature.hash)) return none;
      if (options.holdHints !== true) hintedSignatures.add(signature.hash);
      const { tool } = step;
      const recalled = await ports.recallForError(error, {
        task,
        tool,
        exclude: [...shown.keys()],
        ...facts,
      });
      if (recalled.hits.length === 0) return none;
      const hint: Hint = { text: recalled.text, hits: recalled.hits, callId: step.callId };
      if (options.holdHints === true) held.set(hint, signature.hash);
      else tellGiven(hint);
      return hint;
    } catch (error) {
      ports.report(error, "session.tool");
      return none;
    }
  };

  const feedback = (bulletId: string, verdict: BulletFeedback["verdict"]): void => {
    recording(`session.${verdict}`, () => {
      const skillId = shownBullets.get(bulletId);
      if (skillId !== undefined) bulletFeedback.push({ skillId, bulletId, verdict });
    });
  };

  const finish = async (how: unknown): Promise<Receipt | undefined> => {
    if (options.learn === false || (log.steps.length === 0 && signals.length === 0)) return undefined;
    try {
      return await ports.learn({
        runId,
        task,
        steps: log.steps,
        signals,
        context,
        ...(options.environment && { environment: options.environment }),
        shown: [...shown.values()],
        used: [...used],
        bulletFeedback,
        end: ENDS.has(how) ? (how as Trace["end"]) : "completed",
      });
    } catch (error) {
      ports.report(error, "session.end");
      return undefined;
    }
  };

  return {
    runId,
    task,
    get steps() {
      return log.steps;
    },
    async skills(recallOptions) {
      if (options.recall === false) return { text: "", hits: [] };
      try {
        block ??= ports.recall(task, { ...facts, ...recallOptions });
        const { text, hits } = await block;
        remember(hits, "task");
        return { text, hits };
      } catch (error) {
        ports.report(error, "session.skills");
        return { text: "", hits: [] };
      }
    },
    asked: (calls) => recording("session.asked", () => log.ask(calls)) ?? [],
    async tool(call) {
      const step = recording("session.tool", () => log.answer(call));
      return step === undefined ? { text: "", hits: [], callId: "" } : hintFor(step);
    },
    give(hint) {
      const signature = held.get(hint);
      held.delete(hint);
      if (signature === undefined || hintedSignatures.has(signature)) return false;
      hintedSignatures.add(signature);
      if (hint.hits.every(({ skillId }) => shown.has(skillId))) return false;
      tellGiven(hint);
      return true;
    },
    user: (text) => void recording("session.user", () => log.say("user", text)),
    assistant: (text) => void recording("session.assistant", () => log.say("assistant", text)),
    verifiedBy(result, about) {
      recording("session.verifiedBy", () => {
        const check = filledText(readField(about, "check"));
        const detail = filledText(readField(about, "detail"));
        const read = readCheckResult(result);
        if (read === undefined || check === undefined) {
          const missing =
            read === undefined ? "a result that is neither pass nor fail" : "no name of a check";
          ports.report(problem("INVALID_TRACE", `verifiedBy was given ${missing}.`), "session.verifiedBy");
        }
        // Without a named check it is an opinion: nobody could tell later what was checked.
        signals.push({
          source: check === undefined ? "self" : "test",
          ...(check !== undefined && { check }),
          ...(detail !== undefined && { detail }),
          ...(read ?? { outcome: "unknown" }),
        });
      });
    },
    signal(given) {
      recording("session.signal", () => {
        const signal = readSignal(given);
        if (signal === undefined)
          throw problem("INVALID_TRACE", "signal was given no known source and outcome.");
        if (signal.source === "test") {
          throw problem("NOT_ALLOWED", "A signal cannot claim to be a test: verifiedBy records those.");
        }
        signals.push(signal);
      });
    },
    used(skill) {
      recording("session.used", () => {
        const name = filledText(skill);
        if (name === undefined) throw problem("INVALID_TRACE", "used was given no name of a skill.");
        used.add(name);
      });
    },
    helpful: (bulletId) => feedback(bulletId, "helpful"),
    harmful: (bulletId) => feedback(bulletId, "harmful"),
    context(values) {
      recording("session.context", () => {
        const facts = boundTexts(toJsonValue(values));
        if (!isJsonObject(facts)) throw problem("INVALID_TRACE", "context was given no object of facts.");
        context = { ...context, ...facts };
      });
    },
    end(how = "completed") {
      ended ??= finish(how);
      return ended;
    },
  };
}

function problem(code: ErrorCode, message: string): SkillLoopError {
  const remedy =
    code === "CLOSED"
      ? "Call end() last, or start another session."
      : "Look at the call; the rest of the run is recorded as it is.";
  return new SkillLoopError({ code, message, remedy });
}
