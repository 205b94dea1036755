import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sampleContent } from "../../testing/library-samples.ts";
import type { BulletCounts, PatchOperation } from "../../types/patch.ts";
import type { Bullet, SectionName } from "../../types/skill.ts";
import { applyPatch } from "./apply-patch.ts";
import { isSameLine } from "./same-line.ts";

const content = sampleContent();
const bad = (bulletId: string): BulletCounts => ({ bulletId, helpful: 1, harmful: 3 });
const apply = (operations: readonly PatchOperation[], counts: readonly BulletCounts[] = [], of = content) =>
  applyPatch(of, { skillId: "s", base: 1, operations, reason: "a run went wrong" }, counts);
const why = (operations: readonly PatchOperation[], counts: readonly BulletCounts[] = [], of = content) =>
  apply(operations, counts, of).refused.map((refusal) => refusal.why);
const textsOf = (section: SectionName, bullets: readonly Bullet[]) =>
  bullets.filter((bullet) => bullet.section === section).map(({ text }) => text);
const add = (text: string, section: SectionName = "procedure") => ({ op: "ADD", section, text }) as const;
const revise = (bulletId: string, text: string) => ({ op: "REVISE", bulletId, text }) as const;
const prune = (bulletId: string) => ({ op: "PRUNE", bulletId, reason: "it misled" }) as const;
const twoSteps = sampleContent({
  bullets: [
    ...content.bullets.slice(0, 2),
    { id: "b9", section: "procedure", text: "Fetch the remote before you push." },
    ...content.bullets.slice(2),
  ],
});

describe("applyPatch", () => {
  it("adds a line at the end of its section, with an id that is the same every time", () => {
    const { content: patched, applied } = apply([add("Name the remote's branch as the local one.")]);
    expect(textsOf("procedure", patched.bullets)).toEqual([
      "Push with `git push -u origin <branch>`.",
      "Name the remote's branch as the local one.",
    ]);
    expect(patched.bullets[2]?.id).toMatch(/^p-[0-9a-f]{8}$/);
    expect(apply([add("Name the remote's branch as the local one.")]).content).toEqual(patched);
    expect(applied).toHaveLength(1);
  });

  it("puts the first line of a section in the section's place", () => {
    const bare = sampleContent({ bullets: content.bullets.filter(({ section }) => section !== "procedure") });
    const { bullets } = apply([add("Push the branch.")], [], bare).content;
    expect(bullets.map(({ section }) => section)).toEqual([
      "preconditions",
      "procedure",
      "verification",
      "failure-modes",
      "scope",
    ]);
  });

  it("adds no line that its section has, in other words of the same length or not", () => {
    const again = "another line says so already";
    expect(why([add("Push with `git push -u origin <branch>`!")])).toEqual([again]);
    expect(why([add("Look twice at the remote."), add("Look twice at the remote.")])).toEqual([again]);
    expect(why([add("The remote is missing.", "preconditions")])).toEqual([]);
    const twice = add("Look twice at the remote.");
    expect(apply([twice, twice])).toMatchObject({ applied: [twice], refused: [{ why: again }] });
  });

  it("takes a short line for no repetition of a longer one that holds its words", () => {
    expect(why([add("Push the branch.")])).toEqual([]);
  });

  it("takes lines that differ in a negation, an option, a number or the order for two", () => {
    expect(isSameLine("Never push the branch.", "Push the branch.")).toBe(false);
    expect(isSameLine("Push with -u.", "Push with -f.")).toBe(false);
    expect(isSameLine("Wait 3 seconds.", "Wait 30 seconds.")).toBe(false);
    expect(isSameLine("Migrate before you deploy.", "Migrate after you deploy.")).toBe(false);
    expect(isSameLine("Push the branch with -u.", "Pushing branches with -u")).toBe(true);
  });

  it("gives a revised line a new id in the old place, so that its counters start anew", () => {
    const { bullets } = apply([revise("b9", "Fetch all remotes.")], [], twoSteps).content;
    expect(bullets.map(({ id }) => id).filter((id) => id.startsWith("p-"))).toHaveLength(1);
    expect(bullets[2]).toMatchObject({ section: "procedure", text: "Fetch all remotes." });
    expect(bullets.some(({ id }) => id === "b9")).toBe(false);
  });

  it("revises no line into what it, or another one of its section, says", () => {
    expect(why([revise("b9", "Fetch the remote before you push.")], [], twoSteps)).toEqual([
      "the line says so already",
    ]);
    expect(why([revise("b9", "Push with `git push -u origin <branch>`.")], [], twoSteps)).toEqual([
      "another line says so already",
    ]);
  });

  it("takes a line out only when outcomes speak against it", () => {
    const refusal = "no outcomes speak against the line";
    expect(why([prune("b9")], [], twoSteps)).toEqual([refusal]);
    expect(why([prune("b9")], [{ bulletId: "b9", helpful: 0, harmful: 2 }], twoSteps)).toEqual([refusal]);
    expect(why([prune("b9")], [{ bulletId: "b9", helpful: 3, harmful: 3 }], twoSteps)).toEqual([refusal]);
    expect(apply([prune("b9")], [bad("b9")], twoSteps).content.bullets).toEqual(content.bullets);
  });

  it("never empties a section, unless the same patch fills it", () => {
    expect(why([prune("b2")], [bad("b2")])).toEqual(["the section would be empty"]);
    const { bullets } = apply([prune("b2"), add("Ask for the remote.")], [bad("b2")]).content;
    expect(textsOf("procedure", bullets)).toEqual(["Ask for the remote."]);
    expect(why([prune("b2"), prune("b9")], [bad("b2"), bad("b9")], twoSteps)).toEqual([
      "the section would be empty",
    ]);
  });

  it("refuses what names no line or no section, and a second change of one line", () => {
    expect(why([revise("nope", "Fetch.")])).toEqual(["there is no such line"]);
    expect(why([prune("nope")], [bad("nope")])).toEqual(["there is no such line"]);
    expect(why([{ op: "ADD", section: "notes" as SectionName, text: "Fetch." }])).toEqual([
      "there is no such section",
    ]);
    const twice = [revise("b9", "Fetch all remotes."), revise("b9", "Fetch nothing at all.")];
    expect(why(twice, [], twoSteps)).toEqual(["the line is changed twice"]);
  });

  it("carries out six operations and no more", () => {
    const many = ["one", "two", "three", "four", "five", "six", "seven"].map((word) =>
      add(`Look at ${word}.`),
    );
    expect(apply(many).applied).toEqual(many.slice(0, 6));
    expect(why(many)).toEqual(["more than 6 changes at once"]);
  });

  it("refuses an empty line and one that is too long, and keeps no secret", () => {
    expect(why([add("  - ")])).toEqual(["the line is empty"]);
    expect(why([add("very ".repeat(99))])).toEqual(["the line is longer than 400 characters"]);
    const { bullets } = apply([add("- Log in\n with password=not-a-real-one.")]).content;
    expect(textsOf("procedure", bullets)[1]).toMatch(/^Log in with password=\[redacted\]/);
  });

  it("is the very same content where nothing was applied", () => {
    expect(apply([prune("b2")]).content).toBe(content);
  });

  it("changes no line that no operation names, and nothing but lines", () => {
    const ids = fc.constantFrom("b1", "b2", "b9", "b3", "nope");
    const text = fc.string({ maxLength: 60 });
    const section = fc.constantFrom<SectionName>("procedure", "verification", "scope");
    const operation = fc.oneof(
      fc.record({ op: fc.constant("ADD" as const), section, text }),
      fc.record({ op: fc.constant("REVISE" as const), bulletId: ids, text }),
      fc.record({ op: fc.constant("PRUNE" as const), bulletId: ids, reason: text }),
    );
    const frozen = JSON.stringify(twoSteps);
    fc.assert(
      fc.property(fc.array(operation, { maxLength: 9 }), (operations) => {
        const { content: patched } = apply(operations, [bad("b9"), bad("b1")], twoSteps);
        const named = new Set<string>(operations.flatMap((op) => (op.op === "ADD" ? [] : [op.bulletId])));
        const kept = twoSteps.bullets.filter(({ id }) => !named.has(id));
        expect(patched.bullets.filter((bullet) => kept.includes(bullet))).toEqual(kept);
        expect({ ...patched, bullets: [] }).toEqual({ ...twoSteps, bullets: [] });
        expect(JSON.stringify(twoSteps)).toBe(frozen);
        for (const name of ["preconditions", "procedure", "verification", "failure-modes", "scope"] as const)
          expect(textsOf(name, patched.bullets)).not.toEqual([]);
        expect(new Set(patched.bullets.map(({ id }) => id)).size).toBe(patched.bullets.length);
      }),
      { numRuns: 300 },
    );
  });
});
