import { describe, expect, it } from "vitest";
import { memoryStore } from "../../io/memory/memory-store.ts";
import { publishLessons } from "../../library/run-publish.ts";
import type { Store } from "../../ports/store.ts";
import { LibraryCache } from "../../recall/run-library-cache.ts";
import { learnedVersion, NOW, sampleContent, sampleLesson } from "../../testing/library-samples.ts";
import { manualClock } from "../../testing/manual-clock.ts";
import { change, exact, sampleScope, within } from "../../testing/store-samples.ts";
import { skillIdOf } from "../../text/scope-key.ts";
import { libraryGroup } from "./library-group.ts";

const all = within(sampleScope);
const allow = { decision: "allow", reasons: [] } as const;
const free = async (): Promise<void> => {};

function publish(store: Store, name: string, run = 1) {
  const lesson = sampleLesson({
    content: sampleContent({ name }),
    key: `key of ${name}`,
    traceId: `trace-${name}-${run}`,
    runId: `run-${name}-${run}`,
  });
  const rules = { mergeLesson: () => sampleContent({ name }), gate: () => allow };
  const entries = [{ lesson, verdict: allow }];
  return publishLessons({ store, buildSearchDocument: () => name, entries, ...rules, now: NOW });
}

/** A store that tells which writes reached it. */
function told() {
  const alive = memoryStore();
  const writes: string[] = [];
  const named = /^(add|write|use|bump|remove|delete|replace)/;
  const store = new Proxy(alive, {
    get(target, key: keyof Store) {
      if (!named.test(key)) return target[key];
      return (...args: never[]) => {
        writes.push(key);
        return (target[key] as (...given: never[]) => unknown)(...args);
      };
    },
  });
  return { alive, store, writes };
}

const names = async (store: Store) => (await store.listHeads(all)).map(({ head }) => head.name).sort();

describe("a group of writes to the library", () => {
  it("is seen by whoever writes it, and stored together in the order of publishing", async () => {
    const { alive, store, writes } = told();
    const group = libraryGroup({ store });
    await group.exclusive(free, async () => {
      await publish(group.store, "one");
      await publish(group.store, "two");
      const [again] = await publish(group.store, "one", 2);
      expect(again).toMatchObject({ outcome: "supported", skillName: "one" });
      expect(await names(alive)).toEqual([]);
      expect(writes).toEqual([]);
      await group.flush();
    });
    expect(writes).toEqual(["addVersions", "writeHeads", "addEvidence", "addJobs", "addEvents"]);
    expect(await names(alive)).toEqual(["one", "two"]);
    expect((await alive.listEvidence(all, {})).map(({ traceId }) => traceId).sort()).toEqual([
      "trace-one-1",
      "trace-one-2",
      "trace-two-1",
    ]);
  });

  it("ends in what single writes end in", async () => {
    const { alive, store } = told();
    const group = libraryGroup({ store });
    const plain = memoryStore();
    const steps = [
      ["one", 1],
      ["two", 1],
      ["one", 2],
      ["two", 2],
      ["one", 3],
    ] as const;
    for (const [name, run] of steps) await publish(plain, name, run);
    for (const part of [steps.slice(0, 3), steps.slice(3)])
      await group.exclusive(free, async () => {
        for (const [name, run] of part) await publish(group.store, name, run);
        await group.flush();
      });
    const contents = async (of: Store) => [
      await of.listHeads(all),
      await of.listEvidence(all, {}),
      await of.listJobs({ filter: all }),
      await of.listEvents(all, { limit: 99 }),
    ];
    expect(await contents(alive)).toEqual(await contents(plain));
  });

  it("stores nothing before what it was decided from is stored, and nothing where that fails", async () => {
    const { alive, store, writes } = told();
    const group = libraryGroup({ store });
    const refused = group.exclusive(
      async () => {
        throw new Error("not ours");
      },
      async () => {
        await publish(group.store, "one");
        await group.flush();
      },
    );
    await expect(refused).rejects.toThrow("not ours");
    expect(group.hasFailed()).toBe(true);
    expect(writes).toEqual([]);
    await group.exclusive(free, async () => {
      expect(await group.store.findHeads(exact(sampleScope), { names: ["one"] })).toEqual([]);
      expect(group.hasFailed()).toBe(false);
    });
    expect(await names(alive)).toEqual([]);
  });

  it("is refused where another process has made a skill of the lesson meanwhile, or changed one of its skills", async () => {
    for (const meanwhile of ["other-name", "one"]) {
      const { alive, store } = told();
      const group = libraryGroup({ store });
      const work = group.exclusive(free, async () => {
        await publish(group.store, "one");
        const lesson = sampleLesson({ content: sampleContent({ name: meanwhile }), key: "key of one" });
        const rules = { mergeLesson: () => sampleContent(), gate: () => allow };
        const entries = [{ lesson, verdict: allow }];
        await publishLessons({ store: alive, buildSearchDocument: () => "", entries, ...rules, now: NOW });
        await group.flush();
      });
      await expect(work).rejects.toMatchObject({ code: "STORE_CONFLICT" });
      expect(await names(alive)).toEqual([meanwhile]);
    }
  });

  it("is refused where a write that died has left another version under its number", async () => {
    const { alive, store, writes } = told();
    const skillId = skillIdOf(sampleScope, "one");
    await alive.addVersions([
      learnedVersion({ skillId, content: sampleContent({ name: "one", description: "Left." }) }),
    ]);
    const group = libraryGroup({ store });
    const work = group.exclusive(free, async () => {
      await publish(group.store, "one");
      await group.flush();
    });
    await expect(work).rejects.toMatchObject({ code: "STORE_CONFLICT" });
    expect(writes).toEqual(["addVersions"]);
  });

  it("is stored before anything else that bears on the library is read or written", async () => {
    const { alive, store } = told();
    const group = libraryGroup({ store });
    await group.exclusive(free, async () => {
      await publish(group.store, "one");
      expect((await group.store.listHeads(all)).map(({ head }) => head.name)).toEqual(["one"]);
      expect(await names(alive)).toEqual(["one"]);
      await publish(group.store, "two");
      expect(await group.store.removeSkills(all, [skillIdOf(sampleScope, "two")])).toBe(1);
    });
    expect(await names(alive)).toEqual(["one"]);
  });

  it("stores a change of a skill before the next change of it", async () => {
    const { alive, store } = told();
    await publish(alive, "one");
    const group = libraryGroup({ store });
    await group.exclusive(free, async () => {
      for (const status of ["active", "trusted"] as const) {
        const [row] = await group.store.findHeads(exact(sampleScope), { names: ["one"] });
        expect(await group.store.writeHeads(row === undefined ? [] : [change(row, { status })])).toEqual(
          new Set(),
        );
      }
      await group.flush();
    });
    expect((await alive.listHeads(all)).map(({ head }) => [head.status, head.rev])).toEqual([["trusted", 3]]);
  });

  it("loses a write that was decided on another state of its skill than the one it knows", async () => {
    const { alive, store } = told();
    await publish(alive, "one");
    const [row] = await alive.listHeads(all);
    if (row === undefined) throw new Error("nothing was published");
    const late = change({ ...row, head: { ...row.head, rev: 7 } }, { status: "active" });
    const group = libraryGroup({ store });
    await group.exclusive(free, async () => {
      expect(await group.store.writeHeads([late])).toEqual(new Set([row.head.id]));
      expect(await group.store.writeHeads([{ ...late, expectedRev: null }])).toEqual(new Set([row.head.id]));
    });
  });

  it("takes turns, and drops what is left of a turn that failed", async () => {
    const { alive, store } = told();
    const group = libraryGroup({ store });
    const order: string[] = [];
    const first = group.exclusive(free, async () => {
      await publish(group.store, "one");
      order.push("first");
      throw new Error("it broke");
    });
    const second = group.exclusive(free, async () => {
      order.push("second");
      expect(await group.store.findHeads(exact(sampleScope), { names: ["one"] })).toEqual([]);
      await publish(group.store, "two");
      await group.flush();
    });
    await expect(first).rejects.toThrow("it broke");
    await second;
    expect(order).toEqual(["first", "second"]);
    expect(await names(alive)).toEqual(["two"]);
  });

  it("shows a library in memory each of its skills, and takes back those that were dropped", async () => {
    const { alive, store } = told();
    const group = libraryGroup({ store });
    const cache = new LibraryCache({ store: group.store, clock: manualClock() });
    const seen = async () => {
      await cache.refresh(sampleScope);
      return ["zero", "one"].filter((name) => cache.find(sampleScope, skillIdOf(sampleScope, name)));
    };
    await publish(alive, "zero");
    await group.exclusive(free, async () => {
      expect(await seen()).toEqual(["zero"]);
      await publish(group.store, "one");
      expect(await seen()).toEqual(["zero", "one"]);
    });
    expect(await seen()).toEqual(["zero"]);
    await group.exclusive(free, async () => {
      await publish(group.store, "one");
      await group.flush();
      expect(await seen()).toEqual(["zero", "one"]);
    });
    await alive.removeSkills(all, [skillIdOf(sampleScope, "zero")]);
    expect(await seen()).toEqual(["one"]);
  });
});
