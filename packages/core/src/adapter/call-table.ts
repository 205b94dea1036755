import type { Hint } from "../types/loop.ts";
import type { StepOutcome } from "../types/trace.ts";
import { inputKey, isTellingId } from "./call-keys.ts";
import type { FrameworkCall } from "./framework-call.ts";
import type { AskedEntry, ResultEntry, Transcript } from "./transcript.ts";

/** How far a call's result is known. What a host reported itself beats what a message says of it. */
export type CallState = "open" | "interrupted" | "observed" | "exact";

/** One call of a run, as the framework names it and as the session keeps it. */
export interface RunCall {
  readonly frameworkId: string;
  readonly recordedId: string;
  readonly tool: string;
  /** That of the arguments it ran with, which a person or a schema may have changed. */
  inputKey: string;
  state: CallState;
  /** False while only its result was reported: whoever asked for it may still say so. */
  asked: boolean;
  hint: Promise<Hint | undefined>;
  /** What stands behind its result, settled by the first request that held the result. */
  note: string | undefined;
}

/** What an event says about which call it belongs to. */
export interface ReportedCall {
  readonly id?: string | undefined;
  readonly tool?: string | undefined;
  readonly input?: unknown;
  readonly occurrence?: number | undefined;
}

/** Whether a result says something that a call's present state does not. */
export function replaces(state: CallState, outcome: StepOutcome | undefined, exact: boolean): boolean {
  if (state === "open" || state === "interrupted") return true;
  return exact && outcome !== "missing";
}

/** What the calls of a conversation were found to be, when the run had so many. */
interface KnownCalls {
  readonly known: Map<AskedEntry["calls"][number], RunCall>;
  readonly count: number;
}

/** The calls of one run in the order in which they were issued, and which of them a report or a message means. */
export class CallTable {
  readonly #calls: RunCall[] = [];
  /** The same calls by the framework's id: some servers give one id to several, and some give none. */
  readonly #named = new Map<string, RunCall[]>();
  /** Each request is asked about twice, and in a long run holds a hundred calls. */
  readonly #known = new WeakMap<Transcript, KnownCalls>();

  get all(): readonly RunCall[] {
    return this.#calls;
  }

  add(call: RunCall): void {
    this.#calls.push(call);
    const named = this.#named.get(call.frameworkId);
    if (named === undefined) this.#named.set(call.frameworkId, [call]);
    else named.push(call);
  }

  /**
   * The call that a model's request for one tells of again: another part of the adapter has reported it, or
   * its result came first. `before` is how many calls there were when this response's were read.
   */
  again(call: FrameworkCall, before: number): RunCall | undefined {
    const { id = "", tool } = call;
    if (id === "") return undefined;
    const key = inputKey(call.input);
    const same = (known: RunCall): boolean => known.tool === tool && known.inputKey === key;
    return this.#named.get(id)?.find((known) => {
      if (this.#calls.indexOf(known) >= before || !same(known)) return false;
      // A server that counts gives the id to a later call as well, but not while this one is open.
      return !known.asked || known.state === "open" || isTellingId(id, tool);
    });
  }

  /** The call whose result is reported: an open one rather than one that has its result. */
  reported({ id = "", tool, input, occurrence }: ReportedCall): RunCall | undefined {
    const named = this.#named.get(id) ?? [];
    if (occurrence !== undefined) return named[occurrence];
    const fitting = named.filter((call) => tool === undefined || call.tool === "" || call.tool === tool);
    const open = fitting.filter(({ state }) => state === "open" || state === "interrupted");
    if (input === undefined) return open[0] ?? (id === "" ? undefined : fitting.at(-1));
    const key = inputKey(input);
    const equal = (call: RunCall): boolean => call.inputKey === key;
    const answered = id === "" ? undefined : fitting.findLast(equal);
    return (
      open.find(equal) ?? answered ?? open[0] ?? (isTellingId(id, tool ?? "") ? fitting.at(-1) : undefined)
    );
  }

  /** Which calls of the run the calls of a conversation are. What is not among them is new. */
  knownIn(transcript: Transcript): Map<AskedEntry["calls"][number], RunCall> {
    const before = this.#known.get(transcript);
    if (before?.count === this.#calls.length) return before.known;
    const known = new Map<AskedEntry["calls"][number], RunCall>();
    this.#known.set(transcript, { known, count: this.#calls.length });
    const taken = new Set<RunCall>();
    for (const entry of transcript.entries) {
      if (entry.kind !== "asked") continue;
      for (const call of entry.calls) {
        const found = this.#sameAs(call, taken);
        if (found === undefined) continue;
        known.set(call, found);
        taken.add(found);
      }
    }
    return known;
  }

  /** The call that a result in a conversation answers; one whose request was cut out is found by its id. */
  answeredBy(
    { call, result }: ResultEntry,
    known: ReadonlyMap<AskedEntry["calls"][number], RunCall>,
  ): RunCall | undefined {
    if (call !== undefined) return known.get(call);
    return result.id === undefined ? undefined : this.#named.get(result.id)?.at(-1);
  }

  #sameAs(call: FrameworkCall, taken: ReadonlySet<RunCall>): RunCall | undefined {
    const { id = "", tool, input } = call;
    const free = (this.#named.get(id) ?? []).filter(
      (known) => !taken.has(known) && (known.tool === tool || known.tool === ""),
    );
    const [first] = free;
    if (first === undefined) return undefined;
    // The key is mostly known, and fits; to look into the id costs more.
    const key = inputKey(input);
    return free.find((known) => known.inputKey === key) ?? (isTellingId(id, tool) ? first : undefined);
  }
}
