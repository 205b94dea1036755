import { SkillLoopError } from "../errors.ts";
import { skillIdOf } from "../text/scope-key.ts";
import { parseSkillMarkdown } from "../text/skill-markdown-parse.ts";
import type { HoldReason } from "../types/lesson.ts";
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
  let content: SkillContent;
  try {
    content = parseSkillMarkdown(file.text, { folderName: file.folder }).content;
  } catch (error) {
    if (!SkillLoopError.isInstance(error)) throw error;
    return { rejected: { path: file.path, code: error.code, message: error.message } };
  }
  const verdict = scan(content);
  const details = verdict.reasons.map(({ detail, field }) =>
    field === undefined ? detail : `${field}: ${detail}`,
  );
  if (verdict.decision === "reject") {
    return { rejected: { path: file.path, code: "NOT_ALLOWED", message: details.join(", ") } };
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
