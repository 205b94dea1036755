import { describe, expect, it } from "vitest";
import { SkillLoopError } from "../errors.ts";
import type { QueryVectors } from "../ports/query-vectors.ts";
import { renderBlock } from "../prompt/render-block.ts";
import { manualClock } from "../testing/manual-clock.ts";
import { inOneStep } from "./__fixtures__/in-one-step.ts";
import { type FakeLibrary, fakeLibrary, row, scope } from "./__fixtures__/run-fake-library.ts";
import { probeSkills } from "./__fixtures__/skills.ts";
import type { RecallPorts } from "./run-answer.ts";
import { LibraryCache } from "./run-library-cache.ts";
import { prepare } from "./run-prepare.ts";
import { runRecall } from "./run-recall.ts";

const vector = Float32Array.of(1, 0);
const never = (): Promise<never> => new Promise(() => {});
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const mismatch = new SkillLoopError({ code: "EMBEDDING_MISMATCH", message: "Of another.", remedy: "Move." });

function world(query?: QueryVectors["queryVectors"], library: FakeLibrary = fakeLibrary()) {
  const clock = manualClock();
  const told: unknown[] = [];
  const ports: RecallPorts = {
    cache: new LibraryCache({ store: library, clock }),
    clock,
    ...(query !== undefined && { query: { queryVectors: query } }),
    budgetMs: 50,
    serve: "active",
    environment: {},
    environmentPolicy: "warn",
    scan: inOneStep(() => ({ decision: "allow", reasons: [] })),
    render: renderBlock,
    onError: (error) => told.push(error),
  };
  return { clock, told, ports, library };
}

/** Waits for `work` as far as the clock is moved. */
async function after<Value>(
  clock: ReturnType<typeof manualClock>,
  milliseconds: number,
  work: Promise<Value>,
): Promise<Value> {
  await turn();
  await clock.advance(milliseconds);
  return work;
}

describe("prepare", () => {
  it("waits for rows and vectors together, and for no longer than they take", async () => {
    const { ports } = world(async (texts) => texts.map(() => vector));
    const prepared = await prepare(ports, scope, ["a", "b"]);
    expect(prepared).toEqual({ vectors: [vector, vector], isRead: true });
  });

  it("asks no embedder where there is nothing to compare", async () => {
    const asked: unknown[] = [];
    const { ports } = world(async (texts) => {
      asked.push(texts);
      return [];
    });
    expect(await prepare(ports, scope, [])).toEqual({ vectors: [], isRead: true });
    expect(asked).toEqual([]);
  });

  it("sets no timer for rows and vectors that are there at once, and one for those that are not", async () => {
    const { ports } = world(async (texts) => texts.map(() => vector));
    const late = world(never);
    const waits: number[] = [];
    const clock = {
      ...ports.clock,
      sleep: async (milliseconds: number) => {
        waits.push(milliseconds);
      },
    };
    await ports.cache.refresh(scope);
    expect(await prepare({ ...ports, clock }, scope, ["a"])).toEqual({ vectors: [vector], isRead: true });
    expect(waits).toEqual([]);
    await prepare({ ...late.ports, clock }, scope, ["a"]);
    expect(waits).toEqual([47]);
  });

  it("says that the budget ran out before the query was embedded", async () => {
    const { clock, ports } = world(never);
    const prepared = await after(clock, 50, prepare(ports, scope, ["a"]));
    expect(prepared).toMatchObject({ vectors: [], isRead: true });
    expect(prepared.degraded).toBe("over-budget: the query was not embedded within 50 ms");
    expect(prepared.cause).toBeUndefined();
  });

  it("says that the budget ran out before the library was read, whatever the embedder does", async () => {
    const library = fakeLibrary();
    const { clock, ports } = world(never, library);
    const held = library.hold();
    const prepared = await after(clock, 50, prepare(ports, scope, ["a"]));
    expect(prepared).toMatchObject({ isRead: false });
    expect(prepared.degraded).toBe("over-budget: the library was not read within 50 ms");
    held.release();
  });

  it("names the code of an embedder that failed, and nothing of what a foreign one says", async () => {
    const { ports } = world(() => Promise.reject(mismatch));
    expect(await prepare(ports, scope, ["a"])).toEqual({
      vectors: [],
      isRead: true,
      degraded: "embedder: EMBEDDING_MISMATCH",
    });
    const foreign = world(() => Promise.reject(new Error("key sk-123 refused")));
    expect((await prepare(foreign.ports, scope, ["a"])).degraded).toBe("embedder: it failed");
  });

  it("hands on why the library could not be read, and does not tell of it itself", async () => {
    const { ports, library, told } = world();
    const failure = new Error("disk gone");
    library.fail(failure);
    expect(await prepare(ports, scope, [])).toMatchObject({
      isRead: false,
      degraded: "store: the library could not be read",
      cause: failure,
    });
    expect(told).toEqual([]);
  });

  it("tells once of a store that fails after the answer has left", async () => {
    const failure = new Error("too late");
    let fail = (): void => {};
    const late = new Promise<string>((_resolve, reject) => {
      fail = () => reject(failure);
    });
    const { clock, told, ports } = world();
    const cache = new LibraryCache({ store: { libraryToken: () => late, readLibrary: never }, clock });
    const prepared = await after(clock, 50, prepare({ ...ports, cache }, scope, []));
    expect(prepared.cause).toBeUndefined();
    expect(told).toEqual([]);
    fail();
    await turn();
    expect(told).toEqual([failure]);
  });

  it("leaves no rejection behind when embedder and store fail after the answer", async () => {
    const unhandled: unknown[] = [];
    const catchIt = (reason: unknown): void => {
      unhandled.push(reason);
    };
    process.on("unhandledRejection", catchIt);
    let fail = (): void => {};
    const late = new Promise<never>((_resolve, reject) => {
      fail = () => reject(new Error("too late"));
    });
    const { clock, ports } = world(() => late);
    const cache = new LibraryCache({ store: { libraryToken: () => late, readLibrary: never }, clock });
    const onError = (): void => {
      throw new Error("a handler that fails");
    };
    await after(clock, 50, prepare({ ...ports, cache, onError }, scope, ["a"]));
    fail();
    for (let at = 0; at < 3; at += 1) await turn();
    process.off("unhandledRejection", catchIt);
    expect(unhandled).toEqual([]);
  });
});

describe("runRecall with less than the whole machinery", () => {
  const library = () => fakeLibrary(...probeSkills.map((skill) => row(skill)));
  const task = "Push the branch to the remote";

  it("answers by words when the embedder hangs, and says so", async () => {
    const { clock, ports } = world(never, library());
    const result = await after(clock, 50, runRecall({ ports, scope, task }));
    expect(result.hits.map(({ name }) => name)).toEqual(["git-push-no-upstream-branch"]);
    expect(result.degraded).toContain("over-budget");
  });

  it("answers by words when the embedder fails, and does not tell of what the loop has told already", async () => {
    const { ports, told } = world(() => Promise.reject(mismatch), library());
    const result = await runRecall({ ports, scope, task });
    expect(result.hits).toHaveLength(1);
    expect(result.degraded).toBe("embedder: EMBEDDING_MISMATCH");
    expect(told).toEqual([]);
  });

  it("throws RECALL_DEGRADED with strict instead, whether the embedder is late or fails", async () => {
    const failing = world(() => Promise.reject(mismatch), library());
    const options = { strict: true };
    await expect(runRecall({ ports: failing.ports, scope, task, options })).rejects.toMatchObject({
      code: "RECALL_DEGRADED",
    });
    const { clock, ports } = world(never, library());
    const late = runRecall({ ports, scope, task, options });
    const caught = late.catch((error: unknown) => error);
    expect(await after(clock, 50, caught)).toMatchObject({ code: "RECALL_DEGRADED" });
  });

  it("tells once of a store that fails while the embedder answers", async () => {
    const { ports, library: store, told } = world(async (texts) => texts.map(() => vector), library());
    store.fail(new Error("disk gone"));
    const result = await runRecall({ ports, scope, task });
    expect(result).toMatchObject({ hits: [], abstained: { reason: "failed" } });
    expect(told).toEqual([new Error("disk gone")]);
  });
});
