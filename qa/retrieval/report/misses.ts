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

/** What was expected and came, without the probe's text. */
export function missLine({ id, expected, got, abstained }: Miss): string {
  const wanted = expected.length === 0 ? "nothing" : expected.join(" or ");
  const given = got.map(({ name, score }) => `${name} (${score.toFixed(2)})`).join(", ");
  return `${id}: expected ${wanted}; got ${given === "" ? `nothing, ${abstained}` : given}`;
}

/** The same, and below it what was asked. */
export function missLines(miss: Miss): string {
  const turns = [...miss.history, miss.text].map((turn) => turn.replace(/\s+/g, " ").trim());
  const asked = turns.join(" / ");
  return `${missLine(miss)}\n  ${asked.length > longest ? `${asked.slice(0, longest)}…` : asked}`;
}
