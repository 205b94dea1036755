import type { JsonValue } from "../../types/json.ts";
import type { Bullet, Example, SectionName, SkillContent } from "../../types/skill.ts";

/** The five sections in the order in which they are printed, with their headings. */
export const SECTIONS: readonly { readonly name: SectionName; readonly heading: string }[] = [
  { name: "preconditions", heading: "Preconditions" },
  { name: "procedure", heading: "Procedure" },
  { name: "verification", heading: "Verification" },
  { name: "failure-modes", heading: "Failure modes" },
  { name: "scope", heading: "Scope" },
];

/** What follows the front matter: the sections that have bullets, then the example. */
export function renderSkillBody(content: Pick<SkillContent, "bullets" | "example">): string {
  const sections = SECTIONS.map(({ name, heading }) =>
    renderSection(
      heading,
      content.bullets.filter((bullet) => bullet.section === name),
    ),
  );
  const example = content.example === undefined ? [] : [renderExample(content.example)];
  return [...sections.filter((section) => section !== ""), ...example].join("\n\n");
}

/** The `## Example` section. */
export function renderExample(example: Example): string {
  const calls = example.calls.map(({ tool, input }) => `\`${tool}\`:\n\n${renderInput(input)}`);
  const placeholders = Object.entries(example.placeholders).map(
    ([name, meaning]) => `- \`<${name}>\`: ${indentRest(meaning)}`,
  );
  return ["## Example", ...calls, ...(placeholders.length === 0 ? [] : [placeholders.join("\n")])].join(
    "\n\n",
  );
}

function renderSection(heading: string, bullets: readonly Bullet[]): string {
  if (bullets.length === 0) return "";
  const lines = bullets.map((bullet) => `- ${indentRest(bullet.text)}`);
  return `## ${heading}\n\n${lines.join("\n")}`;
}

/** Keeps the further lines of a bullet inside it: a heading in a bullet's text must not open a section. */
function indentRest(text: string): string {
  return text.split("\n").join("\n  ");
}

function renderInput(input: JsonValue): string {
  const command = commandOf(input);
  const [language, text] =
    command === undefined ? ["json", JSON.stringify(input, undefined, 2)] : ["text", command];
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map((run) => run.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}${language}\n${text}\n${fence}`;
}

/** A call whose whole input is one text (a shell command) reads better without its JSON. */
function commandOf(input: JsonValue): string | undefined {
  if (typeof input === "string") return input;
  if (input === null || typeof input !== "object") return undefined;
  const values: readonly unknown[] = Object.values(input);
  const [only] = values;
  return values.length === 1 && typeof only === "string" ? only : undefined;
}
