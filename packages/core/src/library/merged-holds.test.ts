import { describe, expect, it } from "vitest";
import { memoryStore } from "../io/memory/memory-store.ts";
import type { Store } from "../ports/store.ts";
import { NOW, sampleContent, sampleLesson } from "../testing/library-samples.ts";
import { sampleScope, within } from "../testing/store-samples.ts";
import type { Lesson } from "../types/lesson.ts";
import type { HoldReason, LessonKind } from "../types/lesson-kind.ts";
import type { Example, SkillContent } from "../types/skill.ts";
import type { Verdict } from "../types/verdict.ts";
import { type PublishEntry, publishLessons } from "./run-publish.ts";
import { recordRerun } from "./run-rerun.ts";

const every: Readonly<Record<HoldReason, true>> = {
  "weakens-guard": true,
  "production-target": true,
  "instruction-from-output": true,
  scan: true,
  "unbound-value": true,
  imported: true,
  environment: true,
  skeptic: true,
  judge: true,
  security: true,
};
const reasons = Object.keys(every) as readonly HoldReason[];
const kinds: readonly LessonKind[] = ["repair", "root-cause", "procedure"];
const cases = kinds.flatMap((kind) => reasons.map((hold) => ({ kind, hold })));

const gate = ({ holds }: { readonly holds: readonly string[] }): Verdict => ({
  decision: holds.length === 0 ? "allow" : "hold",
  reasons: holds.map((code) => ({ code, detail: "held" })),
});
const exampleOf = (command: string): Example => ({
  tool: "bash",
  calls: [{ tool: "bash", input: { command }, skeleton: "pay" }],
  placeholders: {},
});
const contentOf = (kind: LessonKind, command: string): SkillContent =>
  sampleContent({
    kind,
    example: exampleOf(command),
    bullets: [{ id: "b1", section: "procedure", text: `Run \`${command}\`.` }],
  });
const entry = (
  number: number,
  { holds, content }: { readonly holds: readonly HoldReason[]; readonly content: SkillContent },
): PublishEntry => ({
  lesson: sampleLesson({ traceId: `t-${number}`, runId: `r-${number}`, kind: content.kind, content, holds }),
  verdict: gate({ holds }),
  rerun: { task: "pay the bill", environment: {}, check: "the bill is paid", context: {} },
});
/** What differs becomes a placeholder, as the learner of repairs does; equal texts stay. */
const placeholders = (existing: SkillContent, { content }: Lesson): SkillContent =>
  JSON.stringify(existing.example) === JSON.stringify(content.example)
    ? existing
    : { ...contentOf(existing.kind, "pay --to <value>"), name: existing.name };
const keepsItsText = (existing: SkillContent): SkillContent => existing;

const tools = (store: Store) => ({
  store,
  gate,
  buildSearchDocument: (content: SkillContent) => content.name,
  now: NOW,
});
async function served(store: Store) {
  const [row] = await store.listHeads(within(sampleScope));
  if (row === undefined) throw new Error("no skill");
  return { ...row, versions: await store.listVersions(within(sampleScope), [row.head.id]) };
}
/** What every runner could say of whatever waits for a re-run. */
async function passEveryRerun(store: Store) {
  const { versions } = await served(store);
  for (const version of versions) {
    const facts = { passed: true, mistakeRepeated: false, check: "c", runId: `x-${version.version}` };
    await recordRerun({ ...tools(store), version, ...facts, traceId: "t", now: NOW + 1 });
  }
}

describe("a lesson that is held", () => {
  it.each(cases)(
    "$kind, $hold: is not freed by further runs that leave its text as it is",
    async ({ kind, hold }) => {
      const store = memoryStore();
      const content = contentOf(kind, "pay --to 7788");
      const mergeLesson = kind === "repair" ? placeholders : keepsItsText;
      const publish = (number: number, holds: readonly HoldReason[]) =>
        publishLessons({ ...tools(store), entries: [entry(number, { holds, content })], mergeLesson });
      await publish(1, [hold]);
      for (const number of [2, 3, 4]) await publish(number, []);
      await passEveryRerun(store);
      const { head, served: version } = await served(store);
      expect([head.status, version.holds]).toEqual(["quarantined", [hold]]);
    },
  );

  it.each(reasons)(
    "%s: of all reasons only a value that is gone from a repair goes with it",
    async (hold) => {
      const store = memoryStore();
      const first = entry(1, { holds: [hold], content: contentOf("repair", "pay --to 7788") });
      const other = entry(2, { holds: [], content: contentOf("repair", "pay --to 9900") });
      for (const one of [first, other])
        await publishLessons({ ...tools(store), entries: [one], mergeLesson: placeholders });
      const { head, served: version } = await served(store);
      expect(JSON.stringify(version.content)).not.toMatch(/7788|9900/);
      expect([head.status, version.holds]).toEqual(
        hold === "unbound-value" ? ["candidate", []] : ["quarantined", [hold]],
      );
    },
  );

  it("stays held when another line changes and the value is still in the text", async () => {
    const store = memoryStore();
    const content = contentOf("root-cause", "pay --to 7788");
    const mergeLesson = (existing: SkillContent): SkillContent => ({
      ...existing,
      description: "Pays a bill.",
    });
    await publishLessons({
      ...tools(store),
      entries: [entry(1, { holds: ["unbound-value"], content })],
      mergeLesson,
    });
    await publishLessons({ ...tools(store), entries: [entry(2, { holds: [], content })], mergeLesson });
    const { head, served: version } = await served(store);
    expect(version.version).toBe(2);
    expect([head.status, version.holds]).toEqual(["quarantined", ["unbound-value"]]);
  });

  it("puts no value that its run could not account for into a skill that is not held", async () => {
    const store = memoryStore();
    const plain = entry(1, { holds: [], content: contentOf("repair", "pay --to <account>") });
    const fresh = entry(2, { holds: ["unbound-value"], content: contentOf("repair", "pay --to 7788") });
    const takesOver = (existing: SkillContent, { content }: Lesson): SkillContent => ({
      ...content,
      name: existing.name,
    });
    await publishLessons({ ...tools(store), entries: [plain], mergeLesson: takesOver });
    await publishLessons({ ...tools(store), entries: [fresh], mergeLesson: takesOver });
    const { head, served: version } = await served(store);
    expect([head.status, version.version]).toEqual(["candidate", 1]);
    expect(JSON.stringify(version.content)).not.toContain("7788");
  });
});
