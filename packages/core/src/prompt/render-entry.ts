import { neutraliseOwnDelimiters } from "../text/own-text.ts";
import { renderExample, SECTIONS } from "../text/skill-file/skill-body.ts";
import type { RecallHit } from "../types/recall.ts";

function section(hit: RecallHit, name: (typeof SECTIONS)[number]["name"], heading: string): string {
  const lines = hit.content.bullets
    .filter((bullet) => bullet.section === name && bullet.text.trim() !== "")
    .map((bullet) => `- ${bullet.text.trim().replace(/\n/g, "\n  ")}`);
  return lines.length === 0 ? "" : `${heading}:\n${lines.join("\n")}`;
}

function standing(hit: RecallHit): readonly string[] {
  const notes: string[] = [];
  if (hit.status !== "active" && hit.status !== "trusted")
    notes.push("UNVERIFIED: seen to work once, not yet confirmed by a check.");
  if (hit.stale) notes.push("Written under another environment; some details may differ here.");
  return notes;
}

const longestSummary = 240;

/** The parts it builds on, a line each: what is not offered here has no words of its own. */
function callees({ callees: parts = [] }: RecallHit): string {
  const lines = parts.map(({ name, summary, confirmed }) => {
    if (summary === undefined) return `- ${name}: not to be had here; work this part out from the task.`;
    const line = summary.trim().replace(/\s+/g, " ");
    const words =
      line.length > longestSummary ? `${line.slice(0, longestSummary).replace(/\s*\S*$/, "")} …` : line;
    return `- ${name}: ${confirmed ? "" : "UNVERIFIED: "}${words}`;
  });
  return lines.length === 0 ? "" : `Builds on:\n${lines.join("\n")}`;
}

function example(hit: RecallHit): string {
  const shown = hit.content.example;
  if (shown === undefined || shown.calls.length === 0) return "";
  return renderExample(shown)
    .replace(/^## Example/, "Example that worked:")
    .replace(/\n{2,}/g, "\n");
}

interface Rendered {
  /** All that the text depends on beside the content. */
  readonly about: string;
  readonly text: string;
}

const rendered = new WeakMap<RecallHit["content"], Rendered>();

/**
 * The same skill is given again and again. Only of a content that nobody can write into, as the library's own is, is the
 * text kept.
 */
export function renderEntry(hit: RecallHit): string {
  const { content, skillId, version, hash, status, stale } = hit;
  if (!Object.isFrozen(content)) return entryOf(hit);
  const about = JSON.stringify([skillId, version, hash, status, stale, hit.callees]);
  const before = rendered.get(content);
  if (before?.about === about) return before.text;
  const text = entryOf(hit);
  rendered.set(content, { about, text });
  return text;
}

/**
 * One note: where it comes from (id, version, hash), how far it is confirmed, and what it says. Skill text
 * is data: it cannot end the block it stands in (cases MA6 and PI7).
 */
function entryOf(hit: RecallHit): string {
  const origin = `[${hit.skillId} v${hit.version} ${hit.hash.slice(0, 12)}]`;
  const parts = [
    `### ${hit.content.name} ${origin}`,
    ...standing(hit),
    hit.content.description.trim(),
    ...SECTIONS.map(({ name, heading }) => section(hit, name, heading)),
    callees(hit),
    example(hit),
  ];
  return neutraliseOwnDelimiters(parts.filter((part) => part !== "").join("\n"));
}
