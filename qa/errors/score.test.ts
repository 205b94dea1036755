import { describe, expect, it } from "vitest";
import { errorSignature } from "../../packages/core/src/text/error-signature/error-signature.ts";
import { casesOf, readOutputs } from "./read-outputs.ts";
import { leftover, type Question, scoreOutputs } from "./score.ts";

const cases = readOutputs();

function share(half: string, question: Question): number {
  const asked = scoreOutputs(
    cases.filter((each) => each.half === half),
    errorSignature,
  ).filter((answer) => answer.question === question);
  return asked.filter(({ ok }) => ok).length / asked.length;
}

describe("outputs of programs that failed", () => {
  it("come from every source, at least eight of each, in pairs and beside errors that are easily taken for them", () => {
    const sources = new Map<string, number>();
    for (const { source, errors } of cases) {
      expect(errors.length, source).toBeGreaterThan(0);
      const outputs = errors.flatMap((error) => error.outputs);
      expect(outputs.filter((output) => output.trim() === "")).toEqual([]);
      sources.set(source, (sources.get(source) ?? 0) + outputs.length);
    }
    expect(sources.size).toBe(20);
    expect([...sources].filter(([, count]) => count < 8)).toEqual([]);
  });

  it("hold the words that tell what went wrong", () => {
    const uncoloured = (text: string): string =>
      text
        .split("\u001b[")
        .map((part) => part.replace(/^[0-9;]*m/, ""))
        .join("");
    const without = cases
      .flatMap(({ errors }) => errors)
      .filter(({ telling, outputs }) => !outputs.every((output) => uncoloured(output).includes(telling)));
    expect(without.map(({ id }) => id)).toEqual([]);
  });

  it.each([
    ["tune", { same: 0.92, told: 0.97 }],
    ["held", { same: 0.8, told: 0.9 }],
  ])("give one signature to one error, another to another, in the %s half", (half, least) => {
    expect(share(half, "same")).toBeGreaterThanOrEqual(least.same);
    expect(share(half, "apart")).toBeGreaterThanOrEqual(0.99);
    expect(share(half, "told")).toBeGreaterThanOrEqual(least.told);
    expect(share(half, "clean")).toBe(1);
  });
});

describe("scoreOutputs", () => {
  const text =
    "@@@ case c\n@@@ error one | bad ref\nfatal: bad ref\n@@@ again\nfatal: bad ref\n@@@ error two | lost\nfatal: lost\n";
  const sign = (signature: (output: string) => string, generic = false) =>
    scoreOutputs(casesOf("s", text), (output) => {
      const found = signature(output);
      return { text: found, hash: found, generic, lines: [output] };
    }).filter(({ ok }) => !ok);

  it("counts a signature that changes, one that two errors share, and one that cannot be looked up", () => {
    let count = 0;
    expect(sign((output) => output)).toEqual([]);
    expect(sign(() => `${count++}`).map(({ question }) => question)).toEqual(["same"]);
    expect(sign(() => "x").map(({ question }) => question)).toEqual(["apart"]);
    expect(sign((output) => output, true).map(({ question }) => question)).toEqual(["same"]);
  });

  it.each([
    "cannot reach 10.0.0.7",
    "cannot open /srv/data/x",
    "no c:\\data here",
    "job 3f2504e is lost",
    "mail to mia@acme.example failed",
    "at https://acme.example failed",
    "at 10:20:30 it failed",
    "connect db:5432 failed",
    "left 1.2.3 behind",
  ])("finds what belongs to one occurrence in %j", (signature) => {
    expect(leftover(signature)).not.toBeUndefined();
  });
});
