import { redactValue } from "../../../packages/core/src/guard/redact-value.ts";
import { buildSearchDocument } from "../../../packages/core/src/index/search-document.ts";
import { contentHash } from "../../../packages/core/src/library/skill-version.ts";
import type { HeadWrite } from "../../../packages/core/src/ports/store.ts";
import { errorSignature } from "../../../packages/core/src/text/error-signature/error-signature.ts";
import { skillIdOf } from "../../../packages/core/src/text/scope-key.ts";
import { parseSkillBody } from "../../../packages/core/src/text/skill-file/skill-body-parse.ts";
import type { JsonObject } from "../../../packages/core/src/types/json.ts";
import type { Bullet, SkillContent, SkillVersion } from "../../../packages/core/src/types/skill.ts";
import type { LibrarySkill } from "../data/formats.ts";

export const SCOPE = { project: "retrieval" } as const;

/** A skill of a library file as the content a user's import would have made of it. */
export function skillContent(skill: LibrarySkill): SkillContent {
  const { bullets } = parseSkillBody(skill.body);
  const content: SkillContent = {
    name: skill.name,
    description: skill.description,
    kind: "procedure",
    bullets: bullets.map(({ section, text }, index): Bullet => ({ id: `b${index + 1}`, section, text })),
    keys: {
      appliesWhen: skill.applies_when,
      symptoms: skill.symptoms,
      signatures: skill.symptoms.map((symptom) => errorSignature(symptom).text).filter((text) => text !== ""),
      queries: skill.queries,
      notFor: skill.not_for,
    },
    signature: { ...skill.signature, notes: "" },
    uses: [],
  };
  const redacted = redactValue(content as unknown as JsonObject).value as unknown as SkillContent;
  // The name is what probes expect; an import would have refused a skill whose name holds a secret.
  return { ...redacted, name: skill.name };
}

/**
 * The rows of a skill that a person has vouched for and that has become active. `key` tells skills of one name
 * apart.
 */
export function skillRow(
  skill: LibrarySkill,
  key: string,
  now: number,
): { readonly version: SkillVersion; readonly write: HeadWrite } {
  const content = skillContent(skill);
  const skillId = skillIdOf(SCOPE, key);
  const version: SkillVersion = {
    skillId,
    scope: SCOPE,
    version: 1,
    content,
    hash: contentHash(content),
    origin: { kind: "imported", by: "benchmark" },
    environment: {},
    holds: [],
    verified: true,
    createdAt: now,
  };
  const head = {
    id: skillId,
    scope: SCOPE,
    name: skill.name,
    lessonKey: `imported:${key}`,
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
