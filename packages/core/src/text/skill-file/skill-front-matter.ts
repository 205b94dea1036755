import { parseDocument, stringify } from "yaml";
import { SkillLoopError } from "../../errors.ts";

/** The only keys that agentskills.io allows in a SKILL.md's front matter (https://agentskills.io/specification). */
export const FRONT_MATTER_KEYS = [
  "name",
  "description",
  "license",
  "compatibility",
  "metadata",
  "allowed-tools",
] as const;

/** Far beyond any playbook; a larger file is not one. In characters. */
const MAX_FILE_LENGTH = 1_000_000;

export interface SplitSkillFile {
  readonly frontMatter: Readonly<Record<string, unknown>>;
  readonly body: string;
}

/** The front matter as text, fences included. Every string is quoted, so no reader takes one for another type. */
export function renderFrontMatter(fields: Readonly<Record<string, unknown>>): string {
  const yaml = stringify(fields, {
    lineWidth: 0,
    defaultStringType: "QUOTE_DOUBLE",
    defaultKeyType: "PLAIN",
    doubleQuotedMinMultiLineLength: Number.MAX_SAFE_INTEGER,
  });
  return `---\n${yaml}---\n`;
}

/**
 * Takes a SKILL.md apart. With `lenient`, front matter that is no valid YAML (an unquoted colon is the common
 * one) is read line by line. Throws `INVALID_SKILL` when there is none at all.
 */
export function splitSkillFile(text: string, options: { readonly lenient: boolean }): SplitSkillFile {
  if (text.length > MAX_FILE_LENGTH) throw invalid("The file is too long for a skill.");
  const unified = text.replace(/^\uFEFF/, "").replaceAll("\r\n", "\n");
  const match = /^---[ \t]*\n([\s\S]*?)(?:^|\n)---[ \t]*(?:\n|$)/.exec(unified);
  if (match?.[1] === undefined)
    throw invalid("The file has no front matter between two lines of three hyphens.");
  const frontMatter = readYaml(match[1]) ?? (options.lenient ? readLines(match[1]) : undefined);
  if (frontMatter === undefined) throw invalid("The front matter is not a YAML mapping.");
  return { frontMatter, body: unified.slice(match[0].length) };
}

function readYaml(text: string): Readonly<Record<string, unknown>> | undefined {
  const document = parseDocument(text, { logLevel: "silent", prettyErrors: false, uniqueKeys: true });
  if (document.errors.length > 0) return undefined;
  try {
    const value: unknown = document.toJS({ maxAliasCount: 20 });
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    // Too many aliases: a file built to blow up is not read at all.
    return undefined;
  }
}

function readLines(text: string): Readonly<Record<string, unknown>> | undefined {
  const fields = text.split("\n").flatMap((line) => {
    const match = /^([A-Za-z][\w-]*):[ \t]+(.*\S)[ \t]*$/.exec(line);
    if (match?.[1] === undefined || match[2] === undefined) return [];
    return [[match[1], match[2].replace(/^(["'])(.*)\1$/, "$2")] as const];
  });
  return fields.length === 0 ? undefined : Object.fromEntries(fields);
}

export function invalid(message: string): SkillLoopError {
  return new SkillLoopError({
    code: "INVALID_SKILL",
    message,
    remedy: "Write it in the form of https://agentskills.io/specification.",
  });
}
