import { quoteOccurs } from "../../text/quote-occurs.ts";
import { tokenise } from "../../text/tokens/tokens.ts";
import type { SkillContent } from "../../types/skill.ts";
import { canCarryPrinciple, type PrincipleSource } from "./principle-sources.ts";
import type { PrincipleAnswer } from "./principles-answer.ts";
import { sourceFields, sourceHeadings } from "./source-text.ts";

const alike = 0.6;
const ownHeading = new RegExp(`^\\s*(?:${sourceHeadings.join("|")}):\\s*`, "i");

export type CheckedPrinciple =
  /** The claims it rests on, oldest run first. */
  | { readonly ok: true; readonly cited: readonly PrincipleSource[] }
  | { readonly ok: false; readonly rule: string };

/**
 * Whether a principle rests on what was shown: a name that nobody gave drops it, and a claim counts only where its quote
 * occurs in it. It takes three runs and two skills, and words that no skill of the scope has yet.
 */
export function checkPrinciple(
  answer: PrincipleAnswer,
  {
    shown,
    existing,
  }: {
    readonly shown: ReadonlyMap<string, PrincipleSource>;
    /** Skills of the scope, and principles of the same answer that were taken before. */
    readonly existing: readonly SkillContent[];
  },
): CheckedPrinciple {
  const cited = new Set<PrincipleSource>();
  for (const { claim, quote } of answer.support) {
    const source = shown.get(claim.trim());
    if (source === undefined) return { ok: false, rule: "cites a lesson that was not shown" };
    const words = quote.replace(ownHeading, "");
    if (sourceFields(source).some(({ text }) => quoteOccurs(words, text))) cited.add(source);
  }
  // In the order in which they were shown, which is that of their runs.
  const grounded = [...shown.values()].filter((source) => cited.has(source));
  if (!canCarryPrinciple(grounded)) return { ok: false, rule: "rests on too few runs or skills" };
  const own = termsOf(answer.procedure);
  const known = existing.some((content) => overlap(own, procedureTerms(content)) >= alike);
  if (known) return { ok: false, rule: "is there already" };
  return { ok: true, cited: grounded };
}

function termsOf(lines: readonly string[]): ReadonlySet<string> {
  return new Set(lines.flatMap((line) => tokenise(line)));
}

function procedureTerms({ bullets }: SkillContent): ReadonlySet<string> {
  return termsOf(bullets.filter(({ section }) => section === "procedure").map(({ text }) => text));
}

/** Shared terms of all terms: a short text is not the double of every longer one that contains it. */
function overlap(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const shared = [...a].filter((term) => b.has(term)).length;
  const all = a.size + b.size - shared;
  return all === 0 ? 0 : shared / all;
}
