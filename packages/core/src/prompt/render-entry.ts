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

function example(hit: RecallHit): string {
  const shown = hit.content.example;
  if (shown === undefined || shown.calls.length === 0) return "";
  return renderExample(shown)
    .replace(/^## Example/, "Example that worked:")
    .replace(/\n{2,}/g, "\n");
}

/**
 * One note: where it comes from (id, version, hash), how far it is confirmed, and what it says. Skill text
 * is data: it cannot end the block it stands in (cases MA6 and PI7).
 */
export function renderEntry(hit: RecallHit): string {
  const origin = `[${hit.skillId} v${hit.version} ${hit.hash.slice(0, 12)}]`;
  const parts = [
    `### ${hit.content.name} ${origin}`,
    ...standing(hit),
    hit.content.description.trim(),
    ...SECTIONS.map(({ name, heading }) => section(hit, name, heading)),
    example(hit),
  ];
  return neutraliseOwnDelimiters(parts.filter((part) => part !== "").join("\n"));
}
