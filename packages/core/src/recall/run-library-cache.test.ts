import { describe, expect, it } from "vitest";
import { manualClock } from "../testing/manual-clock.ts";
import { finish } from "../text/finish.ts";
import { tokenise } from "../text/tokens/tokens.ts";
import type { Scope } from "../types/scope.ts";
import { inOneStep } from "./__fixtures__/in-one-step.ts";
import { type FakeLibrary, fakeLibrary, row, scope } from "./__fixtures__/run-fake-library.ts";
import { probeSkills } from "./__fixtures__/skills.ts";
import { LibraryCache } from "./run-library-cache.ts";

const [commit, push, pull] = probeSkills as [
  (typeof probeSkills)[number],
  (typeof probeSkills)[number],
  (typeof probeSkills)[number],
];

const cacheOf = (store: FakeLibrary, maximumScopes?: number): LibraryCache =>
  new LibraryCache({ store, clock: manualClock(), ...(maximumScopes !== undefined && { maximumScopes }) });

function names(cache: LibraryCache, at: Scope, text: string): readonly string[] {
  const terms = tokenise(text).map((term) => ({ term, weight: 1, role: "expected" as const }));
  return cache
    .search(at, { terms, minimumRank: 0, limit: 9 })
    .filter((match) => match.score > 0.5)
    .map((match) => match.payload.head.name);
}

describe("LibraryCache", () => {
  it("reads the library once, and afterwards only what changed", async () => {
    const store = fakeLibrary(row(push), row(commit));
    const cache = cacheOf(store);
    await cache.refresh(scope);
    await cache.refresh(scope);
    expect(store.reads).toHaveLength(1);
    expect(names(cache, scope, "push the branch")).toEqual([push.name]);
    store.put(row(pull));
    store.remove(row(push).head.id);
    await cache.refresh(scope);
    expect(store.reads).toHaveLength(2);
    expect(store.reads[1]?.token).toBe("1");
    expect(cache.size(scope)).toBe(2);
    expect(names(cache, scope, "push the branch to the remote")).not.toContain(push.name);
    expect(names(cache, scope, "pull the branch")).toEqual([pull.name]);
  });

  it("shares one reading among calls at the same time", async () => {
    const store = fakeLibrary(row(push));
    const cache = cacheOf(store);
    await Promise.all([cache.refresh(scope), cache.refresh(scope), cache.refresh(scope)]);
    expect(store.reads).toHaveLength(1);
  });

  it("sees a write that came while an older reading was under way", async () => {
    const store = fakeLibrary(row(push));
    const cache = cacheOf(store);
    const held = store.hold();
    const first = cache.refresh(scope);
    while (store.reads.length === 0) await Promise.resolve();
    store.put(row(pull));
    const second = cache.refresh(scope);
    held.release();
    await Promise.all([first, second]);
    expect(cache.size(scope)).toBe(2);
  });

  it("DB9: loads each scope by itself and shows a reader only its own and the wider ones", async () => {
    const ann = { ...scope, user: "ann" };
    const bob = { ...scope, user: "bob" };
    const store = fakeLibrary(row(push), row(commit, { scope: ann }), row(pull, { scope: bob }));
    const cache = cacheOf(store);
    await cache.refresh(ann);
    await cache.refresh(bob);
    expect(store.reads.map((read) => read.filter.scope)).toEqual([scope, ann, bob]);
    expect(store.reads.every((read) => read.filter.reach === "exact")).toBe(true);
    expect(names(cache, ann, "pull the branch")).toEqual([]);
    expect(names(cache, bob, "pull the branch")).toEqual([pull.name]);
    expect(names(cache, ann, "push the branch")).toEqual([push.name]);
    await expect(cache.refresh({ project: "" })).rejects.toMatchObject({ code: "INVALID_SCOPE" });
  });

  it("keeps what it read when the store fails, and catches up later", async () => {
    const store = fakeLibrary(row(push));
    const cache = cacheOf(store);
    await cache.refresh(scope);
    store.fail(new Error("disk gone"));
    await expect(cache.refresh(scope)).rejects.toThrow("disk gone");
    expect(names(cache, scope, "push the branch")).toEqual([push.name]);
    store.fail(undefined);
    store.put(row(pull));
    await cache.refresh(scope);
    expect(cache.size(scope)).toBe(2);
  });

  it("forgets the scopes nobody asked for longest", async () => {
    const store = fakeLibrary(row(push));
    const cache = cacheOf(store, 4);
    for (const user of ["a", "b", "c", "d", "e"]) await cache.refresh({ ...scope, user });
    expect(cache.isReady({ ...scope, user: "e" })).toBe(true);
    expect(cache.isReady({ ...scope, user: "a" })).toBe(false);
    expect(cache.isReady(scope)).toBe(true);
  });

  it("drops a retired skill and takes it up again", async () => {
    const store = fakeLibrary(row(push));
    const cache = cacheOf(store);
    await cache.refresh(scope);
    store.put(row(push, { status: "retired" }));
    await cache.refresh(scope);
    expect(cache.size(scope)).toBe(0);
    store.put(row(push));
    await cache.refresh(scope);
    expect(cache.size(scope)).toBe(1);
  });

  it("gives the event loop its turn while a large library is indexed", async () => {
    const rows = Array.from({ length: 200 }, (_, index) => row({ ...push, name: `skill-${index}` }));
    let time = 0;
    let pauses = 0;
    const clock = {
      monotonic: () => {
        time += 3;
        return time;
      },
      sleep: async () => {
        pauses += 1;
      },
    };
    const cache = new LibraryCache({ store: fakeLibrary(...rows), clock });
    await cache.refresh(scope);
    expect(pauses).toBeGreaterThan(1);
    expect(cache.size(scope)).toBe(200);
  });

  it("answers nothing from half a library", async () => {
    const rows = Array.from({ length: 200 }, (_, index) => row({ ...push, name: `skill-${index}` }));
    let time = 0;
    let resume = (): void => {};
    const clock = {
      monotonic: () => {
        time += 3;
        return time;
      },
      sleep: () =>
        new Promise<void>((resolve) => {
          resume = resolve;
        }),
    };
    const cache = new LibraryCache({ store: fakeLibrary(...rows), clock });
    void cache.refresh(scope);
    await new Promise((resolve) => setImmediate(resolve));
    expect(cache.isReady(scope)).toBe(false);
    expect(cache.size(scope)).toBe(0);
    resume();
  });

  it("asks for the verdict on a text once", () => {
    const cache = cacheOf(fakeLibrary());
    let asked = 0;
    const judge = inOneStep(() => {
      asked += 1;
      return { decision: "allow" as const, reasons: [] };
    });
    for (const hash of ["hash", "hash", "other"]) finish(cache.verdict(hash, judge));
    expect(asked).toBe(2);
  });
});
