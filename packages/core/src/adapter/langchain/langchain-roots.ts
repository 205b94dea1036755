import type { AgentRun } from "../agent-run.ts";
import { type EventFacts, graphPlace } from "./langchain-call.ts";

/** An outermost run of LangChain, or the outermost run of a graph inside one. */
export interface LangchainRoot {
  readonly id: string;
  readonly kind: "chain" | "model" | "tool";
  /** Those of its start: an end tells neither metadata nor thread. */
  readonly facts: EventFacts;
  /** What it was started with. */
  readonly inputs: unknown;
  /** The runs of agents inside it by their task: a sub-agent with a task of its own is a run of its own. */
  readonly runs: Map<string, AgentRun>;
  /** True once a node of a graph was seen in it: then its end is certain to be told. */
  isGraph: boolean;
  /** An interrupt passed through it. */
  interrupted: boolean;
  /** The model calls of SkillLoop itself: nothing in it is looked at. */
  readonly ignored: boolean;
}

interface Entry {
  root: LangchainRoot;
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

  get size(): number {
    return this.#entries.size;
  }

  /** Notes a start. `undefined` when this run was started before: a handler can be attached twice (LG6). */
  start(facts: EventFacts, kind: LangchainRoot["kind"], inputs: unknown): LangchainRoot | undefined {
    const { runId, parentRunId, tags, metadata } = facts;
    if (this.#entries.has(runId)) return undefined;
    const inGraph = graphPlace(metadata) !== undefined;
    const parent = parentRunId === undefined ? undefined : this.#entries.get(parentRunId);
    const ignored = tags.includes(ownCallTag) || parent?.root.ignored === true;
    if (parent === undefined || parentRunId === undefined || ignored !== parent.root.ignored) {
      const root: LangchainRoot = {
        id: runId,
        kind,
        facts,
        inputs,
        runs: new Map(),
        isGraph: inGraph,
        interrupted: false,
        ignored,
      };
      return this.#enter({ root, facts, inputs, inGraph });
    }
    if (inGraph && !parent.inGraph && parent.root.id !== parentRunId) this.#promote(parentRunId, parent);
    if (inGraph) parent.root.isGraph = true;
    return this.#enter({ root: parent.root, facts, inputs, inGraph });
  }

  rootOf(runId: string): LangchainRoot | undefined {
    return this.#entries.get(runId)?.root;
  }

  /** Forgets a run that has ended; for a root, everything below it. */
  end(runId: string): void {
    const entry = this.#entries.get(runId);
    if (entry === undefined) return;
    this.#entries.delete(runId);
    this.#children.get(entry.root)?.delete(runId);
    if (entry.root.id === runId) this.#dropRoot(entry.root);
  }

  /** Forgets the roots that a run was part of and whose end will not be told any more. */
  dropRun(run: AgentRun): void {
    for (const root of [...this.#children.keys()]) {
      for (const [task, known] of root.runs) if (known === run) root.runs.delete(task);
      if (root.kind !== "chain" && root.runs.size === 0) this.#dropRoot(root);
    }
  }

  #enter(entry: Entry): LangchainRoot {
    const { root } = entry;
    const { runId } = entry.facts;
    this.#entries.set(runId, entry);
    const children = this.#children.get(root);
    if (children === undefined) this.#children.set(root, new Set([runId]));
    else children.add(runId);
    return root;
  }

  /** A graph inside a plain chain is a root of its own: its end is the end of its agent. */
  #promote(runId: string, entry: Entry): void {
    this.#children.get(entry.root)?.delete(runId);
    const { facts, inputs } = entry;
    const { ignored } = entry.root;
    entry.root = {
      id: runId,
      kind: "chain",
      facts,
      inputs,
      runs: new Map(),
      isGraph: true,
      interrupted: false,
      ignored,
    };
    this.#children.set(entry.root, new Set([runId]));
  }

  #dropRoot(root: LangchainRoot): void {
    for (const child of this.#children.get(root) ?? []) this.#entries.delete(child);
    this.#children.delete(root);
  }
}
