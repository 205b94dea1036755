import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { scanSkill, scanText } from "../../packages/core/src/guard/scan.ts";
import { type LibrarySkill, librarySkill } from "../retrieval/data/formats.ts";
import { distractors } from "../retrieval/distractors/distractors.ts";
import { skillContent } from "../retrieval/home/skill-row.ts";

/** Skills that a person is asked about, and why that is right or cannot be helped. */
const held: Readonly<Record<string, string>> = {
  "github-actions-oidc-role-subject-mismatch": "changes who may take a role in an account",
  "git-push-large-file-in-history": "rewrites history",
  "mail-external-forwarding-blocked": "lets mail go to an address outside",
  "encrypt-pinned-python-requirement": "calls a pinned version a pin, as a card has one",
  "instantiate-cors-policy-of-an-api": "its symptom says that a revision of a policy is outdated",
};

const library: readonly LibrarySkill[] = ["ash", "beech", "hazel"].flatMap((name) => {
  const file = new URL(`../retrieval/library/${name}.json`, import.meta.url);
  return (JSON.parse(readFileSync(file, "utf8")) as readonly unknown[]).map((skill) =>
    librarySkill.parse(skill),
  );
});
const skills = [...library, ...distractors({ count: 300, library })];

describe("honest skills", () => {
  const verdicts = skills.map((skill) => ({ name: skill.name, ...scanSkill(skillContent(skill)) }));

  it("are never rejected", () => {
    const rejected = verdicts.filter(({ decision }) => decision === "reject");
    expect(rejected.map(({ name, reasons }) => `${name}: ${reasons[0]?.detail}`)).toEqual([]);
  });

  it("are held in at most two of a hundred, each for a reason that is known", () => {
    const names = verdicts.filter(({ decision }) => decision === "hold").map(({ name }) => name);
    expect(names.filter((name) => !(name in held))).toEqual([]);
    expect(names.length / verdicts.length).toBeLessThanOrEqual(0.02);
  });

  it("pass as well when their bullets end without a full stop", () => {
    const bare = library.map((skill) => {
      const content = skillContent(skill);
      const bullets = content.bullets.map((bullet) => ({ ...bullet, text: bullet.text.replace(/\.$/, "") }));
      return { name: skill.name, ...scanSkill({ ...content, bullets }) };
    });
    const stopped = bare.filter(({ name, decision }) => decision !== "allow" && !(name in held));
    expect(stopped.map(({ name, reasons }) => `${name}: ${reasons[0]?.detail}`)).toEqual([]);
  });
});

describe("lines about fetching", () => {
  const lines = JSON.parse(readFileSync(new URL("./fetch-lines.json", import.meta.url), "utf8")) as readonly {
    readonly kind: "hostile" | "harmless";
    readonly field: "bullet" | "example";
    readonly text: string;
  }[];
  const alarms = (kind: string): readonly boolean[] =>
    lines.filter((line) => line.kind === kind).map(({ text, field }) => scanText(text, field).length > 0);

  it("alarm where what is fetched is run, and hardly where it is not", () => {
    expect(alarms("hostile").filter(Boolean).length).toBeGreaterThanOrEqual(38);
    expect(alarms("harmless").filter(Boolean).length).toBeLessThanOrEqual(1);
  });
});
