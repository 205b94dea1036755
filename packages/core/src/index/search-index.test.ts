import { describe, expect, it } from "vitest";
import { finish } from "../text/finish.ts";
import { tokenise } from "../text/tokens/tokens.ts";
import type { SkillContent } from "../types/skill.ts";
import { buildSearchDocument, readSearchDocument } from "./search-document.ts";
import { SearchIndex } from "./search-index.ts";

function content(fields: Partial<SkillContent> & { readonly name: string }): SkillContent {
  return {
    description: "",
    kind: "repair",
    bullets: [],
    keys: { appliesWhen: [], symptoms: [], signatures: [], queries: [], notFor: [] },
    signature: { intent: "", object: "", environment: "", constraints: [], notes: "" },
    uses: [],
    ...fields,
  };
}

const entry = (fields: Partial<SkillContent> & { readonly name: string }, rank = 2) => ({
  id: fields.name,
  rank,
  document: buildSearchDocument(content(fields)),
  payload: fields.name,
});

const ask = (text: string, scopeKeys: readonly string[] = ["p"]) => ({
  terms: tokenise(text).map((term) => ({ term, weight: 1, role: "expected" as const })),
  scopeKeys,
  minimumRank: 0,
  limit: 5,
});

const queries = (...texts: string[]) => ({
  keys: { appliesWhen: [], symptoms: [], signatures: [], queries: texts, notFor: [] },
});

describe("SearchIndex", () => {
  it("finds a skill by any of its keys, best first, with a score that needs no other query", () => {
    const index = new SearchIndex<string>();
    index.upsert("p", entry({ name: "push-upstream", ...queries("push the branch to the remote") }));
    index.upsert("p", entry({ name: "pull-diverged", ...queries("pull a branch that diverged") }));
    index.upsert("p", entry({ name: "exec-bit", description: "Make a script executable." }));
    const found = index.search(ask("push my branches"));
    expect(found.map((match) => match.payload)).toEqual(["push-upstream", "pull-diverged"]);
    expect(found[0]?.score).toBeGreaterThan(0.7);
    expect(found[1]?.score).toBeLessThan(0.4);
    expect(index.search(ask("executable script"))[0]?.payload).toBe("exec-bit");
    expect(index.search(ask("bake sourdough"))).toEqual([]);
  });

  it("scores a trigger query by itself: words spread over several count for less", () => {
    const index = new SearchIndex<string>();
    index.upsert("p", entry({ name: "one", ...queries("rotate signing key", "archive old invoice") }));
    index.upsert("p", entry({ name: "two", ...queries("rotate old invoice", "archive signing key") }));
    for (const other of ["x", "y", "z"]) index.upsert("p", entry({ name: other, ...queries(other) }));
    const [first, second] = index.search(ask("rotate the signing key"));
    expect(first?.payload).toBe("one");
    expect((first?.score ?? 0) - (second?.score ?? 0)).toBeGreaterThan(0.01);
  });

  it("takes a rewrite, a removal and a rank into account at once", () => {
    const index = new SearchIndex<string>();
    index.upsert("p", entry({ name: "a", ...queries("rotate the certificate") }));
    index.upsert("p", entry({ name: "b", ...queries("something else entirely") }, 1));
    index.upsert("p", entry({ name: "a", ...queries("renew the domain") }));
    expect(index.search(ask("rotate certificate"))).toEqual([]);
    expect(index.search(ask("renew domain"))[0]?.payload).toBe("a");
    expect(index.search({ ...ask("something else entirely"), minimumRank: 2 })).toEqual([]);
    expect(index.remove("p", "a")).toBe(true);
    expect(index.remove("p", "a")).toBe(false);
    expect(index.search(ask("renew domain"))).toEqual([]);
    expect(index.size("p")).toBe(1);
  });

  it("DB9: searches only the partitions it is given", () => {
    const index = new SearchIndex<string>();
    index.upsert("p/*/ann", entry({ name: "secret", ...queries("rotate the certificate") }));
    index.upsert("p/*/*", entry({ name: "shared", ...queries("rotate the certificate") }));
    const names = (keys: readonly string[]) =>
      index.search(ask("rotate the certificate", keys)).map((match) => match.payload);
    expect(names(["p/*/*", "p/*/bob"])).toEqual(["shared"]);
    expect(names(["p/*/*", "p/*/ann"])).toEqual(["secret", "shared"]);
    expect(names([])).toEqual([]);
  });

  it("looks an error up by its exact signature, never by a generic one", () => {
    const index = new SearchIndex<string>();
    const text = "error: not enough seats on flight HAT290";
    const keys = {
      appliesWhen: [],
      symptoms: [text, "exit code 1"],
      signatures: [],
      queries: [],
      notFor: [],
    };
    index.upsert("p", entry({ name: "seats", keys }));
    const { hashes } = readSearchDocument(buildSearchDocument(content({ name: "seats", keys })));
    expect(hashes).toHaveLength(1);
    const scope = { scopeKeys: ["p"], minimumRank: 0 };
    expect(index.findBySignature(hashes[0] ?? "", scope).map((found) => found.id)).toEqual(["seats"]);
    expect(index.findBySignature(hashes[0] ?? "", { ...scope, minimumRank: 3 })).toEqual([]);
    index.remove("p", "seats");
    expect(index.findBySignature(hashes[0] ?? "", scope)).toEqual([]);
  });

  it("stays right while slots are emptied and renumbered", () => {
    const index = new SearchIndex<string>();
    for (let round = 0; round < 4; round += 1)
      for (let number = 0; number < 200; number += 1)
        index.upsert("p", entry({ name: `skill-${number}`, ...queries(`task${number} round${round}`) }));
    expect(index.size("p")).toBe(200);
    expect(index.search(ask("task137 round3")).at(0)?.payload).toBe("skill-137");
    expect(index.search(ask("round2"))).toEqual([]);
  });

  it("passes over a stored document it cannot read", () => {
    const index = new SearchIndex<string>();
    index.upsert("p", { id: "bad", rank: 2, document: "tokens of push", payload: "bad" });
    index.upsert("p", entry({ name: "good", ...queries("push the branch") }));
    expect(index.search(ask("push the branch"))[0]?.payload).toBe("good");
  });
});

describe("SearchIndex with vectors", () => {
  /** A skill all of whose keys point one way in the plane. */
  const pointing = (name: string, x: number, y: number, rank = 2) => ({
    ...entry({ name, ...queries(`words of ${name}`) }, rank),
    vectors: { dimension: 2, bytes: Int8Array.of(x, y, x, y, 0, 0, x, y) },
  });
  const near = (vector: readonly number[], text = "") => ({
    ...ask(text),
    vector: Float32Array.from(vector),
  });
  const names = (found: readonly { readonly payload: string }[]) => found.map(({ payload }) => payload);

  it("finds the nearest in meaning where no word is shared, and scores their words at 0", () => {
    const index = new SearchIndex<string>();
    index.upsert("p", pointing("east", 127, 0));
    index.upsert("p", pointing("north", 0, 127));
    const found = index.search({ ...near([0, 1], "unheard"), limit: 1 });
    expect(found).toMatchObject([{ payload: "north", score: 0, relevance: 0, frequency: 0, terms: [] }]);
    expect(found[0]?.vectors?.dimension).toBe(2);
    expect(index.search(near([0, 1])).length).toBe(2);
    expect(index.search(ask(""))).toEqual([]);
  });

  it("gives a skill found by words and by meaning once, with the words first", () => {
    const index = new SearchIndex<string>();
    for (const [name, x, y] of [
      ["east", 127, 0],
      ["north", 0, 127],
      ["west", -127, 0],
    ] as const)
      index.upsert("p", pointing(name, x, y));
    expect(names(index.search({ ...near([0, 1], "west"), limit: 2 }))[0]).toBe("west");
    const both = names(index.search(near([0, 1], "north")));
    expect(both.filter((name) => name === "north")).toHaveLength(1);
  });

  it("passes over lower ranks, removed skills and vectors of another dimension", () => {
    const index = new SearchIndex<string>();
    index.upsert("p", pointing("low", 0, 127, 1));
    index.upsert("p", pointing("gone", 0, 127));
    index.upsert("p", pointing("east", 127, 0));
    index.remove("p", "gone");
    expect(names(index.search({ ...near([0, 1]), minimumRank: 2 }))).toEqual(["east"]);
    expect(index.search(near([0, 1, 0]))).toEqual([]);
  });

  it("takes a skill's new vectors, and none of another partition", () => {
    const index = new SearchIndex<string>();
    index.upsert("p", pointing("a", 127, 0));
    index.upsert("p", pointing("b", 0, 127));
    index.upsert("q", pointing("c", 0, 127));
    index.upsert("p", pointing("a", 0, 127));
    index.upsert("p", pointing("b", 127, 0));
    expect(names(index.search({ ...near([0, 1]), limit: 1 }))).toEqual(["a"]);
  });

  it("keeps words and vectors of a skill together when it renumbers", () => {
    const index = new SearchIndex<string>();
    for (let at = 0; at < 400; at += 1) index.upsert("p", pointing(`s${at}`, 127, at % 100));
    for (let at = 0; at < 399; at += 1) index.remove("p", `s${at}`);
    index.upsert("p", pointing("north", 0, 127));
    expect(names(index.search({ ...near([0, 1]), limit: 1 }))).toEqual(["north"]);
    expect(names(index.search({ ...near([1, 0.9]), limit: 2 })).sort()).toEqual(["north", "s399"]);
  });

  it("takes what was found near beforehand while nothing has changed, and looks anew once it has", () => {
    const index = new SearchIndex<string>();
    for (const [name, x, y] of [
      ["east", 127, 0],
      ["north", 0, 127],
    ] as const)
      index.upsert("p", pointing(name, x, y));
    const query = { ...near([0, 1]), limit: 1 };
    const found = finish(index.nearest(query));
    expect(names(index.search({ ...query, near: found }))).toEqual(["north"]);
    const none = { ...found, byPartition: new Map([...found.byPartition.keys()].map((key) => [key, []])) };
    expect(names(index.search({ ...query, near: none }))).toEqual([]);
    index.remove("p", "north");
    expect(names(index.search({ ...query, near: none }))).toEqual(["east"]);

    const steps = index.nearest(query);
    expect(steps.next().done).toBe(false);
    index.upsert("p", pointing("north", 0, 127));
    expect(names(index.search({ ...query, near: finish(steps) }))).toEqual(["north"]);
  });

  it("works its calibration out anew when skills go while it rests", () => {
    const index = new SearchIndex<string>();
    for (let at = 0; at < 10; at += 1) index.upsert("p", pointing(`s${at}`, 127, at * 10));
    const steps = index.calibration(["p"]);
    expect(steps.next().done).toBe(false);
    for (let at = 0; at < 10; at += 1) index.remove("p", `s${at}`);
    expect(finish(steps)).toBeUndefined();
  });
});
