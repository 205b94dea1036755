import { splitSkillFile } from "../text/skill-file/skill-front-matter.ts";

const OWN_PREFIX = "skillloop.";

/** Whether a SKILL.md was written by us: ours carry our data under `metadata`. One that cannot be read is not. */
export function isOwnSkillFile(text: string): boolean {
  let metadata: unknown;
  try {
    metadata = splitSkillFile(text, { lenient: true }).frontMatter["metadata"];
  } catch {
    return false;
  }
  return (
    typeof metadata === "object" &&
    metadata !== null &&
    Object.keys(metadata).some((key) => key.startsWith(OWN_PREFIX))
  );
}
