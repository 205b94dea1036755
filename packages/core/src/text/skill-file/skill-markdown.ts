import type { Scope } from "../../types/scope.ts";
import type { SkillContent, SkillStatus } from "../../types/skill.ts";
import { scopeKey } from "../scope-key.ts";
import { renderSkillBody, SECTIONS } from "./skill-body.ts";
import { parseSkillBody } from "./skill-body-parse.ts";
import type { BulletEntry } from "./skill-content-fields.ts";
import { renderFrontMatter } from "./skill-front-matter.ts";

/** Bookkeeping that may travel with a skill for a reader. Nothing of it is believed on import. */
export interface SkillFacts {
  readonly version?: number;
  readonly status?: SkillStatus;
  readonly hash?: string;
  readonly scope?: Scope;
}

/**
 * A skill as an agentskills.io SKILL.md: name and description in the front matter, our own data as string
 * values under `metadata`, and a body for people. `parseSkillMarkdown` gives back the same content.
 */
export function renderSkillMarkdown(content: SkillContent, facts: SkillFacts = {}): string {
  const body = renderSkillBody(content);
  const metadata: Record<string, string | undefined> = {
    "skillloop.kind": content.kind,
    "skillloop.version": facts.version?.toString(),
    "skillloop.status": facts.status,
    "skillloop.hash": facts.hash,
    "skillloop.scope": facts.scope === undefined ? undefined : scopeKey(facts.scope),
    "skillloop.bullets": JSON.stringify(bulletEntries(content, body)),
    "skillloop.keys": JSON.stringify(content.keys),
    "skillloop.signature": JSON.stringify(content.signature),
    "skillloop.uses": JSON.stringify(content.uses),
    "skillloop.example": content.example === undefined ? undefined : JSON.stringify(content.example),
    "skillloop.mistake": content.mistake === undefined ? undefined : JSON.stringify(content.mistake),
  };
  const present = Object.fromEntries(Object.entries(metadata).filter(([, value]) => value !== undefined));
  const frontMatter = renderFrontMatter({
    name: content.name,
    description: content.description,
    metadata: present,
  });
  return `${frontMatter}\n${body}\n`;
}

/**
 * The same file for a prompt: without our data, whose keys and signatures hold a tool's own words for matching
 * only and are nothing for an agent to read.
 */
export function renderSkillForPrompt(content: SkillContent): string {
  const { name, description } = content;
  return `${renderFrontMatter({ name, description })}\n${renderSkillBody(content)}\n`;
}

/** Texts travel twice only where Markdown cannot give them back exactly. */
function bulletEntries(content: SkillContent, body: string): readonly BulletEntry[] {
  const printed = SECTIONS.flatMap(({ name }) => content.bullets.filter(({ section }) => section === name));
  const parsed = parseSkillBody(body).bullets;
  const readable =
    parsed.length === printed.length &&
    printed.every(
      ({ section, text }, index) => parsed[index]?.section === section && parsed[index].text === text,
    );
  return content.bullets.map(({ id, section, text }) => (readable ? [id, section] : [id, section, text]));
}
