import { errorSignature } from "./text/error-signature.ts";
import { toolStepFrom } from "./trace/record-step.ts";
import type { JsonObject } from "./types/json.ts";
import type { Hint, Receipt, Session, SessionOptions, ToolCallRecord } from "./types/loop.ts";
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

/** Starts the recording of one run. Nothing in it throws into the host. */
export function createSession(task: string, options: SessionOptions, ports: SessionPorts): Session {
  const runId = options.runId ?? ports.nextId();
  const steps: Step[] = [];
  const signals: Signal[] = [];
  const shown = new Map<string, ShownSkill>();
  const used = new Set<string>();
  const bulletFeedback: BulletFeedback[] = [];
  const hintedSignatures = new Set<string>();
  const shownBullets = new Map<string, string>();
  const facts: Pick<RecallOptions, "tools" | "environment"> = {
    ...(options.tools && { tools: options.tools }),
    ...(options.environment && { environment: options.environment }),
  };
  let context: JsonObject = {};
  let turn = 0;
  let block: Promise<RecallResult> | undefined;
  let ended: Promise<Receipt | undefined> | undefined;

  const remember = (hits: readonly RecallHit[], when: ShownSkill["when"], callId?: string): void => {
    for (const hit of hits) {
      for (const bullet of hit.content.bullets) shownBullets.set(bullet.id, hit.skillId);
      if (shown.has(hit.skillId)) continue;
      const { skillId, name, version } = hit;
      shown.set(skillId, { skillId, name, version, when, ...(callId !== undefined && { callId }) });
    }
  };

  const hintFor = async (step: ToolStep): Promise<Hint> => {
    const none: Hint = { text: "", hits: [], callId: step.callId };
    if (!FAILED.has(step.outcome)) return none;
    const error = step.error ?? step.output ?? "";
    const signature = errorSignature(error);
    if (hintedSignatures.has(signature.hash)) return none;
    hintedSignatures.add(signature.hash);
    const recalled = await ports.recallForError(error, {
      ...facts,
      task,
      tool: step.tool,
      exclude: [...shown.keys()],
    });
    if (recalled.hits.length === 0) return none;
    remember(recalled.hits, "error", step.callId);
    const hint: Hint = { text: recalled.text, hits: recalled.hits, callId: step.callId };
    try {
      options.onHint?.(hint);
    } catch (error) {
      ports.report(error, "session.on-hint");
    }
    return hint;
  };

  const record = (call: ToolCallRecord): ToolStep => {
    const issued = call.turn ?? turn;
    turn = Math.max(turn, issued + 1);
    return toolStepFrom(call, { turn: issued, callId: call.callId ?? `${steps.length + 1}` });
  };

  const say = (role: "user" | "assistant", text: string): void => {
    steps.push({ kind: "text", role, turn, text: String(text) });
    turn += 1;
  };

  const feedback = (bulletId: string, verdict: BulletFeedback["verdict"]): void => {
    const skillId = shownBullets.get(bulletId);
    if (skillId !== undefined) bulletFeedback.push({ skillId, bulletId, verdict });
  };

  const finish = async (how: Trace["end"]): Promise<Receipt | undefined> => {
    if (options.learn === false || (steps.length === 0 && signals.length === 0)) return undefined;
    try {
      return await ports.learn({
        runId,
        task,
        steps,
        signals,
        context,
        ...(options.environment && { environment: options.environment }),
        shown: [...shown.values()],
        used: [...used],
        bulletFeedback,
        end: how,
      });
    } catch (error) {
      ports.report(error, "session.end");
      return undefined;
    }
  };

  return {
    runId,
    task,
    async skills(recallOptions = {}) {
      block ??= ports.recall(task, { ...facts, ...recallOptions });
      try {
        const { text, hits } = await block;
        remember(hits, "task");
        return { text, hits };
      } catch (error) {
        ports.report(error, "session.skills");
        return { text: "", hits: [] };
      }
    },
    async tool(call) {
      try {
        const step = record(call);
        steps.push(step);
        return await hintFor(step);
      } catch (error) {
        ports.report(error, "session.tool");
        return { text: "", hits: [], callId: call.callId ?? "" };
      }
    },
    user: (text) => say("user", text),
    assistant: (text) => say("assistant", text),
    verifiedBy(result, { check, detail }) {
      signals.push({
        source: "test",
        check,
        ...(detail !== undefined && { detail }),
        ...checkOutcome(result),
      });
    },
    signal(signal) {
      signals.push(signal);
    },
    used(skill) {
      used.add(skill);
    },
    helpful: (bulletId) => feedback(bulletId, "helpful"),
    harmful: (bulletId) => feedback(bulletId, "harmful"),
    context(values) {
      context = { ...context, ...values };
    },
    end(how = "completed") {
      ended ??= finish(how);
      return ended;
    },
  };
}

type CheckResult = Parameters<Session["verifiedBy"]>[0];

/** A process that was killed has no exit code: its check says nothing, neither pass nor fail. */
function checkOutcome(result: CheckResult): Pick<Signal, "outcome" | "exitCode"> {
  if (result === true) return { outcome: "success" };
  if (result === false) return { outcome: "failure" };
  if ("passed" in result) {
    return { outcome: result.passed === true ? "success" : result.passed === false ? "failure" : "unknown" };
  }
  if (typeof result.exitCode !== "number") return { outcome: "unknown" };
  return { outcome: result.exitCode === 0 ? "success" : "failure", exitCode: result.exitCode };
}
