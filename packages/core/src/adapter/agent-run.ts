import { controlFlowOf } from "../trace/wording.ts";
import type { Loop, Session, ToolCallRecord } from "../types/loop.ts";
import type { ToolStep, Trace } from "../types/trace.ts";
import type { AdapterOptions, FinishedRun } from "./adapter-options.ts";
import { inputKey, type RunCall, replaces } from "./call-table.ts";
import type { Transcript } from "./transcript.ts";

/** A call that a model asked for, as its framework names it. */
export interface FrameworkCall {
  readonly id?: string | undefined;
  readonly tool: string;
  readonly input: unknown;
}

/** What is known of a call's result. */
export interface FrameworkResult extends Pick<ToolCallRecord, "output" | "error" | "outcome" | "durationMs"> {
  readonly id?: string | undefined;
  readonly tool?: string | undefined;
  readonly input?: unknown;
  /** Which of the calls with this id. Default: the latest. */
  readonly occurrence?: number;
  /** True when the host reported it itself, false when it was read from a message. */
  readonly exact: boolean;
}

/** What goes into one request: the block for the task, and the hint of each result, `""` for none. */
export interface Notes {
  readonly block: string;
  readonly hints: readonly { readonly message: number; readonly place: number; readonly text: string }[];
}

/** What a request without a task gets: there is nothing to ask for. */
const nothing = { text: "" };

export const noNotes: Notes = { block: "", hints: [] };

export interface AgentRunFacts {
  readonly loop: Loop;
  readonly task: string;
  readonly scopeKey: string;
  readonly history: readonly string[];
  readonly tools?: readonly string[] | undefined;
  readonly runId?: string | undefined;
}

type Behaviour = Pick<AdapterOptions<never>, "verify" | "inject" | "record" | "onHint">;

/**
 * One run of an agent, from its first request to its end, whatever its framework calls it. Everything here
 * may be called at any time and in any order; nothing throws or rejects.
 */
export class AgentRun {
  readonly task: string;
  readonly scopeKey: string;
  readonly #calls: RunCall[] = [];
  /** The same calls by the framework's id: some servers give one id to several. */
  readonly #named = new Map<string, RunCall[]>();
  /** True while somebody is certain to end it: then neither `flush` nor time does. */
  held = false;
  /** As the table was given them; an adapter of several parts may name them while the run is open. */
  verify: Behaviour["verify"];
  onHint: Behaviour["onHint"];
  /** How many requests the model has not answered to the end: a run given up then was cut off. */
  unanswered = 0;
  /** True while its last request has failed and may be sent again. */
  awaitsRetry = false;
  readonly #session: Session;
  readonly #loop: Loop;
  readonly #behaviour: Behaviour;
  readonly #history: readonly string[];
  #answer = "";
  #unsaid = "";
  #ended: Promise<void> | undefined;

  constructor(facts: AgentRunFacts, behaviour: Behaviour) {
    const { loop, task, tools, runId } = facts;
    this.task = task;
    this.scopeKey = facts.scopeKey;
    this.#loop = loop;
    this.#history = facts.history;
    this.#behaviour = behaviour;
    this.verify = behaviour.verify;
    this.onHint = behaviour.onHint;
    this.#session = loop.session(task, {
      learn: behaviour.record !== false,
      recall: behaviour.inject !== false,
      ...(runId !== undefined && { runId }),
      ...(tools !== undefined && { tools }),
      onHint: (hint) => this.onHint?.(hint),
    });
  }

  get id(): string {
    return this.#session.runId;
  }

  get isEnded(): boolean {
    return this.#ended !== undefined;
  }

  get calls(): readonly RunCall[] {
    return this.#calls;
  }

  get hasOpenCalls(): boolean {
    return this.#calls.some(({ state }) => state === "open" || state === "interrupted");
  }

  /** Calls of one model response, in its order. */
  asked(calls: readonly FrameworkCall[]): void {
    if (calls.length === 0 || this.isEnded) return;
    if (this.#unsaid !== "") this.#session.assistant(this.#unsaid);
    this.#unsaid = "";
    const ids = this.#session.asked(
      calls.map(({ id, tool, input }) => ({ tool, input, ...(id !== undefined && { callId: id }) })),
    );
    for (const [index, { id, tool, input }] of calls.entries()) {
      this.#keep({
        frameworkId: id ?? "",
        recordedId: ids[index] ?? "",
        tool,
        inputKey: inputKey(input),
        state: "open",
        hint: Promise.resolve(""),
      });
    }
  }

  /** The result of a call. A call that nobody asked for through `asked` is recorded with it. */
  answered(result: FrameworkResult): void {
    const { id = "", tool, input, output, error, durationMs, exact } = result;
    const outcome = result.outcome ?? (error === undefined ? undefined : controlFlowOf(error));
    let call = this.#callOf(id, result.occurrence);
    if (this.isEnded) return;
    if (call === undefined || (tool !== undefined && call.tool !== tool && call.state !== "open")) {
      this.asked([{ ...(id !== "" && { id }), tool: tool ?? "", input }]);
      call = this.#calls.at(-1);
    }
    if (call === undefined || !replaces(call.state, outcome, exact)) return;
    call.state = outcome === "interrupted" ? "interrupted" : exact ? "exact" : "observed";
    const record: ToolCallRecord = {
      callId: call.recordedId,
      tool: call.tool || tool || "",
      ...(input !== undefined && { input }),
      output,
      error,
      ...(outcome !== undefined && { outcome }),
      ...(durationMs !== undefined && { durationMs }),
    };
    const hint = this.#session.tool(record).then(({ text }) => text);
    const earlier = call.hint;
    // A hint that stood in a request once stays in all later ones: they share its bytes.
    call.hint = Promise.all([earlier, hint]).then(([before, now]) => before || now);
  }

  /** Records what a message list shows and nothing has reported: calls, and results without an event. */
  observe(transcript: Transcript): void {
    const seen = new Map<string, number>();
    for (const entry of transcript.entries) {
      if (entry.kind === "asked") {
        const fresh = entry.calls.filter(({ id = "" }) => {
          const occurrence = seen.get(id) ?? 0;
          seen.set(id, occurrence + 1);
          return this.#callOf(id, occurrence) === undefined;
        });
        if (fresh.length > 0) this.said(entry.text);
        this.asked(fresh);
        continue;
      }
      const { id, tool, output, error, failed, outcome } = entry.result;
      this.answered({
        id,
        tool,
        output,
        error: error ?? (failed === true ? output : undefined),
        ...(outcome !== undefined && { outcome }),
        occurrence: entry.occurrence,
        exact: false,
      });
    }
  }

  /** What the model said. It is kept with the calls of the run; talk without any call is not recorded. */
  said(text: string): void {
    if (text.trim() === "" || this.isEnded) return;
    this.#answer = text;
    if (this.#calls.length === 0) this.#unsaid = text;
    else this.#session.assistant(text);
  }

  /** What this request is to hold. Waits for recall at most as long as the loop's budget. */
  async notes(transcript: Transcript): Promise<Notes> {
    if (this.#behaviour.inject === false) return noNotes;
    const block = this.task === "" ? nothing : this.#session.skills({ history: this.#history });
    const wanted = transcript.entries.flatMap((entry) => (entry.kind === "result" ? [entry] : []));
    const hints = await Promise.all(
      wanted.map(async ({ message, place, occurrence, result }) => ({
        message,
        place,
        text: (await this.#callOf(result.id ?? "", occurrence)?.hint) ?? "",
      })),
    );
    return { block: (await block).text, hints: hints.filter(({ text }) => text !== "") };
  }

  /**
   * Ends the run: open calls stay `missing`, the check is asked, and the trace is stored, all in the
   * background. The loop's `flush` waits for it; nobody else has to.
   */
  end(how: Trace["end"], error?: unknown): Promise<void> {
    if (this.#ended === undefined) {
      this.#ended = this.#finish(how, error);
      this.#loop.waitFor(this.#ended);
    }
    return this.#ended;
  }

  /** Ends it without a trace: another run has recorded the same calls. */
  drop(): void {
    this.#ended ??= Promise.resolve();
  }

  #callOf(id: string, occurrence?: number): RunCall | undefined {
    const named = this.#named.get(id);
    return occurrence === undefined ? named?.at(-1) : named?.[occurrence];
  }

  #keep(call: RunCall): void {
    this.#calls.push(call);
    const named = this.#named.get(call.frameworkId);
    if (named === undefined) this.#named.set(call.frameworkId, [call]);
    else named.push(call);
  }

  async #finish(how: Trace["end"], error: unknown): Promise<void> {
    await Promise.all(this.#calls.map(({ hint }) => hint));
    if (this.#behaviour.record === false) return;
    if (how === "failed" && this.#calls.length > 0) {
      this.#session.signal({ source: "heuristic", outcome: "failure", detail: errorWords(error) });
    }
    await this.#verify(how);
    await this.#session.end(how);
  }

  async #verify(how: Trace["end"]): Promise<void> {
    if (this.verify === undefined) return;
    const steps = this.#session.steps.filter((step): step is ToolStep => step.kind === "tool");
    const run: FinishedRun = {
      runId: this.id,
      task: this.task,
      scope: this.#loop.scope,
      steps,
      answer: this.#answer,
      end: how,
    };
    try {
      const found = await this.verify(run);
      if (found !== undefined) {
        const { check, detail, ...result } = found;
        this.#session.verifiedBy(result, { check, ...(detail !== undefined && { detail }) });
      }
    } catch (cause) {
      this.#loop.report(cause, "adapter.verify");
    }
  }
}

function errorWords(error: unknown): string {
  try {
    return error instanceof Error ? `${error.name}: ${error.message}` : String(error ?? "the run failed");
  } catch {
    return "the run failed";
  }
}
