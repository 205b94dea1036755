import { describe, expect, it } from "vitest";
import { SkillLoopError } from "../errors.ts";
import { asSkillLoopError, describeError } from "./describe-error.ts";

const secret = `gho_${"a1B2".repeat(9)}`;

const chainOf = (error: unknown): readonly Error[] => {
  const chain: Error[] = [];
  for (let at = error; at instanceof Error && chain.length < 20; at = at.cause) chain.push(at);
  return chain;
};

describe("asSkillLoopError", () => {
  it("passes on a foreign error as its redacted name and words, and nothing else of it", () => {
    const inner = Object.assign(new RangeError(`inner ${secret}`), { config: { secret } });
    const outer = Object.assign(new TypeError(`outer ${secret}`, { cause: inner }), { stderr: secret });
    const told = asSkillLoopError(outer);
    const chain = chainOf(told);
    expect(told.code).toBe("INTERNAL");
    expect(chain.map(({ name }) => name)).toEqual(["SkillLoopError", "TypeError", "RangeError"]);
    expect(chain[2]?.message).toBe("inner [redacted]");
    for (const error of chain) {
      expect(`${error.message} ${error.stack} ${JSON.stringify(Object.entries(error))}`).not.toContain(
        "a1B2",
      );
    }
  });

  it("masks one of our own, keeping code, message and remedy, and leaves a clean one as it is", () => {
    const own = new SkillLoopError({
      code: "STORE_FAILED",
      message: `No answer from postgres://u:${secret}@db.`,
      remedy: "Try again.",
      cause: secret,
    });
    const told = asSkillLoopError(own);
    expect(told).toMatchObject({
      code: "STORE_FAILED",
      message: "No answer from postgres://u:[redacted]@db. Try again.",
      remedy: "Try again.",
      cause: { message: "[redacted]" },
    });
    const clean = new SkillLoopError({ code: "CLOSED", message: "It is closed.", remedy: "Open it." });
    expect(asSkillLoopError(clean)).toBe(clean);
  });

  it("comes to an end on errors that cause each other, and on values that cannot be read", () => {
    const first = new Error("first");
    first.cause = new SkillLoopError({ code: "CLOSED", message: "m.", remedy: "r.", cause: first });
    expect(chainOf(asSkillLoopError(first)).length).toBeLessThan(10);
    const unreadable = {
      toString: () => {
        throw new Error("no");
      },
    };
    expect(asSkillLoopError(unreadable).message).toContain("a value that has no text");
    expect(asSkillLoopError(undefined).code).toBe("INTERNAL");
  });

  it("shows no half of a secret at the place where a long text is cut", () => {
    for (let shift = 0; shift < 60; shift += 5) {
      const error = new Error(`${"-".repeat(900 + shift)} ${`${secret} `.repeat(40)}${" x".repeat(2_000)}`);
      expect(
        chainOf(asSkillLoopError(error))
          .map(({ message }) => message)
          .join(),
      ).not.toMatch(/gho_|a1B2/);
      expect(describeError(error)).not.toMatch(/gho_|a1B2/);
    }
  });
});
