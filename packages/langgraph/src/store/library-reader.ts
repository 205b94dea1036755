import type { Item, Operation, SearchOperation } from "@langchain/langgraph";
import type { Loop, Skill, SkillStatus } from "@skillloop/core";
import { SkillLoopError } from "@skillloop/core/adapter/langchain";
import { matchesFilter } from "./matches-filter.ts";
import { isUnder, listedNamespaces } from "./matches-namespace.ts";
import { type FoundItem, skillFacts, skillItem } from "./skill-item.ts";
import { skillNamespace } from "./skill-namespace.ts";
import { type SkillIndex, SkillVectors } from "./skill-vectors.ts";

/** What `loop.recall` answers at most. */
const longestRecall = 10;

/** Answers what a store is asked about the library. Loaded by the first question: most graphs ask none. */
export class LibraryReader {
  readonly #loop: Loop;
  readonly #statuses: ReadonlySet<SkillStatus>;
  readonly #vectors: SkillVectors | undefined;

  constructor(loop: Loop, statuses: ReadonlySet<SkillStatus>, index: SkillIndex | undefined) {
    this.#loop = loop;
    this.#statuses = statuses;
    this.#vectors = index === undefined ? undefined : new SkillVectors(index);
  }

  /** The answers in the order of the operations, all of one state of the library. */
  async answers(operations: readonly Operation[]): Promise<readonly unknown[]> {
    const skills = await this.#shown();
    return Promise.all(operations.map((operation) => this.#answer(operation, skills)));
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
