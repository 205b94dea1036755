import { describe, expect, it } from "vitest";
import { embedContents, embedTexts } from "../embed/run-embed.ts";
import { buildSearchDocument } from "../index/search-document.ts";
import type { LazySkillRow } from "../ports/store.ts";
import { renderBlock } from "../prompt/render-block.ts";
import { inOneStep } from "../recall/__fixtures__/in-one-step.ts";
import { fakeLibrary, row, scope } from "../recall/__fixtures__/run-fake-library.ts";
import { probeSkills } from "../recall/__fixtures__/skills.ts";
import { LibraryCache } from "../recall/run-library-cache.ts";
import { runRecall } from "../recall/run-recall.ts";
import { manualClock } from "../testing/manual-clock.ts";
import { topicEmbedder } from "../testing/topic-embedder.ts";
import { errorSignature } from "../text/error-signature/error-signature.ts";
import type { Scope } from "../types/scope.ts";
import type { SkillContent } from "../types/skill.ts";
import type { SkillVectors } from "../types/vectors.ts";
import { skillFinder } from "./skill-finder.ts";

const push = "git-push-no-upstream-branch";
const csv = "csv-import-utf16-encoding";
const paraphrase = "Please hand my commits over to my colleagues elsewhere, it keeps failing since yesterday";
const named = (name: string): SkillContent => {
  const found = probeSkills.find((skill) => skill.name === name);
  if (found === undefined) throw new Error(`no skill named ${name}`);
  return found;
};

function world({ skills = probeSkills as readonly SkillContent[], byMeaning = false } = {}) {
  const embedder = topicEmbedder();
  const clock = manualClock();
  const store = fakeLibrary(...skills.map((skill) => row(skill)));
  const vectors = new Map<string, SkillVectors>();
  const vectorsOf = byMeaning
    ? ({ head, vectors: own }: LazySkillRow) => own ?? vectors.get(head.name)
    : undefined;
  const cache = new LibraryCache({ store, clock, ...(vectorsOf && { vectorsOf }) });
  const query = {
    queryVectors: (texts: readonly string[]) => embedTexts(embedder, texts, { kind: "query" as const }),
  };
  const finder = skillFinder({
    store,
    clock,
    buildSearchDocument,
    ...(vectorsOf && {
      vectorsOf,
      query,
      keyVectors: async (content) => (await embedContents(embedder, [content]))[0],
    }),
  });
  const ready = async () => {
    const made = await embedContents(embedder, skills);
    for (const [place, { name }] of skills.entries()) {
      const one = made[place];
      if (one !== undefined) vectors.set(name, one);
    }
    embedder.calls.length = 0;
  };
  return { finder, cache, store, embedder, clock, query, ready };
}

describe("skillFinder.nearest", () => {
  it("gives the skill that a text asks for first, with recall's own score", async () => {
    const { finder, cache, clock } = world();
    const task = "import the excel csv export into a data frame";
    const near = await finder.nearest(scope, { texts: [task], signatures: [], limit: 3 });
    expect(near[0]?.head.name).toBe(csv);
    expect(near[0]).not.toHaveProperty("cosine");
    const recalled = await runRecall({
      ports: {
        cache,
        clock,
        budgetMs: 50,
        serve: "candidate",
        environment: {},
        environmentPolicy: "ignore",
        scan: inOneStep(() => ({ decision: "allow", reasons: [] })),
        render: renderBlock,
      },
      scope,
      task,
      options: { explain: true },
    });
    const same = recalled.explain?.find(({ name }) => name === csv);
    // An explanation is rounded.
    expect(near[0]?.score).toBeCloseTo(same?.score ?? 0, 3);
  });

  it("takes the best of several texts, and no more skills than are asked for", async () => {
    const { finder } = world();
    const texts = ["renew the tls certificate of the shop", "push the branch to the remote"];
    const near = await finder.nearest(scope, { texts, signatures: [], limit: 50 });
    const names = near.map(({ head }) => head.name);
    expect(new Set(names).size).toBe(names.length);
    expect(names.slice(0, 2).sort()).toEqual([push, "tls-certificate-renewal-port-80"]);
    expect(near.map(({ score }) => score)).toEqual([...near.map(({ score }) => score)].sort((a, b) => b - a));
    expect(await finder.nearest(scope, { texts, signatures: [], limit: 1 })).toHaveLength(1);
    expect(await finder.nearest(scope, { texts: ["  "], signatures: [], limit: 5 })).toEqual([]);
  });

  it("finds who knows the very error, whatever the words, and before who only reads alike", async () => {
    const { finder } = world();
    const error = "fatal: The current branch invoice-export has no upstream branch.";
    const { text } = errorSignature(error);
    const texts = ["import the excel csv export into a data frame"];
    const near = await finder.nearest(scope, { texts, signatures: [text], limit: 2 });
    expect(near.map(({ head, sharesSignature }) => [head.name, sharesSignature])).toEqual([
      [push, true],
      [csv, false],
    ]);
  });

  it("takes an error that says nothing for nobody's", async () => {
    const { finder } = world({
      skills: [{ ...named(push), keys: { ...named(push).keys, symptoms: [], signatures: ["error"] } }],
    });
    expect(await finder.nearest(scope, { texts: [], signatures: ["error", ""], limit: 5 })).toEqual([]);
  });

  it("sees quarantined skills and wider scopes, and neither retired skills nor another user's", async () => {
    const { finder, store } = world({ skills: [] });
    const mine: Scope = { ...scope, user: "a" };
    const theirs: Scope = { ...scope, user: "b" };
    store.put(row(named(push), { status: "quarantined" }), row(named(csv), { status: "retired" }));
    store.put(row({ ...named(push), name: "push-of-mine" }, { scope: mine }));
    store.put(row({ ...named(push), name: "push-of-theirs" }, { scope: theirs }));
    const texts = ["push the branch to the remote, import the csv export"];
    const near = await finder.nearest(mine, { texts, signatures: [], limit: 9 });
    expect(near.map(({ head }) => head.name).sort()).toEqual([push, "push-of-mine"]);
  });

  it("sees what was written since it was last asked", async () => {
    const { finder, store } = world({ skills: [named(csv)] });
    const wanted = { texts: ["push the branch to the remote"], signatures: [], limit: 9 };
    expect((await finder.nearest(scope, wanted)).map(({ head }) => head.name)).not.toContain(push);
    store.put(row(named(push)));
    expect((await finder.nearest(scope, wanted))[0]?.head.name).toBe(push);
  });

  it("finds by meaning where there is an embedder, says how near, and does without one that fails", async () => {
    const { finder, embedder, ready } = world({ byMeaning: true });
    await ready();
    const wanted = { texts: [paraphrase, "import the csv export"], signatures: [], limit: 3 };
    const near = await finder.nearest(scope, wanted);
    expect(near.find(({ head }) => head.name === push)?.cosine).toBeGreaterThan(0.9);
    embedder.behave(() => Promise.reject(new Error("down")));
    const byWords = await finder.nearest(scope, wanted);
    expect(byWords.map(({ head }) => head.name)).toContain(csv);
    expect(byWords.map(({ head }) => head.name)).not.toContain(push);
    expect(byWords.every(({ cosine }) => cosine === undefined)).toBe(true);
  });

  it("tells a store that fails", async () => {
    const { finder, store } = world();
    store.fail(new Error("disk"));
    await expect(finder.nearest(scope, { texts: ["push"], signatures: [], limit: 1 })).rejects.toThrow(
      "disk",
    );
  });
});

describe("skillFinder.rank", () => {
  const others = probeSkills.filter(({ name }) => name !== push);

  it("ranks a query as recall would once the skill is in the library", async () => {
    for (const byMeaning of [false, true]) {
      const { finder, store, cache, clock, ready, query, embedder } = world({ skills: others, byMeaning });
      await ready();
      const queries = [
        "push the branch to the remote",
        "import the excel csv export",
        "git has no upstream branch",
      ];
      const ranked = await finder.rank(scope, named(push), queries);
      const vectors = byMeaning ? { vectors: (await embedContents(embedder, [named(push)]))[0] } : {};
      store.put({ ...row(named(push), { status: "candidate" }), ...vectors });
      for (const [place, task] of queries.entries()) {
        const { explain = [] } = await runRecall({
          ports: {
            cache,
            clock,
            ...(byMeaning && { query }),
            budgetMs: 50,
            serve: "candidate",
            environment: {},
            environmentPolicy: "ignore",
            scan: inOneStep(() => ({ decision: "allow", reasons: [] })),
            render: renderBlock,
          },
          scope,
          task,
          options: { explain: true },
        });
        const own = explain.find(({ name }) => name === push);
        const best = explain.find(({ name }) => name !== push);
        expect(ranked[place]?.rival).toBe(best?.name);
        if (own !== undefined) expect(ranked[place]?.margin).toBeCloseTo(own.score - (best?.score ?? 0), 2);
        else expect(ranked[place]?.margin).toBeLessThan(0);
      }
    }
  });

  it("is below zero for a query that finds another first, or nothing at all", async () => {
    const { finder } = world({ skills: others });
    const [first, foreign, nothing, empty] = await finder.rank(scope, named(push), [
      "push the branch to the remote",
      "import the excel csv export into a data frame",
      "zebra quartz",
      "",
    ]);
    expect(first?.margin).toBeGreaterThan(0.02);
    expect(foreign).toMatchObject({ rival: csv });
    expect(foreign?.margin).toBeLessThan(0);
    expect(nothing?.margin).toBeLessThan(0);
    expect(nothing).not.toHaveProperty("rival");
    expect(empty?.margin).toBeLessThan(0);
  });

  it("leaves out the skill of its own name in its own scope, and no other's", async () => {
    const { finder, store } = world();
    const [alone] = await finder.rank(scope, named(push), ["push the branch to the remote"]);
    expect(alone?.margin).toBeGreaterThan(0.02);
    expect(alone?.rival).not.toBe(push);
    store.put(row({ ...named(push), name: `${push}-twin` }));
    const [twin] = await finder.rank(scope, named(push), ["push the branch to the remote"]);
    expect(twin?.rival).toBe(`${push}-twin`);
    expect(Math.abs(twin?.margin ?? 1)).toBeLessThan(0.02);
    const narrow = { ...scope, user: "a" };
    const [below] = await finder.rank(narrow, named(push), ["push the branch to the remote"]);
    expect(below?.rival).toBe(push);
  });

  it("shows the draft to nobody, and forgets it when the next one comes", async () => {
    const { finder, cache } = world({ skills: others });
    await finder.rank(scope, named(push), ["push the branch to the remote"]);
    await cache.refresh(scope);
    expect(cache.size(scope)).toBe(others.length);
    const other = { ...scope, user: "a" };
    const ranked = await finder.rank(other, named(csv), ["push the branch to the remote"]);
    expect(ranked[0]?.margin).toBeLessThan(0);
    expect(ranked[0]?.rival).not.toBe(push);
    const [near] = await finder.nearest(scope, { texts: ["push the branch"], signatures: [], limit: 1 });
    expect(near?.head.name).not.toBe(push);
  });

  it("ranks several drafts that are asked for at once each by itself", async () => {
    const { finder } = world({ skills: others.filter(({ name }) => name !== csv) });
    const task = ["push the branch to the remote", "import the excel csv export"];
    const [one, two] = await Promise.all([
      finder.rank(scope, named(push), task),
      finder.rank(scope, named(csv), task),
    ]);
    expect(one?.map(({ margin }) => margin > 0)).toEqual([true, false]);
    expect(two?.map(({ margin }) => margin > 0)).toEqual([false, true]);
  });

  it("compares by words alone when the embedder fails for the draft or for its queries", async () => {
    const byWords = await world({ skills: others }).finder.rank(scope, named(push), [
      "push the branch to the remote",
    ]);
    for (const failing of ["passage", "query"]) {
      const { finder, embedder, ready } = world({ skills: others, byMeaning: true });
      await ready();
      const { behave } = embedder;
      const working = topicEmbedder();
      behave(async (texts, options) => {
        if (options?.kind === failing) throw new Error("down");
        return working.embed(texts, options ?? { kind: "query" });
      });
      expect(await finder.rank(scope, named(push), ["push the branch to the remote"])).toEqual(byWords);
    }
  });
});

describe("skillFinder.similarity", () => {
  it("gives cosines in the order of the texts, of any number of them", async () => {
    const { finder, embedder } = world({ byMeaning: true });
    const others = Array.from({ length: 150 }, (_, place) =>
      place % 2 === 0 ? "commits elsewhere" : "docker image",
    );
    const cosines = (await finder.similarity("push the branch", others)) ?? [];
    expect(cosines).toHaveLength(150);
    expect(cosines[0]).toBeGreaterThan(0.9);
    expect(cosines[1]).toBeLessThan(0.5);
    expect(cosines[148]).toBe(cosines[0]);
    expect(Math.max(...embedder.calls.map(({ texts }) => texts.length))).toBeLessThanOrEqual(64);
    expect(await finder.similarity("push the branch", [])).toEqual([]);
  });

  it("knows nothing without an embedder, and nothing while it fails", async () => {
    expect(await world().finder.similarity("a", ["b"])).toBeUndefined();
    const { finder, embedder } = world({ byMeaning: true });
    embedder.behave(() => Promise.reject(new Error("down")));
    expect(await finder.similarity("a", ["b"])).toBeUndefined();
  });
});
