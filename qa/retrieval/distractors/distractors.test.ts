import { describe, expect, it } from "vitest";
import { scanSkill } from "../../../packages/core/src/guard/scan.ts";
import { librarySkill } from "../data/formats.ts";
import { skillContent } from "../home/skill-row.ts";
import { distractors } from "./distractors.ts";
import { readOperations, readThings } from "./material.ts";

const all = distractors({ count: 9_000, library: [] });

describe("distractors", () => {
  it("come from at least 40 objects and 50 operations", () => {
    expect(new Set(readThings().map(({ object }) => object)).size).toBeGreaterThanOrEqual(40);
    expect(new Set(readOperations().map(({ verb }) => verb)).size).toBeGreaterThanOrEqual(50);
    const pairs = new Set(all.map(({ signature: { intent, object } }) => `${intent} ${object}`));
    expect(pairs.size).toBe(readThings().length * readOperations().length);
  });

  it("are as many as asked for, each with a name and a text of its own", () => {
    expect(all).toHaveLength(9_000);
    expect(new Set(all.map(({ name }) => name)).size).toBe(9_000);
    expect(new Set(all.map(({ queries }) => queries.join("\n"))).size).toBe(9_000);
    expect(() => distractors({ count: 20_000, library: [] })).toThrow(/There are \d+ distractors/);
  });

  it("are the same in every run, and the first of a larger crowd", () => {
    expect(distractors({ count: 50, library: [] })).toEqual(all.slice(0, 50));
  });

  it("are whole skills without a slot left open", () => {
    for (const skill of all) {
      expect(skill.queries.length).toBeGreaterThanOrEqual(8);
      expect(new Set(skill.queries).size).toBe(skill.queries.length);
      expect(skill.symptoms.length).toBeGreaterThanOrEqual(2);
      expect(JSON.stringify(skill)).not.toMatch(/\{(?:[a-zA-Z]+\d?)\}|undefined/);
    }
  });

  it("leave out what a library skill does, whatever the form, order and wording", () => {
    const [first, second] = all;
    const { intent = "", object = "" } = first?.signature ?? {};
    const also = readOperations().find(({ verb }) => verb === intent)?.also[0] ?? "";
    const turned = object.split(" ").reverse().join(" ");
    for (const words of [
      { intent, object },
      { intent: `quickly ${intent}`, object: `${turned} of a partner` },
      { intent: also, object },
    ]) {
      const skill = librarySkill.parse({ name: "skill", description: "d", signature: words });
      const names = distractors({ count: 20, library: [skill] }).map(({ name }) => name);
      expect(names).not.toContain(first?.name);
      expect(names).toContain(second?.name);
    }
  });

  it("are seldom of a kind that the content scan keeps from being served", () => {
    const sample = all.slice(0, 150).map((skill) => scanSkill(skillContent(skill)).decision);
    expect(sample.filter((decision) => decision === "reject").length).toBeLessThanOrEqual(2);
  });
});
