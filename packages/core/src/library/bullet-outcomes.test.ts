import { describe, expect, it } from "vitest";
import { learnedVersion, NOW, sampleContent } from "../testing/library-samples.ts";
import { bash, call, failed, passed, type SampleStep, sampleRun } from "../testing/run-samples.ts";
import { sampleScope } from "../testing/store-samples.ts";
import { skillIdOf } from "../text/scope-key.ts";
import type { Bullet } from "../types/skill.ts";
import type { ShownSkill, Trace } from "../types/trace.ts";
import { type AttributedUse, versionKey } from "./attribute-uses.ts";
import { bulletOutcomes } from "./bullet-outcomes.ts";

const skillId = skillIdOf(sampleScope, "git-push-upstream");
const line = (id: string, text: string, section: Bullet["section"] = "procedure"): Bullet => ({
  id,
  section,
  text,
});
const version = learnedVersion({
  content: sampleContent({
    bullets: [
      line("push", "Push with `git push -u origin <branch>`."),
      line("script", "Then run `npm run <script>`."),
      line("plain", "Look at the remote first."),
      line("tool", "Book with `book_flight(<flight>)`."),
      line("check", "`git push -u origin <branch>` exits with 0.", "verification"),
    ],
  }),
});
const versions = new Map([[versionKey(version), version]]);
const use: AttributedUse = { skillId, version: 1, by: "said", mistakeRepeated: false };
const atTask: ShownSkill = { skillId, name: "git-push-upstream", version: 1, when: "task" };
function outcomes(
  steps: readonly SampleStep[],
  fields: Partial<Trace> = {},
  uses: readonly AttributedUse[] = [use],
): readonly string[] {
  const trace = sampleRun(steps, { scope: sampleScope, shown: [atTask], recordedAt: NOW, ...fields });
  return bulletOutcomes(trace, uses, versions).map(
    ({ bulletId, helpful = 0, harmful = 0 }) => `${bulletId} +${helpful} -${harmful}`,
  );
}
const push = bash("git push -u origin feature/x");

describe("bulletOutcomes", () => {
  it("counts a line for a run that followed it and passed its check, and no line that it did not follow", () => {
    expect(outcomes([push])).toEqual(["push +1 -0"]);
    expect(outcomes([bash("git push")])).toEqual([]);
  });

  it("finds the line's command among others, and whatever its values are", () => {
    expect(outcomes([bash("cd app && git push -u origin main && npm run build")])).toEqual([
      "push +1 -0",
      "script +1 -0",
    ]);
    expect(outcomes([bash("git push -f origin main")])).toEqual([]);
  });

  it("finds a tool by its name", () => {
    expect(outcomes([call("book_flight", { flight: "X1" })])).toEqual(["tool +1 -0"]);
    expect(outcomes([call("book_hotel", { flight: "X1" })])).toEqual([]);
  });

  it("counts against a line that a failed run followed, or one that repeated the mistake", () => {
    expect(outcomes([push], { signals: [failed] })).toEqual(["push +0 -1"]);
    expect(outcomes([push], {}, [{ ...use, mistakeRepeated: true }])).toEqual(["push +0 -1"]);
    expect(outcomes([bash("git push -u origin x", { error: "denied" })], { signals: [failed] })).toEqual([
      "push +0 -1",
    ]);
  });

  it("counts nothing for a line whose call went wrong in a run that passed", () => {
    expect(outcomes([bash("git push -u origin x", { error: "denied" })])).toEqual([]);
  });

  it("counts by a test alone, and not by what the agent or a judge says of the run", () => {
    for (const source of ["self", "judge", "user", "heuristic"] as const)
      expect(outcomes([push], { signals: [{ source, outcome: "success" }] })).toEqual([]);
    expect(outcomes([push], { signals: [{ source: "test", outcome: "partial" }] })).toEqual([]);
    expect(outcomes([push], { signals: [] })).toEqual([]);
  });

  it("counts nothing for a skill that was shown and not used, or was not shown", () => {
    expect(outcomes([push], {}, [])).toEqual([]);
    expect(outcomes([push], { shown: [] })).toEqual([]);
    expect(outcomes([push], { recordedAt: NOW - 1 })).toEqual([]);
  });

  it("looks only at calls after the failed one that a hint was for", () => {
    const hint: ShownSkill = { ...atTask, when: "error", callId: "c0" };
    expect(outcomes([push, bash("npm run build")], { shown: [hint] })).toEqual(["script +1 -0"]);
  });

  it("counts a run once for a line", () => {
    expect(outcomes([push, push], {}, [use, use])).toEqual(["push +1 -0"]);
    const [increment] = bulletOutcomes(
      sampleRun([push], {
        scope: { ...sampleScope, user: "a" },
        shown: [atTask],
        recordedAt: NOW,
        signals: [passed],
      }),
      [use],
      versions,
    );
    expect(increment).toEqual({ scope: sampleScope, skillId, bulletId: "push", helpful: 1 });
  });
});
