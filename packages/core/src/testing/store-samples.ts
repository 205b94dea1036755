import type { HeadWrite, ScopeFilter, SkillRow } from "../ports/store.ts";
import { skillIdOf } from "../text/scope-key.ts";
import type { StoredClaim } from "../types/claim.ts";
import type { Evidence, LoopEvent } from "../types/evidence.ts";
import type { Job } from "../types/job.ts";
import type { ModelCall } from "../types/model-call.ts";
import type { Scope } from "../types/scope.ts";
import type { SkillHead, SkillVersion } from "../types/skill.ts";
import type { Trace } from "../types/trace.ts";

/** Small valid rows for store tests. Each takes the fields that matter to the test. */

export const sampleScope: Scope = { project: "billing" };

export const within = (scope: Scope): ScopeFilter => ({ scope, reach: "within" });
export const visible = (scope: Scope): ScopeFilter => ({ scope, reach: "visible" });
export const exact = (scope: Scope): ScopeFilter => ({ scope, reach: "exact" });

export function sampleTrace(fields: Partial<Trace> & { readonly id: string }): Trace {
  return {
    scope: sampleScope,
    task: "push the branch",
    steps: [
      {
        kind: "tool",
        tool: "bash",
        callId: "call-1",
        turn: 0,
        input: { cmd: "git push" },
        outcome: "tool-error",
        error: "fatal: The current branch has no upstream branch.",
        exitCode: 128,
      },
    ],
    signals: [],
    shown: [],
    used: [],
    bulletFeedback: [],
    environment: {},
    context: {},
    metadata: {},
    end: "completed",
    recordedAt: 1_000,
    ...fields,
  };
}

export function sampleJob(fields: Partial<Job> & { readonly id: string }): Job {
  return {
    scope: sampleScope,
    kind: "trace",
    state: "waiting",
    attempts: 0,
    notBefore: 0,
    skills: [],
    createdAt: 1_000,
    updatedAt: 1_000,
    ...fields,
  };
}

export function sampleEntry(id: string, scope: Scope = sampleScope) {
  return { trace: sampleTrace({ id, scope }), job: sampleJob({ id, scope }) };
}

export function sampleVersion(
  fields: Partial<SkillVersion> & { readonly name: string; readonly text?: string },
): SkillVersion {
  const { name, text = "Run git push -u origin <branch>.", ...rest } = fields;
  const scope = rest.scope ?? sampleScope;
  return {
    skillId: skillIdOf(scope, name),
    scope,
    version: 1,
    content: {
      name,
      description: "Push a branch that has no upstream yet.",
      kind: "repair",
      bullets: [{ id: "b1", section: "procedure", text }],
      keys: { appliesWhen: [], symptoms: [], signatures: [], queries: [], notFor: [] },
      signature: { intent: "push", object: "branch", environment: "", constraints: [], notes: "" },
      uses: [],
    },
    hash: `hash of ${text}`,
    origin: { kind: "learned" },
    environment: {},
    holds: [],
    verified: true,
    createdAt: 1_000,
    ...rest,
  };
}

export function sampleRow(
  fields: Partial<SkillHead> & { readonly name: string; readonly text?: string },
): SkillRow {
  const { text, ...head } = fields;
  const scope = head.scope ?? sampleScope;
  const words = text === undefined ? {} : { text };
  return {
    head: {
      id: skillIdOf(scope, head.name),
      scope,
      lessonKey: `lesson of ${head.name}`,
      version: 1,
      status: "candidate",
      latest: 1,
      reasons: [],
      rev: 1,
      createdAt: 1_000,
      updatedAt: 1_000,
      ...head,
    },
    served: sampleVersion({ name: head.name, scope, version: head.version ?? 1, ...words }),
    searchDocument: `tokens of ${head.name}`,
  };
}

/** The write that creates a skill. */
export function creation(fields: Parameters<typeof sampleRow>[0]): HeadWrite {
  return { row: sampleRow({ ...fields, rev: 1 }), expectedRev: null };
}

/** The write that follows `row`, with changed fields. */
export function change(row: SkillRow, fields: Partial<SkillHead>): HeadWrite {
  const head = { ...row.head, ...fields, rev: row.head.rev + 1 };
  return { row: { ...row, head }, expectedRev: row.head.rev };
}

export function sampleEvidence(
  fields: Partial<Evidence> & { readonly id: string; readonly skillId: string },
): Evidence {
  return {
    scope: sampleScope,
    version: 1,
    kind: "use",
    passed: true,
    runId: "run-1",
    traceId: "trace-1",
    mistakeRepeated: false,
    at: 1_000,
    ...fields,
  };
}

export function sampleEvent(fields: Partial<LoopEvent> & { readonly id: string }): LoopEvent {
  return { scope: sampleScope, type: "published", subject: "skill", detail: "", at: 1_000, ...fields };
}

export function sampleStoredClaim(fields: Partial<StoredClaim> & { readonly id: string }): StoredClaim {
  const { id, scope = sampleScope, traceId = "trace-1" } = fields;
  return {
    scope,
    traceId,
    taught: {
      kind: "root-cause",
      claim: {
        id,
        scope,
        traceId,
        task: "push the branch",
        environment: {},
        decision: "Took it that the branch has an upstream.",
        cause: "A branch that was just made has none.",
        rule: "Set the upstream with the first push.",
        check: "git status names the upstream",
        triggers: ["push a new branch"],
        unknowns: [],
        quotes: [{ callId: "call-1", text: "has no upstream branch" }],
        signatures: ["fatal: the current branch <name> has no upstream branch"],
        tools: ["bash"],
        confidence: 0.7,
        verified: false,
        transient: false,
        holds: [],
      },
    },
    state: "waiting",
    at: 1_000,
    ...fields,
  };
}

export function sampleModelCall(fields: Partial<ModelCall> & { readonly id: string }): ModelCall {
  return {
    scope: sampleScope,
    role: "reflect",
    model: "small",
    outcome: "answered",
    calls: 1,
    inputTokens: 100,
    outputTokens: 10,
    durationMs: 5,
    at: 1_000,
    ...fields,
  };
}
