import type { RecallResult } from "@skillloop/core";
import { describe, expect, it } from "vitest";
import { librarySkill, retrievalProbe } from "../data/formats.ts";
import type { Recaller } from "../home/recaller.ts";
import { ask, askAll } from "./ask.ts";

const nothing: RecallResult = {
  hits: [],
  text: "",
  abstained: { reason: "vetoed", detail: "held" },
  degraded: "store: away",
  tookMs: 1,
};

function recorder(): Recaller & { readonly calls: unknown[] } {
  const calls: unknown[] = [];
  return {
    calls,
    recall: async (...args) => {
      calls.push(["recall", ...args]);
      return nothing;
    },
    recallForError: async (...args) => {
      calls.push(["recallForError", ...args]);
      return nothing;
    },
    close: async () => undefined,
  };
}

describe("ask", () => {
  it("puts a task with its history, and an error without any task", async () => {
    const recaller = recorder();
    const probe = { id: "p", class: "c", expect: null };
    await ask(recaller, retrievalProbe.parse({ ...probe, text: "yes", history: ["one", "two"] }));
    await ask(recaller, retrievalProbe.parse({ ...probe, text: "boom", mode: "error" }));
    expect(recaller.calls).toEqual([
      ["recall", "yes", { history: ["one", "two"] }],
      ["recallForError", "boom"],
    ]);
  });

  it("keeps why nothing came, and whether less than everything answered", async () => {
    const probe = retrievalProbe.parse({ id: "p", class: "c", text: "x", expect: null });
    expect(await ask(recorder(), probe)).toMatchObject({
      given: [],
      abstained: "vetoed: held",
      degraded: true,
    });
  });
});

describe("askAll", () => {
  it("serves every skill of a library as active from a home of its own, in any number", async () => {
    const skills = Array.from({ length: 1_003 }, (_, index) =>
      librarySkill.parse({
        name: `parcel-${index}`,
        description: `Counts the parcels of carrier${index}x.`,
        queries: [`count the parcels of carrier${index}x`],
      }),
    );
    const probes = [0, 999, 1_002].map((index) =>
      retrievalProbe.parse({
        id: `p-${index}`,
        class: "direct",
        text: `count the parcels of carrier${index}x`,
        expect: `parcel-${index}`,
      }),
    );
    const outcomes = await askAll({ skills, probes });
    expect(outcomes.map(({ given }) => given[0]?.name)).toEqual(["parcel-0", "parcel-999", "parcel-1002"]);
    expect(outcomes.every(({ ms, degraded }) => ms > 0 && !degraded)).toBe(true);
  });
});
