import { describe, expect, it } from "vitest";
import { isSkillName } from "../text/skill-name.ts";
import { lessonName } from "./lesson-name.ts";

const name = (call: string, signature: string): string =>
  lessonName({ call, tool: "bash", signature, key: "k" });

describe("lessonName", () => {
  it("is made of what was called and what it said", () => {
    expect(name("git push", "fatal: the current branch <branch> has no upstream branch")).toBe(
      "git-push-branch-upstream",
    );
  });

  it.each([
    ["デプロイ", "エラー: 見つかりません"],
    ["", ""],
    ["x".repeat(300), "y ".repeat(300)],
    ["--", "-- -- --"],
    ["git push", "Ошибка"],
  ])("is always a valid skill name: %j, %j", (call, signature) => {
    expect(isSkillName(name(call, signature))).toBe(true);
  });
});
