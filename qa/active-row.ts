import { buildSearchDocument } from "../packages/core/src/index/search-document.ts";
import { contentHash } from "../packages/core/src/library/skill-version.ts";
import type { HeadWrite } from "../packages/core/src/ports/store.ts";
import { skillIdOf } from "../packages/core/src/text/scope-key.ts";
import type { Scope } from "../packages/core/src/types/scope.ts";
import type { SkillContent, SkillVersion } from "../packages/core/src/types/skill.ts";

/** A skill as rows that are ready to be written: its only version, which is active. */
export function activeRow(skill: {
  readonly content: SkillContent;
  readonly scope: Scope;
  /** Tells skills of one name apart. */
  readonly key: string;
  readonly origin: SkillVersion["origin"];
  readonly now: number;
}): { readonly version: SkillVersion; readonly write: HeadWrite } {
  const { content, scope, key, origin, now } = skill;
  const skillId = skillIdOf(scope, key);
  const version: SkillVersion = {
    skillId,
    scope,
    version: 1,
    content,
    hash: contentHash(content),
    origin,
    environment: {},
    holds: [],
    verified: true,
    createdAt: now,
  };
  const head = {
    id: skillId,
    scope,
    name: content.name,
    lessonKey: `${origin.kind}:${key}`,
    version: 1,
    status: "active",
    latest: 1,
    reasons: [],
    rev: 1,
    createdAt: now,
    updatedAt: now,
  } as const;
  const row = { head, served: version, searchDocument: buildSearchDocument(content) };
  return { version, write: { row, expectedRev: null } };
}
