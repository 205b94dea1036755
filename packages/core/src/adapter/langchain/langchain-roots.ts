import type { Trace } from "../../types/trace.ts";
import type { AgentRun } from "../agent-run.ts";
import { type EventFacts, graphPlace } from "./langchain-call.ts";
import type { RootRuns } from "./root-runs.ts";

/** An outermost run of LangChain, or the outermost run of a graph inside one. */
export interface LangchainRoot {
  readonly id: string;
  readonly kind: "chain" | "model" | "tool";
  /** Those of its start: an end tells neither metadata nor thread. */
  readonly facts: EventFacts;
  /** What it was started with. */
  readonly inputs: unknown;
  /** The runs in it, oldest first. */
  readonly runs: RootRuns;
  /** True once a node of a graph was seen in it. */
  isGraph: boolean;
  /** How many of the runs right below it go on. Each tells its end; the root of a stream nobody reads does not. */
  live: number;
  /** What the last of them ended with, when that is the end of all. */
  ending: { readonly how: Trace["end"]; readonly error: unknown } | undefined;
  /** The nodes of its graph. */
  readonly places: Set<string>;
  /** Its runs belong to a task of the host, which alone ends them. */
  pinned: boolean;
  /** An interrupt passed through it. */
  interrupted: boolean;
  /** The model calls of SkillLoop itself: nothing in it is looked at. */
  readonly ignored: boolean;
}

interface Entry {
  root: LangchainRoot;
  /** The run of the graph that it is at work in: a sub-agent's is another one than its root. */
  agent: string;
  readonly facts: EventFacts;
  readonly inputs: unknown;
  readonly inGraph: boolean;
}

/** The tag on SkillLoop's own model calls, by which a handler tells them from the host's (LC9). */
export const ownCallTag = "skillloop:own";

/** Which root each run of LangChain belongs to, from its start to its end. */
export class LangchainRoots {
  readonly #entries = new Map<string, Entry>();
  /** Kept apart, so that ending a root forgets children whose end was never told. */
  readonly #children = new Map<LangchainRoot, Set<string>>();
  /** The nodes at work: what is started in one with callbacks of its own names no parent. */
  readonly #places = new Map<string, Pick<Entry, "root" | "agent">>();

  get size(): number {
    return this.#entries.size;
  }

  /** Notes a start. `undefined` when this run was started before: a handler can be attached twice (LG6). */
  start(facts: EventFacts, kind: LangchainRoot["kind"], inputs: unknown): LangchainRoot | undefined {
    const { runId, parentRunId, tags, metadata } = facts;
    if (this.#entries.has(runId)) return undefined;
    const place = graphPlace(metadata);
    const inGraph = place !== undefined;
    const parent = parentRunId === undefined ? undefined : this.#entries.get(parentRunId);
    const ignored = tags.includes(ownCallTag) || parent?.root.ignored === true;
    const around =
      parent === undefined && place !== undefined && !ignored ? this.#places.get(place) : undefined;
    if (around !== undefined) return this.#enter({ facts, inputs, inGraph, ...around });
    if (parent === undefined || parentRunId === undefined || ignored !== parent.root.ignored) {
      const root = newRoot({ kind, facts, inputs, isGraph: inGraph, ignored });
      return this.#enter({ root, agent: runId, facts, inputs, inGraph });
    }
    if (inGraph && !parent.inGraph && parent.root.id !== parentRunId) this.#promote(parentRunId, parent);
    const { root } = parent;
    if (inGraph) root.isGraph = true;
    if (root.id === parentRunId) root.live += 1;
    if (root.ending !== undefined) for (const run of root.runs.keys()) run.awaitsRetry = false;
    root.ending = undefined;
    holdRuns(root);
    // What stands in another place than its parent is a node, and its parent the graph.
    const agent = place === graphPlace(parent.facts.metadata) ? parent.agent : parentRunId;
    return this.#enter({ root, agent, facts, inputs, inGraph });
  }

  /** The graph's run that an event is part of. */
  agentOf(runId: string): string {
    return this.#entries.get(runId)?.agent ?? runId;
  }

  /**
   * The graphs in which nothing goes on although their end was not told: they are between two steps, or the
   * stream that would tell their end is not read any more.
   */
  get quiet(): readonly LangchainRoot[] {
    return [...this.#children.keys()].filter((root) => root.isGraph && root.live === 0);
  }

  /** Roots that no run was found in, and in which nothing goes on; with `all`, whatever goes on. */
  dropEmpty({ all }: { readonly all: boolean }): void {
    for (const root of [...this.#children.keys()]) {
      if (root.runs.size === 0 && !root.isGraph && (all || root.live === 0)) this.#dropRoot(root);
    }
  }

  isOpen(root: LangchainRoot): boolean {
    return this.#children.has(root);
  }

  isRightBelow(runId: string, root: LangchainRoot): boolean {
    return this.#entries.get(runId)?.facts.parentRunId === root.id;
  }

  rootOf(runId: string): LangchainRoot | undefined {
    return this.#entries.get(runId)?.root;
  }

  factsOf(runId: string): EventFacts | undefined {
    return this.#entries.get(runId)?.facts;
  }

  /** Forgets a run that has ended; for a root, everything below it. */
  end(runId: string): void {
    const entry = this.#entries.get(runId);
    if (entry === undefined) return;
    this.#entries.delete(runId);
    this.#children.get(entry.root)?.delete(runId);
    if (entry.facts.parentRunId === entry.root.id) {
      entry.root.live -= 1;
      holdRuns(entry.root);
    }
    if (entry.root.id === runId) this.#dropRoot(entry.root);
  }

  /** Forgets the roots that a run was part of and whose end will not be told any more. */
  dropRun(run: AgentRun): void {
    for (const root of [...this.#children.keys()]) {
      root.runs.delete(run);
      // A chain's end is not told when its stream is left; what still goes on in it is a root of its own then.
      if ((root.kind !== "chain" || !root.isGraph) && root.runs.size === 0) this.#dropRoot(root);
    }
  }

  #enter(entry: Entry): LangchainRoot {
    const { root } = entry;
    const { runId } = entry.facts;
    this.#entries.set(runId, entry);
    const children = this.#children.get(root);
    if (children === undefined) this.#children.set(root, new Set([runId]));
    else children.add(runId);
    const place = graphPlace(entry.facts.metadata);
    if (place && !root.ignored && !this.#places.has(place)) {
      this.#places.set(place, { root, agent: entry.agent });
      root.places.add(place);
    }
    return root;
  }

  /** A graph inside a plain chain is a root of its own: its end is the end of its agent. */
  #promote(runId: string, entry: Entry): void {
    this.#children.get(entry.root)?.delete(runId);
    const { facts, inputs } = entry;
    entry.root = newRoot({ kind: "chain", facts, inputs, isGraph: true, ignored: entry.root.ignored });
    entry.agent = runId;
    this.#children.set(entry.root, new Set([runId]));
  }

  #dropRoot(root: LangchainRoot): void {
    for (const child of this.#children.get(root) ?? []) this.#entries.delete(child);
    this.#children.delete(root);
    for (const place of root.places) this.#places.delete(place);
  }
}

function newRoot(
  about: Pick<LangchainRoot, "kind" | "facts" | "inputs" | "isGraph" | "ignored">,
): LangchainRoot {
  const fresh = {
    runs: new Map<AgentRun, Set<string>>(),
    places: new Set<string>(),
    live: 0,
    ending: undefined,
    pinned: false,
    interrupted: false,
  };
  return { ...about, ...fresh, id: about.facts.runId };
}

/** While a node works, its end is certain to be told, and with it more of the run. */
export function holdRuns(root: LangchainRoot): void {
  for (const run of root.runs.keys()) run.held = root.pinned || (root.isGraph && root.live > 0);
}

/** Whether a call in it still waits for its result. */
export function hasOpenCalls({ runs }: LangchainRoot): boolean {
  for (const run of runs.keys()) if (run.hasOpenCalls) return true;
  return false;
}
