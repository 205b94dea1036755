import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkUses } from "./check-uses.ts";

const library = (graph: Readonly<Record<string, readonly string[]>>) => (name: string) => graph[name] ?? [];

describe("checkUses", () => {
  it("refuses a skill that uses itself, however long the way", () => {
    const of = library({ b: ["c"], c: ["d"], d: ["a"] });
    expect(checkUses("a", ["a", "b", "e"], of)).toEqual(["e"]);
  });

  it("keeps each allowed name once, in order", () => {
    expect(checkUses("a", ["c", "b", "c"], library({ b: ["c"] }))).toEqual(["c", "b"]);
  });

  it("ends where the library holds a circle already", () => {
    expect(checkUses("a", ["x"], library({ x: ["y"], y: ["x"] }))).toEqual(["x"]);
  });

  it("closes no circle, whatever is in the library", () => {
    const names = fc.constantFrom("a", "b", "c", "d", "e");
    const graphs = fc.dictionary(names, fc.array(names, { maxLength: 3 }));
    fc.assert(
      fc.property(graphs, fc.array(names, { maxLength: 4 }), (graph, wanted) => {
        const of = library(graph);
        const allowed = checkUses("a", wanted, of);
        const seen = new Set<string>();
        const walk = (name: string): void => {
          if (seen.has(name)) return;
          seen.add(name);
          for (const next of of(name)) walk(next);
        };
        for (const name of allowed) walk(name);
        expect(seen.has("a")).toBe(false);
      }),
    );
  });
});
