import { expectedNames } from "../data/formats.ts";
import type { RecallOutcome } from "../score/ask.ts";
import { isRight } from "../score/outcome.ts";

/** A probe that went wrong, as it is shown. */
export interface Miss {
  readonly id: string;
  readonly class: string;
  readonly text: string;
  readonly history: readonly string[];
  readonly expected: readonly string[];
  readonly got: readonly { readonly name: string; readonly score: number }[];
  /** Why nothing came; `""` when something did. */
  readonly abstained: string;
}

export function misses(outcomes: readonly RecallOutcome[]): readonly Miss[] {
  return outcomes
    .filter((outcome) => !isRight(outcome))
    .map(({ probe, given, abstained }) => ({
      id: probe.id,
      class: probe.class,
      text: probe.text,
      history: probe.history,
      expected: expectedNames(probe),
      got: given.map(({ name, score }) => ({ name, score: Number(score.toFixed(3)) })),
      abstained,
    }));
}

const longest = 300;

/** Two lines: what was asked, and what was expected and came. */
export function missLines(miss: Miss): string {
  const turns = [...miss.history, miss.text].map((turn) => turn.replace(/\s+/g, " ").trim());
  const asked = turns.join(" / ");
  const shown = asked.length > longest ? `${asked.slice(0, longest)}…` : asked;
  const expected = miss.expected.length === 0 ? "nothing" : miss.expected.join(" or ");
  const got = miss.got.map(({ name, score }) => `${name} (${score.toFixed(2)})`).join(", ");
  return `${miss.id}: ${shown}\n  expected ${expected}; got ${got === "" ? `nothing, ${miss.abstained}` : got}`;
}
