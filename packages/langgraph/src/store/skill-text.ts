import type { SectionName, Skill } from "@skillloop/core";

const titles: Readonly<Record<SectionName, string>> = {
  preconditions: "Preconditions",
  procedure: "Procedure",
  verification: "Verification",
  "failure-modes": "Failure modes",
  scope: "Scope",
};

/** The SKILL.md of a skill that the loop cannot read by its name, for a reader: without SkillLoop's own data. */
export function skillText({ served: { content } }: Skill): string {
  const { name, description, bullets, example } = content;
  const sections = Object.entries(titles).flatMap(([section, title]) => {
    const lines = bullets
      .filter((bullet) => bullet.section === section)
      .map(({ text }) => `- ${indented(text)}`);
    return lines.length === 0 ? [] : [`## ${title}\n\n${lines.join("\n")}`];
  });
  const calls = (example?.calls ?? []).map(
    ({ tool, input }) => `\`${tool}\`:\n\n    ${JSON.stringify(input)}`,
  );
  const worked = calls.length === 0 ? [] : [`## Example that worked\n\n${calls.join("\n\n")}`];
  const head = `---\nname: ${JSON.stringify(name)}\ndescription: ${JSON.stringify(description)}\n---`;
  return `${[head, ...sections, ...worked].join("\n\n")}\n`;
}

/** A heading in a line's text must not open a section. */
const indented = (text: string): string => text.replaceAll("\n", "\n  ");
