import { describe, expect, it } from "vitest";
import { learnedVersion, sampleContent } from "../../testing/library-samples.ts";
import { sampleScope } from "../../testing/store-samples.ts";
import { claimOfRun, nearSkill } from "../../testing/written-samples.ts";
import { shortHash } from "../../text/hash.ts";
import { skillIdOf } from "../../text/scope-key.ts";
import type { Blame, StoredClaim } from "../../types/claim.ts";
import type { SkillContent } from "../../types/skill.ts";
import { chooseTarget, findTwin } from "./choose-target.ts";

const support: readonly StoredClaim[] = [claimOfRun(1), claimOfRun(2)];
const key = `root-cause:${shortHash("trace-1#0")}`;
const id = skillIdOf(sampleScope, "git-push-upstream");
const blame: Blame = { skillId: id, version: 1, what: "incomplete", bulletIds: [] };
const served = (fields: Partial<SkillContent>) => learnedVersion({ content: sampleContent(fields) });
const keys = (queries: readonly string[]) => ({
  keys: { appliesWhen: [], symptoms: [], signatures: [], queries, notFor: [] },
});
const because = (near: ReturnType<typeof nearSkill>, of = support) => chooseTarget(of, [near]).why;
const wide = served(keys(["push a branch", "push it", "publish a branch"]));

describe("chooseTarget", () => {
  it("finds no target among skills that are only near", () => {
    expect(chooseTarget(support, [nearSkill({ score: 0.9 })])).toEqual({
      saysIt: false,
      why: "no skill is near",
    });
    expect(chooseTarget([], [nearSkill()]).target).toBeUndefined();
  });

  it("takes the skill of the same key, and that one says it", () => {
    const near = nearSkill({ head: { lessonKey: key } });
    expect(chooseTarget(support, [nearSkill(), near])).toMatchObject({ target: near, saysIt: true });
  });

  it("takes a skill of the same error of the same tool, and no other tool", () => {
    expect(because(nearSkill({ sharesSignature: true }))).toBe("it is about the same error of the same tool");
    const foreign = claimOfRun(1, { tools: ["browser"] });
    expect(because(nearSkill({ sharesSignature: true }), [foreign])).toBe("no skill is near");
  });

  it("takes a skill that words and meaning find, only both together", () => {
    const found = "it is found by the same words and meaning";
    expect(because(nearSkill({ served: wide, score: 0.6, cosine: 0.85 }))).toBe(found);
    expect(because(nearSkill({ served: wide, score: 0.59, cosine: 0.99 }))).toBe("no skill is near");
    expect(because(nearSkill({ served: wide, score: 0.99, cosine: 0.84 }))).toBe("no skill is near");
    expect(because(nearSkill({ served: wide, score: 0.99 }))).toBe("no skill is near");
  });

  it("does not let a skill with hardly any keys take up everything that has its word", () => {
    const narrow = served(keys(["push", "branch"]));
    expect(because(nearSkill({ served: narrow, score: 1, cosine: 1 }))).toBe("no skill is near");
  });

  it("takes a skill whose lines are those of the claim, measured on all words of both", () => {
    const { decision, cause, rule, check } =
      support[0]?.taught.kind === "root-cause" ? support[0].taught.claim : {};
    const bullets = [decision, cause, rule, check].map((text, at) => ({
      id: `b${at}`,
      section: "procedure" as const,
      text: text ?? "",
    }));
    expect(because(nearSkill({ served: served({ bullets }) }))).toBe("its lines say much the same");
    const long = [
      ...bullets,
      ...Array.from({ length: 9 }, (_unused, at) => ({
        id: `x${at}`,
        section: "procedure" as const,
        text:
          ["tables", "invoices", "planes", "rivers", "kettles", "owls", "lamps", "doors", "ships"][at] ?? "",
      })),
    ];
    expect(because(nearSkill({ served: served({ bullets: long }) }))).toBe("no skill is near");
  });

  it("lets the skill that misled a run come first, and never takes it to say so already", () => {
    const blaming = [claimOfRun(1, { blame, rule: "Push with `git push -u origin <branch>`." })];
    const own = nearSkill({ head: { lessonKey: key } });
    const misleading = nearSkill({ sharesSignature: true });
    const other = nearSkill({ served: served({ name: "other" }), head: { lessonKey: key } });
    expect(chooseTarget(blaming, [other, misleading])).toMatchObject({
      target: misleading,
      saysIt: false,
      why: "it stood in the prompt and misled",
    });
    expect(chooseTarget(blaming, [own]).saysIt).toBe(false);
  });

  it("leaves retired skills, those of other scopes and those that pass by themselves alone", () => {
    const same = { sharesSignature: true };
    expect(because(nearSkill({ ...same, head: { status: "retired" } }))).toBe("no skill is near");
    expect(because(nearSkill({ ...same, served: learnedVersion({ expiresAt: 1 }) }))).toBe(
      "no skill is near",
    );
    const scope = { ...sampleScope, user: "a" };
    expect(because(nearSkill(same), [claimOfRun(1, {}, { scope })])).toBe("no skill is near");
    const narrow = nearSkill({ ...same, served: learnedVersion({ scope }) });
    expect(because(narrow)).toBe("no skill is near");
  });

  it("has a run support a skill that says its rule of its error, whatever the words around", () => {
    const says = (rule: string, of = {}) =>
      chooseTarget([claimOfRun(1, { rule })], [nearSkill({ sharesSignature: true, ...of })]).saysIt;
    expect(says("Push with `git push -u origin <branch>` first.")).toBe(false);
    expect(says("Pushing with `git push -u origin <branch>`.")).toBe(true);
    expect(says("Never push with `git push -u origin <branch>`.")).toBe(false);
    expect(says("Push with `git push -f origin <branch>`.")).toBe(false);
    const procedure = { served: served({ kind: "procedure" }) };
    expect(says("Push with `git push -u origin <branch>`.", procedure)).toBe(false);
  });

  it("meets a procedure by its steps alone", () => {
    const taught = {
      kind: "procedure",
      proposal: { key: "steps", steps: [], task: "push" },
    } as unknown as StoredClaim["taught"];
    const proposal = [claimOfRun(1, {}, { taught })];
    expect(because(nearSkill({ sharesSignature: true, served: wide, score: 1, cosine: 1 }), proposal)).toBe(
      "no skill is near",
    );
    const met = nearSkill({ head: { lessonKey: "procedure:steps" } });
    expect(chooseTarget(proposal, [met])).toMatchObject({ target: met, saysIt: true });
  });
});

describe("findTwin", () => {
  it("finds the skill that a draft repeats, of its kind and scope", () => {
    const draft = sampleContent({ name: "another-name" });
    expect(findTwin(draft, support, [nearSkill()])?.head.id).toBe(id);
    expect(findTwin(sampleContent({ kind: "root-cause" }), support, [nearSkill()])).toBeUndefined();
    expect(findTwin(draft, support, [nearSkill({ head: { status: "retired" } })])).toBeUndefined();
    const narrow = claimOfRun(1, {}, { scope: { ...sampleScope, user: "a" } });
    expect(findTwin(draft, [narrow], [nearSkill()])).toBeUndefined();
    const other = sampleContent({ bullets: sampleContent().bullets.slice(0, 1) });
    expect(findTwin(other, support, [nearSkill()])).toBeUndefined();
  });
});
