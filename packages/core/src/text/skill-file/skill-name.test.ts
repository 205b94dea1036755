import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isSkillName, numberedSkillName, skillName } from "./skill-name.ts";

describe("skillName", () => {
  it("makes a slug of plain words", () => {
    expect(skillName("Fix: `git push` without an upstream!")).toBe("fix-git-push-without-an-upstream");
    expect(skillName(["café", "déjà vu"])).toBe("cafe-deja-vu");
  });

  it("keeps names in other scripts apart", () => {
    const names = ["データベースを移行する", "テストを直す", "почини сборку", "πρόβλημα"].map((words) =>
      skillName(words),
    );
    expect(new Set(names).size).toBe(names.length);
    expect(names.every(isSkillName)).toBe(true);
  });

  it("keeps what can be read of mixed words and tells them apart by a hash", () => {
    expect(skillName("npm テスト")).toMatch(/^npm-[0-9a-f]{8}$/);
    expect(skillName("npm テスト")).not.toBe(skillName("npm 設定"));
  });

  it("gives a valid name for any words and any number", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "binary", maxLength: 200 }),
        fc.integer({ min: 1, max: 999 }),
        (words, number) => {
          const name = skillName(words);
          expect(isSkillName(name)).toBe(true);
          expect(isSkillName(numberedSkillName(name, number))).toBe(true);
        },
      ),
    );
  });
});

describe("isSkillName", () => {
  it("refuses what could leave a folder or is not allowed by agentskills.io", () => {
    for (const name of ["", "../../x", "a/b", "A", "a--b", "-a", "a-", "a.b", "a".repeat(65), "a\n"]) {
      expect(isSkillName(name)).toBe(false);
    }
    for (const name of ["a", "1", "git-push", "a".repeat(64)]) expect(isSkillName(name)).toBe(true);
  });
});
