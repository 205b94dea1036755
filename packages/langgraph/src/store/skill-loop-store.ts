import {
  BaseStore,
  type Item,
  type Operation,
  type OperationResults,
  type SearchOperation,
} from "@langchain/langgraph";
import type { Loop, Skill, SkillStatus } from "@skillloop/core";
import { SkillLoopError } from "@skillloop/core/adapter/langchain";
import { matchesFilter } from "./matches-filter.ts";
import { isUnder, listedNamespaces } from "./matches-namespace.ts";
import { type FoundItem, skillFacts, skillItem } from "./skill-item.ts";
import { skillNamespace } from "./skill-namespace.ts";
import { type SkillIndex, SkillVectors } from "./skill-vectors.ts";

type ShownStatus = Extract<SkillStatus, "candidate" | "active" | "trusted">;

export interface SkillLoopStoreOptions {
  /** What the store shows is what this loop's scope sees: its own skills and those of wider scopes. */
  readonly loop: Loop;
  /** Default `active` and `trusted`: what has passed a test. What is held is never shown. */
  readonly statuses?: readonly ShownStatus[];
  /** Searches by meaning. Without it a query goes through `loop.recall`, which may well find nothing. */
  readonly index?: SkillIndex;
}

/** What `loop.recall` answers at most. */
const longestRecall = 10;

/**
 * The library as a LangGraph store, for agents to read: the items of a namespace are the skills of a scope
 * and status, by name. An agent cannot write or approve skills, so `put` and `delete` reject with
 * `NOT_ALLOWED`.
 *
 * @example
 * graph.compile({ store: new SkillLoopStore({ loop }) });
 */
export class SkillLoopStore extends BaseStore {
  readonly #loop: Loop;
  readonly #statuses: ReadonlySet<SkillStatus>;
  readonly #vectors: SkillVectors | undefined;

  constructor({ loop, statuses = ["active", "trusted"], index }: SkillLoopStoreOptions) {
    super();
    this.#loop = loop;
    const shown: readonly SkillStatus[] = statuses;
    this.#statuses = new Set(shown.filter((status) => status !== "quarantined" && status !== "retired"));
    this.#vectors = index === undefined ? undefined : new SkillVectors(index);
  }

  override async batch<Operations extends Operation[]>(
    operations: Operations,
  ): Promise<OperationResults<Operations>> {
    if (operations.length > 0 && operations.every(isWrite)) throw readOnly();
    const skills = await this.#shown();
    const results = await Promise.all(
      operations.map((operation) => (isWrite(operation) ? undefined : this.#answer(operation, skills))),
    );
    // LangGraph puts the operations of nodes that run at once into one batch: a write of one fails alone.
    return results.map((result, at) => {
      const operation = operations[at];
      return operation !== undefined && isWrite(operation) ? refused() : result;
    }) as OperationResults<Operations>;
  }

  async #answer(operation: Operation, skills: readonly Skill[]): Promise<unknown> {
    if ("namespacePrefix" in operation) return this.#search(operation, skills);
    if ("key" in operation) {
      const { namespace, key } = operation;
      const found = skills.find((skill) => skill.name === key && isAt(skill, namespace));
      return found === undefined ? null : this.#item(found);
    }
    const namespaces = skills.map(({ scope, status }) => skillNamespace(scope, status));
    return listedNamespaces(namespaces, operation);
  }

  async #search(
    { namespacePrefix, filter, limit = 10, offset = 0, query }: SearchOperation,
    skills: readonly Skill[],
  ): Promise<FoundItem[]> {
    const wanted = skills.filter(
      (skill) =>
        isUnder(skillNamespace(skill.scope, skill.status), namespacePrefix) &&
        matchesFilter({ ...skillFacts(skill) }, filter),
    );
    const ranked = await this.#ranked(query, wanted, skills);
    const page = ranked.slice(offset, offset + limit);
    const found = await Promise.all(
      page.map(async ({ skill, score }): Promise<FoundItem[]> => {
        const item = await this.#item(skill);
        return item === null ? [] : [{ ...item, ...(score !== undefined && { score }) }];
      }),
    );
    return found.flat();
  }

  async #ranked(
    query: string | undefined,
    skills: readonly Skill[],
    library: readonly Skill[],
  ): Promise<readonly { readonly skill: Skill; readonly score?: number }[]> {
    if (query === undefined || query.trim() === "") return skills.map((skill) => ({ skill }));
    if (this.#vectors !== undefined) return this.#vectors.ranked(query, skills, library);
    const { hits } = await this.#loop.recall(query, { limit: longestRecall });
    return hits.flatMap(({ skillId, score }) => {
      const skill = skills.find(({ id }) => id === skillId);
      return skill === undefined ? [] : [{ skill, score }];
    });
  }

  /** Of two skills with one name that may be shown only the nearer is: it is the one a name stands for. */
  async #shown(): Promise<readonly Skill[]> {
    const nearest = new Map<string, Skill>();
    for (const skill of await this.#loop.skills.list({ reach: "visible" })) {
      if (!this.#statuses.has(skill.status)) continue;
      const other = nearest.get(skill.name);
      if (other === undefined || breadth(skill) > breadth(other)) nearest.set(skill.name, skill);
    }
    return [...nearest.values()];
  }

  /** `null` when it has gone, or moved out of sight, since it was listed. */
  async #item(skill: Skill): Promise<Item | null> {
    try {
      const detail = await this.#loop.skills.get(skill.name);
      // A nearer one that is held has the name: what the loop would read under it is not what is shown.
      if (detail.id !== skill.id) return this.#statuses.has(detail.status) ? null : skillItem(skill);
      return this.#statuses.has(detail.status) ? skillItem(detail, detail.markdown) : null;
    } catch (error) {
      if (SkillLoopError.isInstance(error) && error.code === "SKILL_NOT_FOUND") return null;
      throw error;
    }
  }
}

const breadth = ({ scope }: Skill): number => skillNamespace(scope).length;

function isAt(skill: Skill, namespace: readonly string[]): boolean {
  const own = skillNamespace(skill.scope, skill.status);
  return own.length === namespace.length && isUnder(own, namespace);
}

const isWrite = (operation: Operation): boolean => "value" in operation;

/** A rejection for whoever waits for it, and for nobody else. */
function refused(): Promise<never> {
  const rejection = Promise.reject(readOnly());
  rejection.catch(() => {});
  return rejection;
}

function readOnly(): SkillLoopError {
  return new SkillLoopError({
    code: "NOT_ALLOWED",
    message:
      "The store shows the library and takes no writes, since an agent cannot write or approve skills.",
    remedy: "Record runs and let the loop learn; a person uses loop.skills or the command line.",
  });
}
