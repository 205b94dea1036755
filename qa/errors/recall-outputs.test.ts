import { beforeAll, describe, expect, it } from "vitest";
import { readOutputs } from "./read-outputs.ts";
import { type Asked, type RecalledOutput, recallOutputs } from "./recall-outputs.ts";

describe.each(["tune", "held"])("recallForError over a real library of the %s half", (half) => {
  let found: readonly RecalledOutput[] = [];
  beforeAll(async () => {
    found = await recallOutputs(readOutputs().filter((each) => each.half === half));
  });
  const share = (asked: Asked): number => {
    const those = found.filter((each) => each.asked === asked);
    return those.filter(({ ok }) => ok).length / those.length;
  };

  it("gives the skill that one occurrence made to another occurrence, first", () => {
    expect(share("known")).toBeGreaterThanOrEqual(0.9);
  });

  it("gives nothing for most errors that no skill is about", () => {
    expect(share("stranger")).toBeGreaterThanOrEqual(0.9);
    expect(share("sibling")).toBeGreaterThanOrEqual(0.7);
  });
});
