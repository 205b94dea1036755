import { describe, expect, it } from "vitest";
import { learnedVersion, NOW, sampleContent } from "../testing/library-samples.ts";
import { sampleScope, sampleTrace } from "../testing/store-samples.ts";
import { errorSignature } from "../text/error-signature/error-signature.ts";
import { skillIdOf } from "../text/scope-key.ts";
import { callSkeleton } from "../text/shell/command-skeleton.ts";
import type { Signal } from "../types/signal.ts";
import type { ShownSkill, ToolStep, Trace } from "../types/trace.ts";
import { attributeUses, useRows, versionKey } from "./attribute-uses.ts";

const skillId = skillIdOf(sampleScope, "git-push-upstream");
const refusal = "fatal: The current branch has no upstream branch.";
const example = {
  tool: "bash",
  calls: [
    {
      tool: "bash",
      input: { cmd: "git push -u origin <branch>" },
      skeleton: callSkeleton("bash", { cmd: "git push -u origin main" }),
    },
  ],
  placeholders: {},
};
const mistake = {
  tool: "bash",
  skeleton: callSkeleton("bash", { cmd: "git push" }),
  signature: errorSignature(refusal).text,
};
const version = learnedVersion({ content: sampleContent({ example, mistake }) });
const versions = new Map([[versionKey(version), version]]);

const call = (callId: string, cmd: string, error?: string): ToolStep => ({
  kind: "tool",
  tool: "bash",
  callId,
  turn: 0,
  input: { cmd },
  outcome: error === undefined ? "ok" : "tool-error",
  ...(error !== undefined && { error }),
});
const atTask: ShownSkill = { skillId, name: "git-push-upstream", version: 1, when: "task" };
const trace = (fields: Partial<Trace>): Trace =>
  sampleTrace({ id: "t1", runId: "r1", shown: [atTask], recordedAt: NOW, ...fields });
const by = (fields: Partial<Trace>) => attributeUses(trace(fields), versions).map((use) => use.by);

describe("attributeUses", () => {
  it("does not take shown for used", () => {
    expect(by({ steps: [call("c1", "ls")] })).toEqual([]);
    expect(by({ steps: [call("c1", "git push", refusal)] })).toEqual([]);
  });

  it("takes the session's word for a skill that was shown, and for no other", () => {
    expect(by({ steps: [], used: ["git-push-upstream"] })).toEqual(["said"]);
    expect(by({ steps: [], used: ["git-push-upstream"], shown: [] })).toEqual([]);
  });

  it("finds a call of the example's kind that went well", () => {
    expect(by({ steps: [call("c1", "git push -u origin feature/x")] })).toEqual(["matched-example"]);
    expect(by({ steps: [call("c1", "git push -u origin feature/x", "denied")] })).toEqual([]);
    expect(by({ steps: [{ ...call("c1", "git push -u origin x"), tool: "shell2" }] })).toEqual([]);
  });

  it("counts nothing that came before a hint", () => {
    const hint: ShownSkill = { ...atTask, when: "error", callId: "c2" };
    const steps = [call("c1", "git push -u origin a"), call("c2", "git push", refusal)];
    expect(by({ shown: [hint], steps })).toEqual([]);
    expect(by({ shown: [hint], steps: [...steps, call("c3", "git push -u origin b")] })).toEqual([
      "matched-example",
    ]);
  });

  it("sees the mistake made again although the skill was there, and not the one that brought the hint", () => {
    const steps = [call("c1", "git push", refusal), call("c2", "git push -u origin a")];
    const [again] = attributeUses(trace({ steps }), versions);
    expect(again?.mistakeRepeated).toBe(true);
    const hint: ShownSkill = { ...atTask, when: "error", callId: "c1" };
    const [rescued] = attributeUses(trace({ steps, shown: [hint] }), versions);
    expect(rescued?.mistakeRepeated).toBe(false);
  });

  it("counts a skill once that was shown twice", () => {
    const hint: ShownSkill = { ...atTask, when: "error", callId: "c1" };
    expect(by({ shown: [atTask, hint], used: ["git-push-upstream"] })).toEqual(["said"]);
  });
});

describe("a run's word for what it was shown", () => {
  const said = { steps: [], used: ["git-push-upstream"] };

  it("counts for nothing when there is no such version", () => {
    expect(by({ ...said, shown: [{ ...atTask, version: 2 }] })).toEqual([]);
    expect(by({ ...said, shown: [{ ...atTask, skillId: "other" }] })).toEqual([]);
  });

  it("counts for nothing when the version is younger than the run", () => {
    expect(by({ ...said, recordedAt: NOW - 1 })).toEqual([]);
    expect(by({ ...said, recordedAt: NOW })).toEqual(["said"]);
  });
});

describe("useRows", () => {
  const rows = (...signals: Signal[]) => {
    const run = trace({ used: ["git-push-upstream"], steps: [], signals });
    return useRows(run, attributeUses(run, versions));
  };

  it("makes independent evidence of a test alone", () => {
    expect(rows({ source: "test", outcome: "success", check: "npm test" })).toMatchObject([
      { kind: "use", passed: true, check: "npm test", runId: "r1", traceId: "t1", attributedBy: "said" },
    ]);
    expect(rows({ source: "self", outcome: "success" })).toMatchObject([{ kind: "self" }]);
    expect(rows({ source: "judge", outcome: "success" })).toMatchObject([{ kind: "judge" }]);
    expect(rows({ source: "user", outcome: "success" })).toMatchObject([{ kind: "judge" }]);
  });

  it("keeps runs of different scopes apart that their hosts call the same", () => {
    const idOf = (user: string) => {
      const signals: Signal[] = [{ source: "test", outcome: "success", check: "c" }];
      const run = trace({ scope: { project: "billing", user }, used: [skillId], steps: [], signals });
      return useRows(run, attributeUses(run, versions))[0]?.id;
    };
    expect(idOf("a")).toBe(idOf("a"));
    expect(idOf("a")).not.toBe(idOf("b"));
  });

  it("says nothing of a run that ended neither well nor badly", () => {
    expect(rows()).toEqual([]);
    const mixed: Signal[] = [
      { source: "test", outcome: "success", check: "a" },
      { source: "test", outcome: "failure", check: "b" },
    ];
    expect(rows(...mixed)).toEqual([]);
  });
});
