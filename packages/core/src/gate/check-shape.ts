import { isConcreteCheck } from "../text/concrete-check.ts";
import { isSkillName } from "../text/skill-file/skill-name.ts";
import { hasUnseen } from "../text/visible-text.ts";
import type { SectionName, SkillContent } from "../types/skill.ts";
import type { Reason } from "../types/verdict.ts";

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
  for (const [field, texts] of textsOf(content)) {
    if (!texts.some(hasUnseen)) continue;
    reasons.push({
      code: "shape-control-character",
      detail: `a control character stands in ${field}`,
      field,
    });
  }
  return reasons;
}

/** All text by where it is printed. What a call was given is printed as JSON, which writes such characters out. */
function textsOf(content: SkillContent): readonly (readonly [field: string, texts: readonly string[]])[] {
  const { description, bullets, keys, signature, example, mistake, uses } = content;
  const tools = [example?.tool, ...(example?.calls ?? []).map(({ tool }) => tool), mistake?.tool];
  return [
    ["description", [description]],
    ["bullets", bullets.map(({ text }) => text)],
    ["keys", Object.values(keys).flat()],
    ["signature", Object.values(signature).flat()],
    [
      "example",
      [...tools.filter((tool) => tool !== undefined), ...Object.values(example?.placeholders ?? {})],
    ],
    ["uses", uses],
  ];
}
