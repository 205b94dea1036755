import { describe, expect, it } from "vitest";
import { DataError } from "./data-error.ts";
import { librarySkill, retrievalProbe } from "./formats.ts";
import { parseEntries } from "./read-entries.ts";

function problemsOf(json: string): readonly string[] {
  try {
    parseEntries(json, "probes.json", retrievalProbe);
  } catch (error) {
    if (error instanceof DataError) return error.problems;
    throw error;
  }
  return [];
}

describe("parseEntries", () => {
  it("names file, entry, id and field of what is wrong", () => {
    const probes = [
      { id: "good", class: "direct", text: "x", expect: null },
      { id: "bad-1", class: "direct", mode: "shout", text: "x", expect: "a" },
      { id: "bad-2", class: "direct", text: "x" },
      7,
    ];
    const problems = problemsOf(JSON.stringify(probes));
    expect(problems).toHaveLength(3);
    expect(problems[0]).toMatch(/^probes\.json, entry 2 \(bad-1\): mode: /);
    expect(problems[1]).toMatch(/^probes\.json, entry 3 \(bad-2\): expect: /);
    expect(problems[2]).toMatch(/^probes\.json, entry 4: /);
  });

  it("says so when a file is no JSON or no list", () => {
    expect(problemsOf("{")[0]).toMatch(/^probes\.json is not JSON: /);
    expect(problemsOf("{}")).toEqual(["probes.json does not hold a JSON array."]);
  });

  it("fills in what foreign files leave out and overlooks what they add", () => {
    const [probe] = parseEntries(
      '[{ "id": "a", "class": "new class", "text": "x", "expect": ["s"], "history": null, "note": 1 }]',
      "probes.json",
      retrievalProbe,
    );
    expect(probe).toEqual({
      id: "a",
      class: "new class",
      mode: "task",
      text: "x",
      history: [],
      expect: ["s"],
    });
    const [skill] = parseEntries('[{ "name": "s", "description": "d" }]', "library.json", librarySkill);
    expect(skill).toMatchObject({ queries: [], not_for: [], signature: { intent: "" }, body: "" });
  });
});
