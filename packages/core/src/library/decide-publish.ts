import { lessonEventId } from "../text/event-id.ts";
import { covers, scopeKey, skillIdOf } from "../text/scope-key.ts";
import { numberedSkillName } from "../text/skill-file/skill-name.ts";
import type { LoopEvent } from "../types/evidence.ts";
import type { SkillVersion } from "../types/skill.ts";
import { createSkill, detailsOf, type LessonDecision, supportSkill } from "./decide-lesson.ts";
import type { KnownSkill, PublishEntry, PublishedLesson, PublishRules, SkillDraft } from "./publish-types.ts";

export interface PublishInput {
  readonly entries: readonly PublishEntry[];
  /** Skills with the lesson keys or the names in question, from the lessons' scopes and wider ones. */
  readonly known: readonly KnownSkill[];
  /** Versions found under the ids of skills that do not exist (yet): left behind by a write that died. */
  readonly orphans: readonly SkillVersion[];
  readonly rules: PublishRules;
  readonly now: number;
}

export interface PublishPlan {
  readonly results: readonly PublishedLesson[];
  readonly drafts: readonly SkillDraft[];
  /** Which draft each entry went to, by its place in `entries`. */
  readonly skillIds: readonly (string | undefined)[];
  readonly events: readonly LoopEvent[];
}

/**
 * Decides a batch of lessons one after the other, each on what the ones before it left, so that a batch ends
 * where single writes would have.
 */
export function decidePublish({ entries, known, orphans, rules, now }: PublishInput): PublishPlan {
  const drafts = new Map(known.map((skill) => [skill.head.id, asDraft(skill)]));
  const touched = new Set<string>();
  const results: PublishedLesson[] = [];
  const skillIds: (string | undefined)[] = [];
  const events: LoopEvent[] = [];
  for (const entry of entries) {
    const { lesson, verdict } = entry;
    if (verdict.decision === "reject") {
      const reason = detailsOf(verdict).join(", ");
      results.push({ lesson, outcome: "rejected", reason });
      skillIds.push(undefined);
      events.push(eventOf(entry, { outcome: "rejected", subject: lesson.content.name, reason, now }));
      continue;
    }
    const existing = findByKey([...drafts.values()], entry);
    const decision =
      existing === undefined
        ? create(entry, { drafts, orphans, rules, now })
        : supportSkill(existing, entry, { rules, now });
    const { draft, outcome, reason, version } = decision;
    drafts.set(draft.head.id, draft);
    touched.add(draft.head.id);
    const { id: skillId, name: skillName } = draft.head;
    results.push({ lesson, outcome, reason, skillName, skillId, version });
    skillIds.push(draft.head.id);
    events.push(eventOf(entry, { outcome, subject: draft.head.name, reason, now }));
  }
  return {
    results,
    drafts: [...drafts.values()].filter(({ head }) => touched.has(head.id)),
    skillIds,
    events,
  };
}

/** The names a new skill may end up with, in the order in which they are tried. */
export function candidateNames(name: string, most: number): readonly string[] {
  return Array.from({ length: most }, (_unused, index) => numberedSkillName(name, index + 1));
}

function create(
  entry: PublishEntry,
  facts: {
    readonly drafts: ReadonlyMap<string, SkillDraft>;
    readonly orphans: readonly SkillVersion[];
    readonly rules: PublishRules;
    readonly now: number;
  },
): LessonDecision {
  const { content, scope } = entry.lesson;
  for (let number = 1; ; number += 1) {
    const name = numberedSkillName(content.name, number);
    const skillId = skillIdOf(scope, name);
    if (facts.drafts.has(skillId)) continue;
    const stored = facts.orphans.filter((version) => version.skillId === skillId);
    return createSkill(entry, { name, stored, rules: facts.rules, now: facts.now });
  }
}

/** The lesson's own skill, else the one that a person widened: the narrower scope makes no second one. */
function findByKey(drafts: readonly SkillDraft[], { lesson }: PublishEntry): SkillDraft | undefined {
  const sameKey = drafts.filter(({ head }) => head.lessonKey === lesson.key);
  const own = scopeKey(lesson.scope);
  return (
    sameKey.find(({ head }) => scopeKey(head.scope) === own) ??
    sameKey.find(({ head }) => covers(head.scope, lesson.scope))
  );
}

function asDraft(skill: KnownSkill): SkillDraft {
  return { ...skill, newVersions: [], newEvidence: [], before: skill.head };
}

function eventOf(
  { lesson }: PublishEntry,
  facts: {
    readonly outcome: string;
    readonly subject: string;
    readonly reason: string;
    readonly now: number;
  },
): LoopEvent {
  return {
    id: lessonEventId(lesson),
    scope: lesson.scope,
    type: facts.outcome,
    subject: facts.subject,
    detail: `trace ${lesson.traceId}: ${facts.reason}`,
    at: facts.now,
  };
}
