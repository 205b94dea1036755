import { isSkillName } from "../text/skill-file/skill-name.ts";
import type { SectionName, SkillContent } from "../types/skill.ts";
import type { Reason } from "../types/verdict.ts";
import { isConcreteCheck } from "./concrete-check.ts";

const sections: readonly SectionName[] = [
  "preconditions",
  "procedure",
  "verification",
  "failure-modes",
  "scope",
];
const MAX_DESCRIPTION = 1024;

/** What a playbook lacks: five sections with a line each, one check that could fail, a name, a description. */
export function checkShape(content: SkillContent): readonly Reason[] {
  const reasons: Reason[] = [];
  if (!isSkillName(content.name)) {
    reasons.push({ code: "shape-name", detail: "the name is not one that a folder may have", field: "name" });
  }
  if (content.description.trim() === "" || content.description.length > MAX_DESCRIPTION) {
    const detail = `the description is not 1-${MAX_DESCRIPTION} characters long`;
    reasons.push({ code: "shape-description", detail, field: "description" });
  }
  const written = content.bullets.filter(({ text }) => text.trim() !== "");
  for (const section of sections) {
    if (written.some((bullet) => bullet.section === section)) continue;
    reasons.push({
      code: "shape-missing-section",
      detail: `the section "${section}" is empty`,
      field: section,
    });
  }
  const checks = written.filter(({ section }) => section === "verification");
  if (checks.length > 0 && !checks.some(({ text }) => isConcreteCheck(text))) {
    const detail = "no line of the verification names a command, an exit status or an expected value";
    reasons.push({ code: "shape-vague-check", detail, field: "verification" });
  }
  return reasons;
}
