import { describe, expect, it } from "vitest";
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
