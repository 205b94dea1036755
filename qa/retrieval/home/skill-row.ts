import { redactValue } from "../../../packages/core/src/guard/redact-value.ts";
import type { HeadWrite } from "../../../packages/core/src/ports/store.ts";
import { errorSignature } from "../../../packages/core/src/text/error-signature/error-signature.ts";
import { parseSkillBody } from "../../../packages/core/src/text/skill-file/skill-body-parse.ts";
import type { JsonObject } from "../../../packages/core/src/types/json.ts";
import type { Bullet, SkillContent, SkillVersion } from "../../../packages/core/src/types/skill.ts";
import { activeRow } from "../../active-row.ts";
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
  const origin = { kind: "imported", by: "benchmark" } as const;
  return activeRow({ content: skillContent(skill), scope: SCOPE, key, origin, now });
}
