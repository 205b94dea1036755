import { describe, expect, it } from "vitest";
import { keysWith, lowestTermWeight, symptomBit, termWeight, triggerBit } from "./key-facts.ts";
import { SearchIndex } from "./search-index.ts";
import type { QueryTerm, SearchQuery } from "./search-query.ts";

interface Skill {
  readonly id: string;
  readonly rank: number;
  readonly document: string;
  readonly facts: ReadonlyMap<string, number>;
  readonly triggerSizes: readonly number[];
  readonly symptomSizes: readonly number[];
}

/** Numbers between 0 and 1 that are the same in every run. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Words of which a few stand in most skills and most in a few, as words do. */
const word = (next: () => number): string => `w${Math.floor(400 * next() ** 3)}`;

function skill(at: number, next: () => number): Skill {
  const facts = new Map<string, number>();
  const key = (bit: number): number => {
    const words = new Set(Array.from({ length: 1 + Math.floor(next() * 5) }, () => word(next)));
    for (const term of words) facts.set(term, (facts.get(term) ?? 0) | bit);
    return words.size;
  };
  for (let field = 0; field < 5; field += 1) if (next() < 0.5) key(1 << field);
  const q = Array.from({ length: Math.floor(next() * 4) }, (_, index) => key(triggerBit(index)));
  const s = Array.from({ length: Math.floor(next() * 3) }, (_, index) => key(symptomBit(index)));
  const t = [...facts].map(([term, packed]) => `${term} ${packed.toString(36)}`).join(" ");
  const document = JSON.stringify({ v: 1, q, s, h: [], t });
  return { id: `s${at}`, rank: 1 + (at % 3), document, facts, triggerSizes: q, symptomSizes: s };
}

interface Plain {
  readonly id: string;
  readonly score: number;
  readonly relevance: number;
  readonly symptom: number;
  readonly frequency: number;
}

/** What the search promises, written down: every skill is scored, and the best are taken. */
function plainSearch(skills: readonly Skill[], query: SearchQuery): readonly Plain[] {
  const terms = query.terms.flatMap(({ term, weight, role }) => {
    const count = skills.filter(({ facts }) => facts.has(term)).length;
    if (count === 0 && role !== "expected") return [];
    const seen = Math.max(1, count);
    return [{ term, role, mass: weight * Math.log(1 + (skills.length - seen + 0.5) / (seen + 0.5)) }];
  });
  const mass = terms.reduce((sum, term) => (term.role === "bonus" ? sum : sum + term.mass), 0);
  if (mass === 0) return [];
  return skills
    .flatMap((one) => {
      const held = terms.flatMap((term) => {
        const facts = one.facts.get(term.term);
        return facts === undefined ? [] : [{ ...term, facts }];
      });
      const told = held.filter(({ role }) => role !== "bonus");
      const coverage = told.reduce((sum, term) => sum + term.mass * termWeight(term.facts), 0) / mass;
      const bonus = held.reduce(
        (sum, t) => (t.role === "bonus" ? sum + t.mass * termWeight(t.facts) : sum),
        0,
      );
      const within = (bit: number) => told.filter(({ facts }) => (facts & bit) !== 0);
      const triggers = one.triggerSizes.map((size, index) => {
        const inside = within(triggerBit(index));
        const shared = inside.reduce((sum, term) => sum + term.mass, 0) / mass;
        return shared * (0.5 + (0.5 * inside.length) / size);
      });
      const symptoms = one.symptomSizes.map((size, index) => {
        const { length } = within(symptomBit(index));
        return length < 2 ? 0 : length / size;
      });
      const symptom = Math.max(0, ...symptoms);
      const unit = Math.max(0, ...triggers, Math.min(symptom, coverage / lowestTermWeight));
      const score = coverage * 0.65 + unit * 0.35;
      const frequency = told.reduce((sum, term) => {
        const keys = keysWith(term.facts);
        return sum + (term.mass * keys) / (keys + 1.2);
      }, 0);
      if (held.length === 0 || score < (query.minimumScore ?? 0) || one.rank < query.minimumRank) return [];
      return [{ id: one.id, score, relevance: score + bonus / mass, symptom, frequency: frequency / mass }];
    })
    .sort((a, b) => b.relevance - a.relevance || (a.id < b.id ? -1 : 1))
    .slice(0, query.limit);
}

function queryOf(next: () => number): SearchQuery {
  const roles: readonly QueryTerm["role"][] = ["expected", "expected", "soft", "bonus"];
  const terms = new Map<string, QueryTerm>();
  const count = 1 + Math.floor(next() * (next() < 0.3 ? 40 : 6));
  for (let at = 0; at < count; at += 1) {
    const term = next() < 0.1 ? `unheard${at}` : word(next);
    const role = roles[Math.floor(next() * roles.length)] ?? "soft";
    terms.set(term, { term, weight: next() < 0.3 ? 0.4 : 1, role });
  }
  return {
    terms: [...terms.values()],
    scopeKeys: ["p"],
    minimumRank: Math.floor(next() * 3),
    minimumScore: [0, 0.2, 0.5][Math.floor(next() * 3)] ?? 0,
    limit: [1, 3, 15][Math.floor(next() * 3)] ?? 1,
  };
}

/** Equal but for the rounding of sums that were added up in another order. */
function expectSame(index: SearchIndex<string>, skills: readonly Skill[], query: SearchQuery): number {
  const rounded = (value: number): number => Math.round(value * 1e9) / 1e9;
  const read = ({ score, relevance, symptom, frequency }: Omit<Plain, "id">) =>
    [Math.min(1, score), relevance, Math.min(1, symptom), frequency].map(rounded);
  const plain = plainSearch(skills, query);
  const found = index.search(query);
  expect(found.map(read)).toEqual(plain.map(read));
  // Those that tie to the last digit may change places with the rounding.
  const bar = rounded(plain.at(-1)?.relevance ?? 0);
  const sure = ({ relevance }: Plain): boolean => rounded(relevance) > bar;
  expect(new Set(found.filter(sure).map(({ id }) => id))).toEqual(
    new Set(plain.filter(sure).map(({ id }) => id)),
  );
  return found.length;
}

describe("a search that passes over what cannot be among the best", () => {
  it.each([40, 900, 4_000])("finds what scoring each of %i skills finds", (size) => {
    const next = numbers(size);
    const index = new SearchIndex<string>();
    const skills = Array.from({ length: size }, (_, at) => skill(at, next));
    for (const one of skills) index.upsert("p", { ...one, payload: one.id });
    let found = 0;
    for (let round = 0; round < (size > 1_000 ? 40 : 150); round += 1)
      found += expectSame(index, skills, queryOf(next));
    expect(found).toBeGreaterThan(100);
  });

  it("finds the same after skills were rewritten and removed", () => {
    const next = numbers(5);
    const index = new SearchIndex<string>();
    const skills = new Map<string, Skill>();
    for (let write = 0; write < 3_000; write += 1) {
      const one = skill(Math.floor(next() * 700), next);
      if (next() < 0.25) {
        index.remove("p", one.id);
        skills.delete(one.id);
        continue;
      }
      index.upsert("p", { ...one, payload: one.id });
      skills.set(one.id, one);
    }
    for (let round = 0; round < 60; round += 1) expectSame(index, [...skills.values()], queryOf(next));
  });

  it("gives equal skills by their ids, in whatever order they came", () => {
    const { document, facts } = skill(0, numbers(3));
    const [term = ""] = facts.keys();
    const ids = ["c", "a", "e", "b", "d"];
    const index = new SearchIndex<string>();
    for (const id of ids) index.upsert("p", { id, rank: 1, document, payload: id });
    const terms = [{ term, weight: 1, role: "expected" as const }];
    const found = index.search({ terms, scopeKeys: ["p"], minimumRank: 0, limit: 3 });
    expect(found.map(({ id }) => id)).toEqual(["a", "b", "c"]);
  });
});
