import type { RecallResult, Skill, SkillDetail, SkillStatus } from "../core-types.ts";

const madeAt = Date.UTC(2026, 0, 31, 12, 30);

/** A skill as the library hands it out; times are fixed. */
export function sampleSkill(name: string, changes: Partial<Skill> = {}): Skill {
  const status: SkillStatus = "active";
  return {
    id: `id-of-${name}`,
    scope: { project: "billing" },
    name,
    lessonKey: `key-of-${name}`,
    version: 2,
    status,
    latest: 2,
    reasons: ["one passed re-run"],
    rev: 4,
    createdAt: madeAt,
    updatedAt: madeAt,
    served: {
      skillId: `id-of-${name}`,
      scope: { project: "billing" },
      version: 2,
      content: {
        name,
        description: "Set an identity before the first commit in a new clone.",
        kind: "repair",
        bullets: [],
        keys: {
          appliesWhen: ["committing in a fresh clone"],
          symptoms: ["Please tell me who you are."],
          signatures: [],
          queries: ["commit my changes"],
          notFor: [],
        },
        signature: { intent: "commit", object: "changes", environment: "", constraints: [], notes: "" },
        uses: [],
      },
      hash: "0".repeat(64),
      origin: { kind: "learned" },
      environment: { node: "22" },
      holds: [],
      verified: true,
      createdAt: madeAt,
    },
    ...changes,
  };
}

export function sampleDetail(name: string, changes: Partial<SkillDetail> = {}): SkillDetail {
  return {
    ...sampleSkill(name),
    markdown: `---\nname: ${name}\n---\n\nSet an identity.\n`,
    evidence: [
      {
        id: "evidence-1",
        scope: { project: "billing" },
        skillId: `id-of-${name}`,
        version: 2,
        kind: "rerun",
        passed: true,
        check: "git log",
        runId: "run-1",
        traceId: "trace-1",
        mistakeRepeated: false,
        at: madeAt,
      },
    ],
    traceIds: ["trace-0"],
    ...changes,
  };
}

export function sampleRecall(changes: Partial<RecallResult> = {}): RecallResult {
  const { served, id, name, version, status } = sampleSkill("git-commit-identity");
  return {
    hits: [
      {
        skillId: id,
        name,
        version,
        status,
        confidence: 0.7,
        score: 0.83,
        matchedBy: "keys",
        stale: false,
        content: served.content,
        hash: served.hash,
      },
    ],
    text: "Project notes: set an identity first.\n",
    tookMs: 0.3,
    ...changes,
  };
}
