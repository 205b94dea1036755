import { describe, expect, it } from "vitest";
import { ownProblems } from "./check-own.ts";
import { librarySkill, retrievalProbe } from "./formats.ts";

const skills = [librarySkill.parse({ name: "a", description: "d" })];
const problemsOf = (...probes: readonly object[]): readonly string[] =>
  ownProblems(
    skills,
    probes.map((probe) =>
      retrievalProbe.parse({ id: "p", class: "direct", text: "x", expect: "a", ...probe }),
    ),
  );

describe("ownProblems", () => {
  it("finds nothing wrong with a good probe", () => {
    expect(problemsOf({})).toEqual([]);
    expect(problemsOf({ class: "error", mode: "error" })).toEqual([]);
    expect(problemsOf({ class: "follow-up", history: ["y"], expect: null })).toEqual([]);
  });

  it.each([
    [{ expect: "b" }, "expects b"],
    [{ class: "odd" }, "unknown class odd"],
    [{ class: "lexical" }, "is a trap"],
    [{ expect: null }, "expects nothing"],
    [{ mode: "error" }, "has the mode error"],
    [{ class: "error" }, "has the mode task"],
    [{ history: ["y"] }, "has a history"],
    [{ class: "follow-up" }, "or none in it"],
    [{ text: " " }, "has no text"],
  ])("tells what is wrong with %o", (probe, problem) => {
    expect(problemsOf(probe)).toEqual([expect.stringContaining(problem)]);
  });

  it("finds names and ids that are there twice", () => {
    expect(problemsOf({}, {})).toEqual(["Two probes have the id p."]);
    expect(ownProblems([...skills, ...skills], [])).toEqual(["Two skills are named a."]);
  });
});
