import type { HoldReason } from "../types/lesson-kind.ts";
import type { SkillContent, SkillVersion } from "../types/skill.ts";
import type { PublishEntry } from "./publish-types.ts";
import { bothHolds, holdsOf } from "./publish-version.ts";

/**
 * What holds the text that a further occurrence leads to. A hold is about a text, so it goes only with that text: of all
 * of them, a value that one run could not account for is gone once its place is a placeholder. Every other one stays until
 * a person approves, and so does this one where the text stays as it is.
 */
export function mergedHolds(
  base: SkillVersion,
  { entry, content }: { readonly entry: PublishEntry; readonly content: SkillContent },
): readonly HoldReason[] {
  const fresh = holdsOf(entry);
  const both = bothHolds(base.holds, fresh);
  const [wasUnbound, isUnbound] = [base.holds, fresh].map((holds) => holds.includes("unbound-value"));
  const told = wordsTold(content);
  const stays = wasUnbound
    ? isUnbound || valuesShown(base.content).every((value) => told.has(value))
    : bringsValue(entry.lesson.content, { before: wordsTold(base.content), told });
  return stays ? both : both.filter((hold) => hold !== "unbound-value");
}

/** Whether a value that an occurrence shows came into the text with it. */
function bringsValue(
  shown: SkillContent,
  { before, told }: { readonly before: ReadonlySet<string>; readonly told: ReadonlySet<string> },
): boolean {
  return valuesShown(shown).some((value) => told.has(value) && !before.has(value));
}

/** The words of the example's calls that are no placeholders and no options. */
function valuesShown({ example }: SkillContent): readonly string[] {
  const calls = example?.calls ?? [];
  return calls.flatMap(({ input }) => wordsOf(JSON.stringify(input))).filter((word) => !word.startsWith("-"));
}

/** Every word that an agent is told. */
function wordsTold({ description, bullets, example }: SkillContent): ReadonlySet<string> {
  return new Set(wordsOf(JSON.stringify({ description, bullets, example })));
}

function wordsOf(text: string): readonly string[] {
  const bare = text.replaceAll(/<[a-z][a-z0-9-]*>/g, " ").replaceAll(/\\[nrt"]/g, " ");
  return (bare.match(/[\p{L}\p{N}_.:/@+-]+/gu) ?? [])
    .map((word) => word.replaceAll(/^[.:]+|[.:]+$/g, ""))
    .filter((word) => word !== "");
}
