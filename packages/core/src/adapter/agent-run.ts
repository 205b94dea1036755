import { controlFlowOf } from "../trace/wording.ts";
import type { Hint, Loop, Session } from "../types/loop.ts";
import type { Trace } from "../types/trace.ts";
import type { AdapterOptions } from "./adapter-options.ts";
import type { AgentRunFacts } from "./agent-run-facts.ts";
import { inputKey } from "./call-keys.ts";
import { CallTable, type RunCall, replaces } from "./call-table.ts";
import { finishRun } from "./finish-run.ts";
import { type FrameworkCall, type FrameworkResult, readArguments } from "./framework-call.ts";
import { HandingOver } from "./handing-over.ts";
import { type Notes, noNotes } from "./notes.ts";
import type { ResultEntry, Transcript } from "./transcript.ts";

/** What a request without a task gets: there is nothing to ask for. */
const nothing = { text: "" };
const noHint: Promise<Hint | undefined> = Promise.resolve(undefined);

type Behaviour = Pick<AdapterOptions<never>, "verify" | "inject" | "record" | "onHint">;

/**
 * One run of an agent, from its first request to its end, whatever its framework calls it. Everything here
 * may be called at any time and in any order; nothing throws or rejects.
 */
export class AgentRun {
  readonly task: string;
  readonly scopeKey: string;
  /** What users said before its task. */
  readonly history: readonly string[];
  /** True while somebody is certain to end it: then neither `flush` nor time does. */
  held = false;
  /** As the table was given them; an adapter of several parts may name them while the run is open. */
  verify: Behaviour["verify"];
  onHint: Behaviour["onHint"];
  /** How many requests the model has not answered to the end: a run given up then was cut off. */
  unanswered = 0;
  /** True while its last request has failed and may be sent again. */
  awaitsRetry = false;
  /** Why its latest request failed; see `RunTable.failing`. */
  failure: { readonly error: unknown } | undefined;
  readonly #calls = new CallTable();
  readonly #session: Session;
  readonly #loop: Loop;
  readonly #behaviour: Behaviour;
  #isAsking = false;
  #answer = "";
  #unsaid = "";
  #activity = 0;
  #saidAt = 0;
  #ended: Promise<void> | undefined;
  readonly #handingOver = new HandingOver();

  constructor(facts: AgentRunFacts, behaviour: Behaviour) {
    const { loop, task, tools, runId } = facts;
    this.task = task;
    this.scopeKey = facts.scopeKey;
    this.#loop = loop;
    this.history = facts.history;
    this.#behaviour = behaviour;
    this.verify = behaviour.verify;
    this.onHint = behaviour.onHint;
    this.#session = loop.session(task, {
      learn: behaviour.record !== false,
      recall: behaviour.inject !== false,
      holdHints: true,
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
    return this.#calls.all;
  }

  get hasOpenCalls(): boolean {
    return this.calls.some(({ state }) => state === "open" || state === "interrupted");
  }

  /** Grows with each report: a run that works without asking its model is not idle. */
  get activity(): number {
    return this.#activity;
  }

  /** True from a request until the model's answer is reported: no other request can be its next. */
  get isAnswering(): boolean {
    const failed = this.awaitsRetry || this.failure !== undefined;
    return !failed && (this.#isAsking || this.unanswered > 0);
  }

  /** True while a model, a tool, a person or another try is to come: what ends it now cuts it in two. */
  get isWaiting(): boolean {
    return this.awaitsRetry || this.isAnswering || this.hasOpenCalls;
  }

  /** A request of it goes to the model. */
  asking(): void {
    this.#isAsking = true;
    this.failure = undefined;
  }

  /** Calls of one model response, in its order. Those that were reported before are not recorded again. */
  asked(calls: readonly FrameworkCall[]): void {
    this.#isAsking = false;
    const before = this.calls.length;
    const fresh = calls.filter((call) => {
      const known = this.#calls.again(call, before);
      if (known !== undefined) known.asked = true;
      return known === undefined;
    });
    this.#record(fresh);
  }

  /** The result of a call. A call that nobody asked for through `asked` is recorded with it. */
  answered(result: FrameworkResult): void {
    if (this.isEnded) return;
    const { id, tool, input } = result;
    const known = this.#calls.reported({ id, tool, input, occurrence: result.occurrence });
    this.#settle(known ?? this.#unasked(result), result);
  }

  /** Records what a message list shows and nothing has reported: calls, and results without an event. */
  observe(transcript: Transcript): void {
    if (this.isEnded) return;
    const known = this.#calls.knownIn(transcript);
    for (const entry of transcript.entries) {
      if (entry.kind === "asked") {
        const fresh = entry.calls.filter((call) => !known.has(call));
        if (fresh.length === 0) continue;
        this.#say(entry.text);
        const recorded = this.#record(fresh);
        for (const [index, call] of fresh.entries()) {
          const as = recorded[index];
          if (as !== undefined) known.set(call, as);
        }
        continue;
      }
      const call = this.#calls.answeredBy(entry, known);
      // The answer to a call that the host has cut out says nothing by itself.
      if (call === undefined || !replaces(call.state, entry.result.outcome, false)) continue;
      const { output, error, failed, outcome } = entry.result;
      const reason = error ?? (failed === true ? output : undefined);
      this.#settle(call, {
        ...(reason === undefined || error !== undefined ? { output } : {}),
        ...(reason !== undefined && { error: reason }),
        ...(outcome !== undefined && { outcome }),
        exact: false,
      });
    }
  }

  /** What the model said. It is kept with the calls of the run; talk without any call is not recorded. */
  said(text: string): void {
    this.#isAsking = false;
    this.#say(text);
  }

  /** What this request is to hold. Waits for recall at most as long as the loop's budget. */
  async notes(transcript: Transcript): Promise<Notes> {
    if (this.#behaviour.inject === false) return noNotes;
    const asked = this.task === "" ? nothing : this.#session.skills({ history: this.history });
    const known = this.#calls.knownIn(transcript);
    const answers: { readonly entry: ResultEntry; readonly call: RunCall }[] = [];
    for (const entry of transcript.entries) {
      if (entry.kind !== "result" || entry.byProvider === true) continue;
      const call = this.#calls.answeredBy(entry, known);
      // Most results have nothing behind them, and stay so.
      if (call !== undefined && call.state !== "open" && call.note !== "") answers.push({ entry, call });
    }
    const hints = await Promise.all(answers.map(({ call }) => call.note ?? call.hint));
    const block = await asked;
    const texts = answers.map(({ entry: { message, place }, call }, index) => {
      const hint = hints[index];
      // What a request held once stands in all later ones: they share its bytes.
      call.note ??= typeof hint === "object" && this.#session.give(hint) ? hint.text : "";
      return { message, place, text: call.note };
    });
    return { block: block.text, hints: texts.filter(({ text }) => text !== "") };
  }

  /** Whether a result that no request has held yet has a hint. Waits for recall as `notes` does. */
  async hasNewHint(): Promise<boolean> {
    const fresh = this.calls.filter(({ note }) => note === undefined);
    const hints = await Promise.all(fresh.map(({ hint }) => hint));
    return hints.some((hint) => hint !== undefined && hint.text !== "");
  }

  /**
   * Ends the run: open calls stay `missing`, the check is asked, and the trace is stored, all in the
   * background. The loop's `flush` waits for it; nobody else has to.
   */
  end(how: Trace["end"], error?: unknown): Promise<void> {
    if (this.#ended === undefined) {
      this.#ended = this.#finish(how, error);
      this.#loop.waitFor(this.#ended, this.#handingOver.end);
    }
    return this.#ended;
  }

  /** Ends it without a trace: another run has recorded the same calls. */
  drop(): void {
    this.#ended ??= Promise.resolve();
  }

  #unasked({ id, tool = "", input }: FrameworkResult): RunCall | undefined {
    const [call] = this.#record([{ id, tool, input }]);
    if (call !== undefined) call.asked = false;
    return call;
  }

  #record(calls: readonly FrameworkCall[]): readonly RunCall[] {
    if (calls.length === 0 || this.isEnded) return [];
    this.#activity += 1;
    if (this.#unsaid !== "") this.#session.assistant(this.#unsaid);
    this.#unsaid = "";
    const read = calls.map(({ id, tool, input }) => ({ id, tool, input: readArguments(input) }));
    const recordedIds = this.#session.asked(
      read.map(({ id, tool, input }) => ({ tool, input, ...(id !== undefined && { callId: id }) })),
    );
    return read.map(({ id, tool, input }, index) => {
      const call: RunCall = {
        frameworkId: id ?? "",
        recordedId: recordedIds[index] ?? "",
        tool,
        inputKey: inputKey(input),
        state: "open",
        asked: true,
        hint: noHint,
        note: undefined,
      };
      this.#calls.add(call);
      return call;
    });
  }

  #settle(call: RunCall | undefined, result: Omit<FrameworkResult, "id" | "occurrence">): void {
    const { tool, output, error, durationMs, exact } = result;
    const outcome = result.outcome ?? (error === undefined ? undefined : controlFlowOf(error));
    if (call === undefined || !replaces(call.state, outcome, exact)) return;
    this.#activity += 1;
    const input = readArguments(result.input);
    if (input !== undefined) call.inputKey = inputKey(input);
    call.state = outcome === "interrupted" ? "interrupted" : exact ? "exact" : "observed";
    call.hint = this.#session.tool({
      callId: call.recordedId,
      tool: call.tool || tool || "",
      ...(input !== undefined && { input }),
      output,
      error,
      ...(outcome !== undefined && { outcome }),
      ...(durationMs !== undefined && { durationMs }),
    });
  }

  #say(text: string): void {
    if (text.trim() === "" || this.isEnded) return;
    // Two parts of an adapter may both see one answer.
    if (text === this.#answer && this.#saidAt === this.#activity) return;
    this.#answer = text;
    this.#saidAt = this.#activity;
    if (this.calls.length === 0) this.#unsaid = text;
    else this.#session.assistant(text);
  }

  async #finish(how: Trace["end"], error: unknown): Promise<void> {
    if (this.#behaviour.record === false) return;
    const left = {
      session: this.#session,
      loop: this.#loop,
      answer: this.#answer,
      handingOver: this.#handingOver,
    };
    await finishRun(this, left, how, error);
  }
}
