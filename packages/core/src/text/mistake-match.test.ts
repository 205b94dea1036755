import { describe, expect, it } from "vitest";
import type { Mistake } from "../types/skill.ts";
import type { ToolStep } from "../types/trace.ts";
import { matchesSignature, repeatsMistake } from "./mistake-match.ts";

const mistake: Mistake = {
  tool: "bash",
  skeleton: "bash: git push",
  signature: "fatal: the current branch <branch> has no upstream branch",
};
const step = (fields: Partial<ToolStep> = {}): ToolStep => ({
  kind: "tool",
  tool: "bash",
  callId: "c1",
  turn: 0,
  input: { command: "git push" },
  outcome: "tool-error",
  error: "fatal: The current branch other has no upstream branch.",
  ...fields,
});

describe("repeatsMistake", () => {
  it("recognises the mistake on another object", () => {
    expect(repeatsMistake(mistake, step())).toBe(true);
  });

  it("does not take another call, another error, a success or a pause for it", () => {
    expect(repeatsMistake(mistake, step({ input: { command: "git pull" } }))).toBe(false);
    expect(repeatsMistake(mistake, step({ error: "fatal: unable to access the repository" }))).toBe(false);
    expect(repeatsMistake(mistake, step({ outcome: "ok" }))).toBe(false);
    expect(repeatsMistake(mistake, step({ outcome: "interrupted" }))).toBe(false);
    expect(repeatsMistake(mistake, step({ tool: "shell" }))).toBe(false);
  });
});

describe("matchesSignature", () => {
  it("lets a placeholder stand for one word, and nothing else", () => {
    expect(matchesSignature("branch <branch> is gone (x)", "branch topic is gone (x)")).toBe(true);
    expect(matchesSignature("branch <branch> is gone (x)", "branch <value> is gone (x)")).toBe(true);
    expect(matchesSignature("branch <branch> is gone (x)", "branch my topic is gone (x)")).toBe(false);
    expect(matchesSignature("branch a is gone", "branch b is gone")).toBe(false);
    expect(matchesSignature("<value>", "")).toBe(false);
  });
});
