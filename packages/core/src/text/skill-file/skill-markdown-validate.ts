import { SkillLoopError } from "../../errors.ts";
import type { Reason } from "../../types/verdict.ts";
import { FRONT_MATTER_KEYS, splitSkillFile } from "./skill-front-matter.ts";
import { isSkillName } from "./skill-name.ts";

const MAX_DESCRIPTION = 1024;
const MAX_COMPATIBILITY = 500;
const allowedKeys: ReadonlySet<string> = new Set(FRONT_MATTER_KEYS);

/** Whether a SKILL.md keeps to https://agentskills.io/specification. Empty when it does; never throws. */
export function validateSkillMarkdown(text: string, folderName: string): readonly Reason[] {
  let fields: Readonly<Record<string, unknown>>;
  try {
    fields = splitSkillFile(text, { lenient: false }).frontMatter;
  } catch (error) {
    if (!SkillLoopError.isInstance(error)) throw error;
    return [{ code: "front-matter", detail: error.message }];
  }
  const { name, description, license, compatibility, metadata } = fields;
  const reasons: Reason[] = Object.keys(fields)
    .filter((key) => !allowedKeys.has(key))
    .map((key) => ({
      code: "unknown-key",
      detail: `"${key}" is not one of ${FRONT_MATTER_KEYS.join(", ")}`,
    }));
  const require = (valid: boolean, reason: Reason): void => {
    if (!valid) reasons.push(reason);
  };
  require(typeof name === "string" && isSkillName(name), {
    code: "name",
    detail: "must be 1-64 characters of a-z, 0-9 and single hyphens",
    field: "name",
  });
  require(name === folderName, {
    code: "folder",
    detail: "must equal the name of its folder",
    field: "name",
  });
  require(typeof description === "string" && isBetween(description.trim() && description, MAX_DESCRIPTION), {
    code: "description",
    detail: `must be a text of 1-${MAX_DESCRIPTION} characters`,
    field: "description",
  });
  require(license === undefined || typeof license === "string", {
    code: "license",
    detail: "must be a text",
    field: "license",
  });
  require(compatibility === undefined ||
    (typeof compatibility === "string" && isBetween(compatibility, MAX_COMPATIBILITY)), {
    code: "compatibility",
    detail: `must be a text of 1-${MAX_COMPATIBILITY} characters`,
    field: "compatibility",
  });
  require(metadata === undefined || isTextMap(metadata), {
    code: "metadata",
    detail: "must be a mapping from texts to texts",
    field: "metadata",
  });
  const tools = fields["allowed-tools"];
  require(tools === undefined || typeof tools === "string", {
    code: "allowed-tools",
    detail: "must be a text of tool names with spaces between",
    field: "allowed-tools",
  });
  return reasons;
}

function isBetween(text: string, most: number): boolean {
  return text.length >= 1 && text.length <= most;
}

function isTextMap(value: unknown): boolean {
  return (
    typeof value === "object" &&
    value !== null &&
    !Array.isArray(value) &&
    Object.values(value).every((inner) => typeof inner === "string")
  );
}
