import { canonicalJson } from "../text/canonical-json.ts";
import { tokenise } from "../text/tokens/tokens.ts";
import type { Lesson } from "../types/lesson.ts";
import type { Bullet, SectionName, SkillContent, SkillKeys } from "../types/skill.ts";
import { stepsBulletId, stepsText } from "./lesson-lines.ts";
import { type MergedExample, mergeExamples } from "./merge-example.ts";
import { joinTexts } from "./merge-text.ts";

const sectionOrder: readonly SectionName[] = [
  "preconditions",
  "procedure",
  "verification",
  "failure-modes",
  "scope",
];
const maximum = { appliesWhen: 8, symptoms: 8, signatures: 8, queries: 12, notFor: 8 } as const;

/**
 * The union, sorted. Of too many those with most words stay, since they are found by most; judged text by text, so that the
 * same few stay whichever run came first.
 */
function union(existing: readonly string[], added: readonly string[], limit: number): readonly string[] {
  if (added.every((text) => existing.includes(text))) return existing;
  const all = [...new Set([...existing, ...added])].sort();
  if (all.length <= limit) return all;
  const words = new Map(all.map((text) => [text, new Set(tokenise(text)).size]));
  const most = all.toSorted((a, b) => (words.get(b) ?? 0) - (words.get(a) ?? 0)).slice(0, limit);
  return most.sort();
}

function mergeKeys(a: SkillKeys, b: SkillKeys): SkillKeys {
  return {
    appliesWhen: union(a.appliesWhen, b.appliesWhen, maximum.appliesWhen),
    symptoms: union(a.symptoms, b.symptoms, maximum.symptoms),
    signatures: union(a.signatures, b.signatures, maximum.signatures),
    queries: union(a.queries, b.queries, maximum.queries),
    notFor: union(a.notFor, b.notFor, maximum.notFor),
  };
}

function rewrite(text: string, merged: MergedExample | undefined): string {
  let rewritten = text;
  // The longest first: one command may be the beginning of another.
  const pairs = [...(merged?.rewritten ?? [])].sort(([a], [b]) => b.length - a.length);
  for (const [from, to] of pairs) rewritten = rewritten.replaceAll(`\`${from}\``, `\`${to}\``);
  return rewritten;
}

/** A line that tells of one difference between the failed and the working call, by the id it was given. */
const isChange = ({ id }: Bullet): boolean => id.startsWith("c-");

/**
 * The occurrence without the lines that a patched content no longer has: they would come back beside what took their place.
 * A patch is told by the lines that it put in.
 */
function withoutReplaced(content: SkillContent, existing: SkillContent): SkillContent {
  if (!existing.bullets.some(({ id }) => id.startsWith("p-"))) return content;
  const known = new Set(existing.bullets.map(({ id }) => id));
  return { ...content, bullets: content.bullets.filter(({ id }) => known.has(id)) };
}

/** The line that names the calls says what the merged example shows, where it said what its own one showed. */
function mergedSteps(a: SkillContent, b: SkillContent, merged: MergedExample | undefined, id: string) {
  const says = ({ bullets, example }: SkillContent): boolean =>
    bullets.find((bullet) => bullet.id === id)?.text === stepsText(example?.calls ?? []);
  return merged !== undefined && says(a) && says(b) ? stepsText(merged.example.calls) : undefined;
}

function mergeBullets(
  [a, b]: readonly [SkillContent, SkillContent],
  { merged, stepsId }: { readonly merged: MergedExample | undefined; readonly stepsId: string },
): readonly Bullet[] {
  const byId = new Map<string, Bullet>();
  const steps = mergedSteps(a, b, merged, stepsId);
  for (const [content, other] of [
    [a, b],
    [b, a],
  ] as const) {
    for (const bullet of content.bullets) {
      if (isChange(bullet) && !other.bullets.some(({ id }) => id === bullet.id)) continue;
      const text = rewrite(bullet.text, merged);
      const earlier = byId.get(bullet.id);
      byId.set(bullet.id, { ...bullet, text: earlier === undefined ? text : joinTexts(earlier.text, text) });
    }
  }
  return [...byId.values()]
    .map((bullet) => (bullet.id === stepsId && steps !== undefined ? { ...bullet, text: steps } : bullet))
    .sort((x, y) => sectionOrder.indexOf(x.section) - sectionOrder.indexOf(y.section));
}

function mergeEnvironment(a: string, b: string): string {
  if (a === b) return a;
  const other = new Set(b.split(", "));
  return a
    .split(", ")
    .filter((fact) => other.has(fact))
    .join(", ");
}

/**
 * The content after a second occurrence of its lesson: values that differ become placeholders, what only one
 * run changed is dropped, symptoms and queries add up to a limit. `existing` itself when nothing changes. The order
 * in which occurrences come does not matter, and the same one twice is as good as once. Name, kind and
 * mistake are those of `existing`: equal lesson keys make them equal. Lines that a patch has taken the place of stay away.
 */
export function mergeLesson(existing: SkillContent, lesson: Lesson): SkillContent {
  const content = withoutReplaced(lesson.content, existing);
  const both = existing.example !== undefined && content.example !== undefined;
  const merged =
    both && existing.example !== undefined && content.example !== undefined
      ? mergeExamples(existing.example, content.example)
      : undefined;
  // Both orders give the same lines in the same order.
  const [first, second] =
    canonicalJson(existing.bullets) <= canonicalJson(content.bullets)
      ? [existing, content]
      : [content, existing];
  const { example: _dropped, ...rest } = existing;
  const next: SkillContent = {
    ...rest,
    description: joinTexts(rewrite(existing.description, merged), rewrite(content.description, merged)),
    bullets: mergeBullets([first, second], { merged, stepsId: stepsBulletId(lesson.key) }),
    keys: mergeKeys(existing.keys, content.keys),
    signature: {
      ...existing.signature,
      environment: mergeEnvironment(existing.signature.environment, content.signature.environment),
    },
    ...(merged === undefined ? {} : { example: merged.example }),
  };
  return canonicalJson(next) === canonicalJson(existing) ? existing : next;
}
