import type { AgentRun } from "../../../adapter/agent-run.ts";
import type { Notes } from "../../../adapter/notes.ts";
import { promptTranscript, promptWithNotes } from "../../../adapter/provider-prompt.ts";
import { RunTable } from "../../../adapter/run-table.ts";
import type { Transcript } from "../../../adapter/transcript.ts";
import type { AdapterHarness, AgentSetup, TurnOutcome } from "../adapter-harness.ts";
import { type Hooks, type Message, type RunContext, referenceFramework } from "./reference-framework.ts";

/** An adapter for the reference framework, and what it can get wrong. */
export interface ReferenceAdapter {
  readonly hooks: Hooks;
  readonly table: RunTable<RunContext>;
}

export type Options = AgentSetup["skillLoop"] & object;

/** What the adapter is made of, where a test can break it. */
export interface Faults {
  readonly options?: (options: Options) => Options;
  /** What a run is told apart by. Default: the framework's run id. `undefined` leaves it to the messages. */
  readonly key?: (context: RunContext, transcript: Transcript) => string | undefined;
  readonly transcript?: (messages: readonly Message[]) => Transcript;
  readonly notes?: (notes: Notes, request: number) => Notes;
  readonly place?: typeof promptWithNotes<readonly Message[]>;
  readonly run?: (run: AgentRun) => void;
  readonly hooks?: (hooks: Hooks, options: Options) => Hooks;
  /** What the host is given in the end. */
  readonly outcome?: (outcome: TurnOutcome) => TurnOutcome;
}

export function referenceAdapter(given: Options, faults: Faults = {}): ReferenceAdapter {
  const options = faults.options?.(given) ?? given;
  const table = new RunTable<RunContext>(options);
  const runs = new Map<string, AgentRun>();
  const keyOf = faults.key ?? ((context) => context.runId);
  const transcriptOf = faults.transcript ?? promptTranscript;
  const place = faults.place ?? promptWithNotes<readonly Message[]>;
  let requests = 0;
  const hooks: Hooks = {
    async onRequest(messages, context) {
      const transcript = transcriptOf(messages);
      const { tools } = context;
      const run = table.runOf({ call: context, transcript, key: keyOf(context, transcript), tools });
      if (run === undefined) return messages;
      faults.run?.(run);
      runs.set(context.runId, run);
      run.observe(transcript);
      requests += 1;
      const notes = await run.notes(transcript);
      return place(messages, transcript, faults.notes?.(notes, requests) ?? notes);
    },
    onReply(reply, context) {
      const run = runs.get(context.runId);
      if ("error" in reply) return;
      if (reply.text !== undefined) run?.said(reply.text);
      if ("calls" in reply) run?.asked(reply.calls);
    },
    onResult({ id, output, error, interrupted }, context) {
      const outcome = interrupted === true ? ({ outcome: "interrupted" } as const) : {};
      runs.get(context.runId)?.answered({ id, output, error, ...outcome, exact: true });
    },
    onEnd(how, context, error) {
      const run = runs.get(context.runId);
      runs.delete(context.runId);
      if (run !== undefined) void table.end(run, how, error);
    },
  };
  return { table, hooks: faults.hooks?.(hooks, options) ?? hooks };
}

const handOff = {
  tool: {
    name: "transfer_to_clerk",
    description: "Hands the work over to the clerk",
    fields: {},
    run: () => "The clerk goes on.",
  },
} as const;

export function referenceHarness(name: string, faults: Faults = {}): AdapterHarness {
  const shared = new WeakMap<object, ReferenceAdapter>();
  const adapterOf = ({ skillLoop, shared: key }: AgentSetup): ReferenceAdapter | undefined => {
    if (skillLoop === undefined) return undefined;
    const known = key === undefined ? undefined : shared.get(key);
    const adapter = known ?? referenceAdapter(skillLoop, faults);
    if (key !== undefined) shared.set(key, adapter);
    return adapter;
  };
  let agents = 0;
  return {
    name,
    handOff,
    agent(setup) {
      const adapter = adapterOf(setup);
      agents += 1;
      const framework = referenceFramework({
        tools: setup.tools,
        model: setup.model,
        name: `agent-${agents}`,
        ...(adapter && { hooks: adapter.hooks }),
      });
      return {
        turn: async (turn) => {
          const outcome = await framework.turn(turn);
          return adapter === undefined ? outcome : (faults.outcome?.(outcome) ?? outcome);
        },
        requests: framework.requests,
        flush: async (timeoutMs) => {
          await adapter?.table.flush({ endOpen: true, ...(timeoutMs !== undefined && { timeoutMs }) });
        },
        openRuns: () => adapter?.table.size ?? 0,
      };
    },
  };
}
