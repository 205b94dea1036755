import { describe, expect, it } from "vitest";
import { learnRepairs } from "./learn/learn-repairs.ts";
import type { PublishedLesson } from "./library/run-publish.ts";
import { traceEnd } from "./pipeline.ts";
import { renderBlock } from "./prompt/render-block.ts";
import { renderHint } from "./prompt/render-hint.ts";
import { bash, failed, type SampleStep, sampleRun } from "./testing/run-samples.ts";

const push = [
  bash("git push", { error: "fatal: The current branch topic has no upstream branch." }),
  bash("git push -u origin topic"),
];
const trace = sampleRun(push);
const learned = learnRepairs(trace);
const name = "git-push-current-branch-has-no-upstream-branch";

const ended = (fields: Pick<PublishedLesson, "outcome" | "reason"> & Partial<PublishedLesson>) =>
  traceEnd(trace, learned, [{ lesson: learned.lessons[0]!, skillName: name, version: 1, ...fields }]);

const printed = (steps: readonly SampleStep[], print: typeof renderBlock = renderBlock): string => {
  const { content } = learnRepairs(sampleRun(steps)).lessons[0]!;
  const version = { skillId: `billing/*/*#${content.name}`, version: 1, hash: "0123456789abcdef".repeat(4) };
  const found = { status: "active", confidence: 1, score: 1, matchedBy: "keys", stale: false } as const;
  return print([{ ...version, ...found, name: content.name, content }]);
};

describe("a learned repair as it is printed", () => {
  it.each([
    ["git push", push],
    [
      "mkdir",
      [
        bash("mkdir out/exports", {
          error: "mkdir: cannot create directory 'out/exports': No such file or directory",
        }),
        bash("mkdir -p out/exports"),
      ],
    ],
    [
      "a script",
      [
        bash("./run.sh", { error: "bash: line 1: ./run.sh: Permission denied" }),
        bash("chmod +x run.sh"),
        bash("./run.sh"),
      ],
    ],
  ])("takes at most 1,200 characters of a prompt: %s", (_name, steps) => {
    expect(printed(steps).length).toBeLessThanOrEqual(1200);
    expect(printed(steps, renderHint).length).toBeLessThanOrEqual(1200);
  });

  it("says the working command in the procedure and shows it in the example, and no more", () => {
    expect(printed(push).split("git push -u origin <branch>")).toHaveLength(3);
  });
});

describe("traceEnd", () => {
  it("says of a held lesson that it waits for a person, why, and how to approve it", () => {
    const reason = "held: weakens-guard, it switches off a check or forces its way past one";
    expect(ended({ outcome: "held", reason })).toEqual({
      result: "rejected",
      stage: "gate",
      reason: `${name} is held for a person: it switches off a check or forces its way past one; approve it with \`skillloop approve ${name}\``,
      skills: [name],
    });
    expect(ended({ outcome: "held", reason: "held: scan" }).reason).toContain("for a person: scan; approve");
  });

  it("says of a lesson that waits for a second run that it does, and that a person may be quicker", () => {
    const { reason } = ended({ outcome: "held", reason: "transient: waits for a second run" });
    expect(reason).toBe(
      `${name} is held: transient: waits for a second run; approve it with \`skillloop approve ${name}\``,
    );
  });

  it("says of a held occurrence that the known skill stays as it is", () => {
    const reason = "this occurrence waits for a person: it works on what looks like a production target";
    expect(ended({ outcome: "held", reason }).reason).toBe(
      `${name} stays as it is, since this run's way of repairing it is held for a person: it works on what looks like a production target`,
    );
  });

  it("asks nobody to approve a change that is stored nowhere", () => {
    const reason = "this change would need approval: a judge did not pass it";
    const [lesson] = learned.lessons;
    const end = traceEnd(trace, learned, [{ lesson: lesson!, skillName: name, outcome: "held", reason }]);
    expect(end.reason).toBe(`${name} stays as it is: ${reason}`);
  });

  it("calls a run learned when one of its lessons was taken, and names the fate of each", () => {
    const [lesson] = learned.lessons;
    const end = traceEnd(trace, learned, [
      {
        lesson: lesson!,
        outcome: "created",
        reason: "waits for a passed re-run",
        skillName: name,
        version: 1,
      },
      { lesson: lesson!, outcome: "held", reason: "held: scan", skillName: "other", version: 1 },
      { lesson: lesson!, outcome: "supported", reason: "nothing new", skillName: "third", version: 2 },
    ]);
    expect(end).toMatchObject({ result: "learned", stage: "library", skills: [name, "other", "third"] });
    expect(end.reason).toBe(
      `${name} is new: waits for a passed re-run; other is held for a person: scan; approve it with \`skillloop approve other\`; third was met again (version 2): nothing new`,
    );
  });

  it("says of a rejected lesson why, by the name it would have had", () => {
    const end = traceEnd(trace, learned, [
      {
        lesson: learned.lessons[0]!,
        outcome: "rejected",
        reason: "the name is not one that a folder may have",
      },
    ]);
    expect(end.reason).toBe(`${name} was rejected: the name is not one that a folder may have`);
    expect(end.skills).toEqual([]);
  });

  it("says what ended a run that teaches nothing", () => {
    expect(traceEnd(undefined, undefined, []).reason).toMatch(/purged/);
    expect(traceEnd(trace, undefined, []).reason).toMatch(/re-run/);
    expect(traceEnd(trace, { lessons: [], dismissed: [] }, []).reason).toBe("no tool call failed");
    const lost = sampleRun(push, { signals: [failed] });
    expect(traceEnd(lost, learnRepairs(lost), [])).toMatchObject({
      result: "skipped",
      reason: "call c0: run-failed, The run failed by its test signal.",
    });
  });
});
