import type { AgentRun, LangchainCall, RunTable, Transcript } from "@skillloop/core/adapter/langchain";
import { readNumber, readText } from "./read-field.ts";

/** What a middleware knows of the invocation of an agent that a request is part of. */
export interface AgentInvocation {
  /** The same object for all steps of one invocation; `undefined` when the framework gives none. */
  readonly token: object | undefined;
  readonly call: LangchainCall;
}

/** What is known of a run beside itself. */
interface Known {
  readonly run: AgentRun;
  readonly token: object | undefined;
  readonly agent: string;
  /** That of its last request. */
  readonly step: number;
}

/** Finds the run of a request by what a middleware sees: it is told of no start, no end, and no tool. */
export class MiddlewareRuns {
  readonly #table: RunTable<LangchainCall>;
  /** By scope, agent and task: agents inside an agent have the token of the one around them. */
  readonly #byToken = new WeakMap<object, Map<string, Known>>();
  readonly #byThread = new Map<string, Map<AgentRun, Known>>();
  #invocations = 0;

  constructor(table: RunTable<LangchainCall>) {
    this.#table = table;
  }

  /** `undefined` when the scope cannot be told. */
  of(
    { token, call }: AgentInvocation,
    transcript: Transcript,
    tools: readonly string[] | undefined,
  ): AgentRun | undefined {
    const scopeKey = this.#table.scopeKeyOf(call);
    if (scopeKey === undefined) return undefined;
    const agent = agentPlace(call.metadata);
    const step = readNumber(call.metadata, "langgraph_step") ?? 0;
    const name = `${scopeKey}\n${agent}\n${transcript.task}`;
    const known = token === undefined ? undefined : this.#byToken.get(token)?.get(name);
    // A graph counts its steps up: a lower one is of an agent that was started anew at the same place.
    const goesOn = known !== undefined && !known.run.isEnded && step >= known.step;
    const run = goesOn ? known.run : this.#resumed(call, transcript, { token, agent });
    if (run !== undefined) {
      this.#table.touch(run);
      run.asking();
      this.#keep(name, call, { run, token, agent, step });
      return run;
    }
    this.#invocations += 1;
    const key = token === undefined ? undefined : `invocation ${this.#invocations}`;
    const opened = this.#table.runOf({ call, transcript, tools, key });
    if (opened !== undefined) this.#keep(name, call, { run: opened, token, agent, step });
    return opened;
  }

  /** Forgets a run that is no longer open. */
  drop(run: AgentRun): void {
    for (const [thread, runs] of this.#byThread) {
      if (runs.delete(run) && runs.size === 0) this.#byThread.delete(thread);
    }
  }

  #keep(name: string, { threadId }: LangchainCall, known: Known): void {
    const { token, run } = known;
    if (token !== undefined) {
      const byName = this.#byToken.get(token) ?? new Map<string, Known>();
      this.#byToken.set(token, byName.set(name, known));
    }
    if (threadId === undefined) return;
    this.#byThread.set(
      threadId,
      (this.#byThread.get(threadId) ?? new Map<AgentRun, Known>()).set(run, known),
    );
  }

  /**
   * A thread that waited for a person goes on: its conversation holds all calls of the run. A new turn ends
   * it. The agents around this one, and beside it in one invocation, wait for nobody.
   */
  #resumed(
    call: LangchainCall,
    transcript: Transcript,
    { token, agent }: Pick<Known, "token" | "agent">,
  ): AgentRun | undefined {
    const waiting = call.threadId === undefined ? undefined : this.#byThread.get(call.threadId);
    if (waiting === undefined) return undefined;
    const inScope = this.#table.openIn(call).filter((run) => {
      const known = waiting.get(run);
      if (known === undefined || run.unanswered > 0) return false;
      const isOfAnother = token === undefined || known.token !== token;
      return isOfAnother && known.agent.startsWith(agent);
    });
    const said = new Set(
      transcript.entries.flatMap((entry) =>
        entry.kind === "asked" ? entry.calls.map(({ id }) => id ?? "") : [],
      ),
    );
    const resumed = inScope.find(
      (run) =>
        waiting.get(run)?.agent === agent &&
        run.task === transcript.task &&
        run.calls.length > 0 &&
        run.calls.every(({ frameworkId }) => said.has(frameworkId)),
    );
    for (const run of inScope) {
      if (run !== resumed) void this.#table.end(run, run.hasOpenCalls ? "aborted" : "completed");
    }
    return resumed;
  }
}

/** The place that an agent has in the graphs around it: that of its node without the node. */
function agentPlace(metadata: Readonly<Record<string, unknown>>): string {
  const place = readText(metadata, "langgraph_checkpoint_ns") ?? "";
  return place.slice(0, Math.max(0, place.lastIndexOf("|")));
}
