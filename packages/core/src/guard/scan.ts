import { finish } from "../text/finish.ts";
import type { SkillContent } from "../types/skill.ts";
import type { Reason, Verdict } from "../types/verdict.ts";
import { redactText } from "./redact.ts";
import {
  matchBullets,
  matchCommand,
  matchGraveCommand,
  matchGraveSentence,
  matchSentence,
  type ScanMatch,
} from "./scan/match.ts";
import { rememberByText } from "./scan/memo.ts";
import type { ScanField } from "./scan/scan-rule.ts";
import { scanRules } from "./scan/scan-rules.ts";
import { seamsOf } from "./scan/seams.ts";
import { scanView } from "./scan/view.ts";

export type { ScanField } from "./scan/scan-rule.ts";

const hiddenText: Reason = { code: "hidden-text", detail: "holds characters that a reader does not see" };
const rejecting = new Set(scanRules.filter((rule) => rule.decision === "reject").map((rule) => rule.code));

const rememberedCharacters = 600_000;
const betweenBullets = "\u0000";
const remembered = new Map<ScanField, (text: string) => readonly Reason[]>();

/**
 * What in a text that is about to be printed into a prompt a person should see, one reason a code. Nothing
 * found is an empty list. The text is read with hidden characters shown and encoded runs decoded. Texts seen
 * lately are answered from memory.
 */
export function scanText(text: string, field: ScanField): readonly Reason[] {
  if (text === "") return [];
  let scan = remembered.get(field);
  if (scan === undefined) {
    scan = rememberByText((unseen) => findReasons(unseen, field), rememberedCharacters);
    remembered.set(field, scan);
  }
  return scan(text);
}

function findReasons(text: string, field: ScanField): readonly Reason[] {
  const { hidden, sentences, commands } = scanView(text, field);
  // A key says in a user's words what is asked for and is never printed into a prompt: it orders nothing, so that only
  // what is an attack wherever it stands counts.
  const isKey = field === "key";
  const matches = [
    ...sentences.flatMap(isKey ? matchGraveSentence : matchSentence),
    ...commands.flatMap(isKey ? matchGraveCommand : matchCommand),
  ];
  const reasons = reasonsOf(matches, field);
  return hidden ? [{ ...hiddenText, field }, ...reasons] : reasons;
}

/** What bullets say together. */
const sharedReasons = rememberByText((joined) => {
  const bullets = joined.split(betweenBullets);
  const { sentences, phrases, commands } = seamsOf(bullets);
  const views = (texts: readonly string[]) => texts.map((text) => scanView(text, "bullet"));
  const matches = [
    ...views(sentences).flatMap((view) => view.sentences.flatMap(matchSentence)),
    ...views(phrases).flatMap((view) => view.sentences.flatMap(matchGraveSentence)),
    ...views(commands).flatMap((view) => view.commands.flatMap(matchCommand)),
    ...matchBullets(bullets.join("\n")),
  ];
  return reasonsOf(matches, "bullet");
}, rememberedCharacters);

function reasonsOf(matches: readonly ScanMatch[], field: ScanField): readonly Reason[] {
  const reasons = new Map<string, Reason>();
  for (const { rule, found } of matches.toSorted((one, other) => one.order - other.order)) {
    if (reasons.has(rule.code)) continue;
    reasons.set(rule.code, { code: rule.code, detail: `${rule.detail}: “${excerpt(found)}”`, field });
  }
  return [...reasons.values()];
}

/** Reject when a reason alone is enough for it, hold for any other, else allow. */
export function scanVerdict(reasons: readonly Reason[]): Verdict {
  if (reasons.length === 0) return { decision: "allow", reasons };
  return { decision: reasons.some((reason) => rejecting.has(reason.code)) ? "reject" : "hold", reasons };
}

/** Scans every field of a skill that could be printed, and what its bullets say together. */
export function scanSkill(content: SkillContent): Verdict {
  return finish(scanInSteps(content));
}

/** `scanSkill` in steps, one a field: a rule that is asked for the first time takes milliseconds to compile. */
export function* scanInSteps(content: SkillContent): Generator<void, Verdict> {
  const reasons = new Map<string, Reason>();
  for (const [text, field] of printedFields(content)) {
    for (const reason of scanText(text, field)) reasons.set(`${reason.code} ${reason.field}`, reason);
    yield;
  }
  for (const reason of sharedReasons(content.bullets.map((bullet) => bullet.text).join(betweenBullets)))
    reasons.set(`${reason.code} ${reason.field}`, reason);
  return scanVerdict([...reasons.values()]);
}

function printedFields(content: SkillContent): readonly (readonly [string, ScanField])[] {
  const { keys, example, signature } = content;
  return [
    [content.name, "name"],
    [content.description, "description"],
    ...content.bullets.map((bullet) => [bullet.text, "bullet"] as const),
    ...(example?.calls ?? []).flatMap((call) => [
      [call.tool, "name"] as const,
      ...stringsIn(call.input).map((text) => [text, "example"] as const),
    ]),
    ...Object.entries(example?.placeholders ?? {}).flatMap(([name, meaning]) => [
      [name, "name"] as const,
      [meaning, "example"] as const,
    ]),
    ...[...keys.appliesWhen, ...keys.queries, ...keys.notFor].map((text) => [text, "key"] as const),
    ...[...keys.symptoms, ...keys.signatures].map((text) => [text, "symptom"] as const),
    ...[
      signature.intent,
      signature.object,
      signature.environment,
      signature.notes,
      ...signature.constraints,
    ].map((text) => [text, "key"] as const),
    ...content.uses.map((name) => [name, "name"] as const),
  ];
}

function stringsIn(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  if (value === null || typeof value !== "object") return [];
  return Object.entries(value).flatMap(([key, inner]) => [
    ...(Array.isArray(value) ? [] : [key]),
    ...stringsIn(inner),
  ]);
}

function excerpt(found: string): string {
  const { text } = redactText(found.replace(/\s+/g, " ").trim());
  return text.length > 120 ? `${text.slice(0, 119)}…` : text;
}
