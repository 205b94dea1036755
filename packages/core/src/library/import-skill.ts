import { SkillLoopError } from "../errors.ts";
import { redactText } from "../guard/redact.ts";
import { redactValue } from "../guard/redact-value.ts";
import { skillIdOf } from "../text/scope-key.ts";
import { parseSkillMarkdown } from "../text/skill-file/skill-markdown-parse.ts";
import type { JsonObject } from "../types/json.ts";
import type { HoldReason } from "../types/lesson-kind.ts";
import type { Scope } from "../types/scope.ts";
import type { SkillContent, SkillVersion } from "../types/skill.ts";
import type { Verdict } from "../types/verdict.ts";
import { contentHash } from "./skill-version.ts";

export interface ImportFile {
  /** Name of the folder that the SKILL.md stands in. */
  readonly folder: string;
  /** For messages. */
  readonly path: string;
  readonly text: string;
}

export interface ImportFacts {
  readonly scope: Scope;
  readonly by: string;
  readonly now: number;
  readonly scan: (content: SkillContent) => Verdict;
}

export type ImportedSkill =
  | { readonly version: SkillVersion; readonly reasons: readonly string[] }
  | { readonly rejected: { readonly path: string; readonly code: string; readonly message: string } };

/**
 * One SKILL.md as a quarantined first version. Nothing that the file says of its own status is believed, and
 * hostile content in any field that could be printed is refused.
 */
export function importSkill(file: ImportFile, { scope, by, now, scan }: ImportFacts): ImportedSkill {
  const path = redactText(file.path).text;
  let content: SkillContent;
  try {
    const parsed = parseSkillMarkdown(file.text, { folderName: file.folder }).content;
    // A skill is printed into prompts and written out again, so nothing of its file is kept unmasked.
    content = redactValue(parsed as unknown as JsonObject).value as unknown as SkillContent;
    if (content.name !== parsed.name) {
      return { rejected: { path, code: "INVALID_SKILL", message: "The skill's name holds a secret." } };
    }
  } catch (error) {
    if (!SkillLoopError.isInstance(error)) throw error;
    return { rejected: { path, code: error.code, message: redactText(error.message).text } };
  }
  const verdict = scan(content);
  const details = verdict.reasons.map(({ detail, field }) =>
    field === undefined ? detail : `${field}: ${detail}`,
  );
  if (verdict.decision === "reject") {
    return { rejected: { path, code: "NOT_ALLOWED", message: details.join(", ") } };
  }
  const holds: readonly HoldReason[] = verdict.decision === "hold" ? ["imported", "scan"] : ["imported"];
  const version: SkillVersion = {
    skillId: skillIdOf(scope, content.name),
    scope,
    version: 1,
    content,
    hash: contentHash(content),
    origin: { kind: "imported", by },
    environment: {},
    holds,
    verified: false,
    createdAt: now,
  };
  return { version, reasons: [`imported by ${by}`, ...details] };
}
