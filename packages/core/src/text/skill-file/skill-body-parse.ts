import type { SectionName } from "../../types/skill.ts";

/** One bullet as read, with the heading it stood under (`""` before the first one). */
export interface ParsedBullet {
  readonly section: SectionName;
  readonly text: string;
}

export interface ParsedBody {
  readonly bullets: readonly ParsedBullet[];
  /** The text of the `## Example` section with its heading, when there is one. */
  readonly example?: string;
}

const headingSections: readonly (readonly [RegExp, SectionName])[] = [
  [/when not to|not for|out of scope|limits?\b|limitation|^scope/i, "scope"],
  [/precondition|prerequisite|requirement|before you|when to use|when this applies|setup/i, "preconditions"],
  [
    /failure|pitfall|troubleshoot|common (?:errors?|mistakes?|problems?)|gotcha|caveat|known issues/i,
    "failure-modes",
  ],
  [/verif|validat|confirm|checks?\b|acceptance|how to test|^test/i, "verification"],
];

/**
 * Reads a SKILL.md body: sections by their headings, and each list item, paragraph or code block as a bullet.
 * What stands under no heading we know becomes part of the procedure, so nothing that was written is lost.
 */
export function parseSkillBody(body: string): ParsedBody {
  const bullets: ParsedBullet[] = [];
  let example: string | undefined;
  for (const { heading, lines } of splitSections(body)) {
    if (/^examples?$/i.test(heading) && example === undefined) {
      example = [`## ${heading}`, ...lines].join("\n").trimEnd();
      continue;
    }
    const section = sectionOf(heading);
    bullets.push(...blocksOf(lines).map((text) => ({ section, text })));
  }
  return { bullets, ...(example !== undefined && { example }) };
}

/** The lines of an example section as bullets, for a file whose example is not one of our own. */
export function exampleAsBullets(example: string): readonly ParsedBullet[] {
  return blocksOf(example.split("\n").slice(1)).map((text) => ({ section: "procedure", text }));
}

function sectionOf(heading: string): SectionName {
  return headingSections.find(([pattern]) => pattern.test(heading))?.[1] ?? "procedure";
}

interface Section {
  readonly heading: string;
  readonly lines: string[];
}

function splitSections(body: string): readonly Section[] {
  const sections: Section[] = [{ heading: "", lines: [] }];
  let fence = "";
  let titled = false;
  for (const line of body.split("\n")) {
    fence = fenceAfter(line, fence);
    const heading = fence === "" ? /^(#{1,6})\s+(.*?)\s*#*$/.exec(line) : null;
    const level = heading?.[1]?.length ?? 0;
    // The first top-level heading is the document's title; headings below the second level stay in their section.
    if (level === 1 && !titled) titled = true;
    else if (level === 1 || level === 2) sections.push({ heading: heading?.[2] ?? "", lines: [] });
    else sections.at(-1)?.lines.push(line);
  }
  return sections;
}

function fenceAfter(line: string, open: string): string {
  const mark = /^\s*(`{3,}|~{3,})(.*)$/.exec(line);
  if (mark?.[1] === undefined) return open;
  if (open === "") return mark[1];
  const closes = mark[1].startsWith(open) && mark[2]?.trim() === "";
  return closes ? "" : open;
}

function blocksOf(lines: readonly string[]): readonly string[] {
  const blocks: string[][] = [];
  let fence = "";
  let open = false;
  for (const line of lines) {
    const inFence = fence !== "";
    fence = fenceAfter(line, fence);
    const item = inFence ? null : /^(?:[-*+]|\d{1,3}[.)])\s(.*)$/.exec(line);
    if (item) {
      blocks.push([item[1] ?? ""]);
      open = true;
    } else if (!inFence && line.trim() === "") {
      open = false;
    } else if (blocks.length > 0 && (open || inFence || fence !== "" || /^\s/.test(line))) {
      blocks.at(-1)?.push(line.replace(/^ {1,2}/, ""));
      open = true;
    } else {
      blocks.push([line]);
      open = true;
    }
  }
  return blocks.map((block) => block.join("\n").trim()).filter((text) => text !== "");
}
