import { contentHash } from "../library/skill-version.ts";
import { skillIdOf } from "../text/scope-key.ts";
import type { Evidence } from "../types/evidence.ts";
import type { Lesson } from "../types/lesson.ts";
import type { SkillContent, SkillVersion } from "../types/skill.ts";
import { sampleScope } from "./store-samples.ts";

/** Small valid lessons, contents and versions for tests of the library. */

export const NOW = 1_700_000_000_000;
export const DAY = 86_400_000;

export function sampleContent(fields: Partial<SkillContent> = {}): SkillContent {
  return {
    name: "git-push-upstream",
    description: "Push a branch that has no upstream: set it with -u.",
    kind: "repair",
    bullets: [
      { id: "b1", section: "preconditions", text: "The branch has no upstream." },
      { id: "b2", section: "procedure", text: "Push with `git push -u origin <branch>`." },
      { id: "b3", section: "verification", text: "`git status -sb` names the upstream." },
      { id: "b4", section: "failure-modes", text: "The remote is missing." },
      { id: "b5", section: "scope", text: "Repositories with a remote." },
    ],
    keys: {
      appliesWhen: ["git push"],
      symptoms: ["no upstream"],
      signatures: ["x"],
      queries: [],
      notFor: [],
    },
    signature: { intent: "push", object: "branch", environment: "", constraints: [], notes: "" },
    example: {
      tool: "bash",
      calls: [
        {
          tool: "bash",
          input: { cmd: "git push -u origin <branch>" },
          skeleton: "bash: git push -u <value>",
        },
      ],
      placeholders: { branch: "the branch to push" },
    },
    mistake: {
      tool: "bash",
      skeleton: "bash: git push",
      signature: "fatal: the current branch has no upstream branch.",
    },
    uses: [],
    ...fields,
  };
}

export function sampleLesson(fields: Partial<Lesson> = {}): Lesson {
  const content = fields.content ?? sampleContent();
  return {
    kind: content.kind,
    key: "push without upstream",
    scope: sampleScope,
    traceId: "trace-1",
    runId: "run-1",
    index: 0,
    task: "push the branch",
    environment: {},
    content,
    quotes: [],
    verified: true,
    holds: [],
    transient: false,
    ...fields,
  };
}

/** A version whose hash fits its content. */
export function learnedVersion(fields: Partial<SkillVersion> = {}): SkillVersion {
  const content = fields.content ?? sampleContent();
  const scope = fields.scope ?? sampleScope;
  return {
    skillId: skillIdOf(scope, content.name),
    scope,
    version: 1,
    content,
    hash: contentHash(content),
    origin: { kind: "learned" },
    environment: {},
    holds: [],
    verified: true,
    createdAt: NOW,
    ...fields,
  };
}

/** A passed, attributed use in a run of its own. */
export function sampleUse(run: number, fields: Partial<Evidence> = {}): Evidence {
  const kind = fields.kind ?? "use";
  const version = fields.version ?? 1;
  return {
    id: `${kind}-${version}-${run}`,
    scope: sampleScope,
    skillId: skillIdOf(sampleScope, "git-push-upstream"),
    version,
    kind,
    passed: true,
    check: "npm test",
    runId: `run-${run}`,
    traceId: `trace-${run}`,
    mistakeRepeated: false,
    ...(kind === "use" && { attributedBy: "said" as const }),
    at: NOW + run,
    ...fields,
  };
}
