import { SECTIONS } from "../../text/skill-file/skill-body.ts";
import type { BulletCounts, PatchOperation, SkillPatch } from "../../types/patch.ts";
import type { Bullet, SectionName, SkillContent } from "../../types/skill.ts";
import { bulletId } from "../lesson-lines.ts";
import { longestLine, writtenLine } from "../written-line.ts";
import { isSameLine } from "./same-line.ts";

/** A line goes only when outcomes speak against it: so many harmful ones, and more than helpful ones. */
export const HARMFUL_TO_PRUNE = 3;
const mostOperations = 6;
const mostBullets = 40;
const sectionOrder: readonly SectionName[] = SECTIONS.map(({ name }) => name);

export interface RefusedOperation {
  readonly op: PatchOperation;
  readonly why: string;
}

export interface AppliedPatch {
  /** The very same object where nothing was applied. */
  readonly content: SkillContent;
  /** In the order of the patch. */
  readonly applied: readonly PatchOperation[];
  readonly refused: readonly RefusedOperation[];
}

interface Draft {
  readonly bullets: readonly Bullet[];
  readonly skillId: string;
  readonly counts: ReadonlyMap<string, BulletCounts>;
}

/**
 * Carries out a patch, each operation by itself. Lines that none names stay byte for byte what they were, and so does all
 * that is no line. A revised line has a new id in the old place, so that its counters start anew; no section is emptied.
 * Equal input gives equal ids.
 */
export function applyPatch(
  content: SkillContent,
  patch: SkillPatch,
  counts: readonly BulletCounts[],
): AppliedPatch {
  const facts = {
    skillId: patch.skillId,
    counts: new Map(counts.map((count) => [count.bulletId, count])),
  };
  const known = new Set(content.bullets.map(({ id }) => id));
  const touched = new Set<string>();
  const why = new Map<number, string>();
  let { bullets } = content;
  // What goes is decided last: whether a section would be empty depends on what came into it.
  const inOrder = [...patch.operations.entries()].sort(
    ([, a], [, b]) => Number(a.op === "PRUNE") - Number(b.op === "PRUNE"),
  );
  for (const [place, op] of inOrder) {
    const isTooMany = place >= mostOperations;
    const problem = isTooMany ? "more than 6 changes at once" : problemOfTarget(op, { known, touched });
    const next = problem ?? changed({ bullets, ...facts }, op);
    if (typeof next === "string") {
      why.set(place, next);
      continue;
    }
    if (op.op !== "ADD") touched.add(op.bulletId);
    bullets = next;
  }
  const applied = patch.operations.filter((_op, place) => !why.has(place));
  return {
    content: applied.length === 0 ? content : { ...content, bullets },
    applied,
    refused: patch.operations.flatMap((op, place) => {
      const reason = why.get(place);
      return reason === undefined ? [] : [{ op, why: reason }];
    }),
  };
}

function problemOfTarget(
  op: PatchOperation,
  { known, touched }: { readonly known: ReadonlySet<string>; readonly touched: ReadonlySet<string> },
): string | undefined {
  if (op.op === "ADD") return sectionOrder.includes(op.section) ? undefined : "there is no such section";
  if (!known.has(op.bulletId)) return "there is no such line";
  return touched.has(op.bulletId) ? "the line is changed twice" : undefined;
}

/** The lines after one operation, or why there is none. */
function changed(draft: Draft, op: PatchOperation): readonly Bullet[] | string {
  if (op.op === "ADD") return added(draft, op);
  return op.op === "REVISE" ? revised(draft, op) : pruned(draft, op);
}

function added(draft: Draft, op: Extract<PatchOperation, { op: "ADD" }>): readonly Bullet[] | string {
  const { bullets, skillId } = draft;
  const text = writtenLine(op.text);
  const problem = problemOfText(text, bullets.filter(inSection(op.section)));
  if (problem !== undefined) return problem;
  if (bullets.length >= mostBullets) return "the skill has 40 lines already";
  const id = bulletId({ key: skillId, section: op.section, role: `patched:added:${text}` });
  const place = bullets.findLastIndex(
    ({ section }) => sectionOrder.indexOf(section) <= sectionOrder.indexOf(op.section),
  );
  const own = bullets.findLastIndex(inSection(op.section));
  return inserted(bullets, (own >= 0 ? own : place) + 1, { id, section: op.section, text });
}

function revised(draft: Draft, op: Extract<PatchOperation, { op: "REVISE" }>): readonly Bullet[] | string {
  const { bullets, skillId } = draft;
  const at = bullets.findIndex(({ id }) => id === op.bulletId);
  const before = bullets[at];
  if (before === undefined) return "there is no such line";
  const text = writtenLine(op.text);
  if (text === before.text) return "the line says so already";
  const others = bullets.filter((bullet) => bullet !== before && bullet.section === before.section);
  const problem = problemOfText(text, others);
  if (problem !== undefined) return problem;
  const { section } = before;
  const id = bulletId({ key: skillId, section, role: `patched:revised:${before.id}:${text}` });
  return bullets.map((bullet) => (bullet === before ? { id, section, text } : bullet));
}

function pruned(draft: Draft, op: Extract<PatchOperation, { op: "PRUNE" }>): readonly Bullet[] | string {
  const { bullets, counts } = draft;
  const before = bullets.find(({ id }) => id === op.bulletId);
  if (before === undefined) return "there is no such line";
  const { helpful = 0, harmful = 0 } = counts.get(op.bulletId) ?? {};
  if (harmful < HARMFUL_TO_PRUNE || harmful <= helpful) return "no outcomes speak against the line";
  const left = bullets.filter((bullet) => bullet !== before);
  const filled = left.filter(inSection(before.section)).some(({ text }) => text.trim() !== "");
  return filled ? left : "the section would be empty";
}

function problemOfText(text: string, others: readonly Bullet[]): string | undefined {
  if (!/[\p{L}\p{N}]/u.test(text)) return "the line is empty";
  if (text.length > longestLine) return `the line is longer than ${longestLine} characters`;
  return others.some((bullet) => isSameLine(bullet.text, text)) ? "another line says so already" : undefined;
}

function inSection(section: SectionName): (bullet: Bullet) => boolean {
  return (bullet) => bullet.section === section;
}

function inserted(bullets: readonly Bullet[], at: number, bullet: Bullet): readonly Bullet[] {
  return [...bullets.slice(0, at), bullet, ...bullets.slice(at)];
}
