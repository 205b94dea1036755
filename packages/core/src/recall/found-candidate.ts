import type { LazySkillRow } from "../ports/store.ts";
import type { SkillStatus, SkillVersion } from "../types/skill.ts";
import type { Candidate } from "./candidate.ts";
import { isStale, type VetoFacts } from "./veto.ts";

/** What a candidate was found by, and how well it fits. */
export type FoundBy = Pick<Candidate, "score" | "matchedBy">;

/** What the index tells of a match; none of a skill that its signature alone has found. */
type Match = Pick<Candidate, "terms" | "fields"> | undefined;

const noFields: Candidate["fields"] = {};

/** A row of the library that recall has found. A class, since a literal with a getter is slow to make. */
export class FoundCandidate implements Candidate {
  readonly skillId: string;
  readonly name: string;
  readonly status: SkillStatus;
  readonly served: SkillVersion;
  readonly score: number;
  readonly matchedBy: Candidate["matchedBy"];
  readonly stale: boolean;
  readonly terms: readonly string[];
  readonly fields: Candidate["fields"];
  readonly #row: LazySkillRow;
  readonly #match: Match;
  readonly #facts: VetoFacts;

  constructor(row: LazySkillRow, { score, matchedBy }: FoundBy, match: Match, facts: VetoFacts) {
    const { id, name, status } = row.head;
    this.skillId = id;
    this.name = name;
    this.status = status;
    this.served = row.served();
    this.score = score;
    this.matchedBy = matchedBy;
    this.stale = isStale(this.served.environment, facts);
    // Read here: what it is compared with later may come after another turn of the event loop, and the index change.
    this.terms = match?.terms ?? [];
    this.fields = facts.explain ? (match?.fields ?? noFields) : noFields;
    this.#row = row;
    this.#match = match;
    this.#facts = facts;
  }

  /** The same skill, found another way or fitting otherwise. */
  as(found: FoundBy): FoundCandidate {
    return new FoundCandidate(this.#row, found, this.#match, this.#facts);
  }
}
