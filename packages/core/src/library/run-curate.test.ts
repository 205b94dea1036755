import { describe, expect, it } from "vitest";
import { memoryStore } from "../io/memory/memory-store.ts";
import type { Store } from "../ports/store.ts";
import { DAY, NOW, sampleContent, sampleLesson } from "../testing/library-samples.ts";
import { sampleScope, within } from "../testing/store-samples.ts";
import { curateLibrary } from "./run-curate.ts";
import { publishLessons } from "./run-publish.ts";

const filter = within(sampleScope);
const rules = {
  buildSearchDocument: ({ name }: { readonly name: string }) => name,
  gate: () => ({ decision: "allow", reasons: [] }) as const,
  mergeLesson: (content: ReturnType<typeof sampleContent>) => content,
};

async function libraryOf(count: number) {
  const inner = memoryStore();
  const entries = Array.from({ length: count }, (_unused, at) => ({
    lesson: sampleLesson({
      key: `key-${at}`,
      traceId: `trace-${at}`,
      runId: `run-${at}`,
      content: sampleContent({ name: `skill-${at}` }),
    }),
    verdict: rules.gate(),
  }));
  await publishLessons({ store: inner, ...rules, entries, now: NOW });
  const called: string[] = [];
  const store = new Proxy(inner, {
    get(target, name: keyof Store) {
      called.push(name);
      return target[name];
    },
  });
  const curate = (now: number) => curateLibrary({ store, ...rules }, { filter, now });
  return { store: inner, called, curate };
}

describe("curateLibrary", () => {
  it("reads skills and counters once and writes nothing where none is due, however many there are", async () => {
    for (const count of [1, 300]) {
      const { called, curate } = await libraryOf(count);
      expect(await curate(NOW + DAY)).toEqual([]);
      expect(called.sort()).toEqual(["listHeads", "listStats"]);
    }
  });

  it("takes the pending re-run of a skill along that it retires", async () => {
    const { store, curate } = await libraryOf(2);
    const pending = async () => (await store.listJobs({ filter, kind: "rerun" })).length;
    expect(await pending()).toBe(2);
    expect(await curate(NOW + 61 * DAY)).toEqual(["skill-0", "skill-1"]);
    expect(await pending()).toBe(0);
  });
});
