import type { RecallResult } from "../core-types.ts";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import { type Colours, colouredStatus } from "./colours.ts";
import { oneLine, printable } from "./printable.ts";
import { table } from "./table.ts";

type Reason = NonNullable<RecallResult["abstained"]>["reason"];

/** What a person can do when nothing came. */
const next: Readonly<Record<Reason, string>> = {
  "empty-query": "Give the task or the error in words.",
  "empty-library":
    'Name another project with "--scope project=NAME", or record runs with "skillloop learn FILE", then "skillloop process".',
  "not-a-task": 'Word it as a task for an agent, or look up an error with "skillloop error TEXT".',
  "below-threshold":
    "Nothing fits well enough, and a wrong skill costs more than none. --explain shows the candidates.",
  ambiguous: "Several skills fit alike. --explain shows them; name the thing you work on.",
  vetoed:
    "What fits is held back. A candidate is given for its error only, until a passed re-run makes it active. --explain shows each.",
  "generic-error": "The text says that something failed and not what. Give the lines that name the cause.",
  "over-budget": "It took too long. Raise SKILLLOOP_RECALL_BUDGET_MS.",
  failed: 'Run "skillloop doctor".',
};

/** A recall as `--json` prints it. `abstained` and `degraded` are null when they do not apply. */
export function recallJson(result: RecallResult): unknown {
  const { hits, text, abstained, degraded, tookMs, explain } = result;
  return {
    hits: hits.map(({ content, ...hit }) => ({ ...hit, description: content.description })),
    text,
    abstained: abstained ?? null,
    degraded: degraded ?? null,
    tookMs,
    ...(explain === undefined ? {} : { explain }),
  };
}

/** Nothing recalled is an answer; a recall that broke is not. */
export function recallExit({ abstained }: RecallResult): ExitCode | undefined {
  return abstained?.reason === "failed" ? exitCodes.failed : undefined;
}

export function recallText(result: RecallResult, colours: Colours): string {
  const parts = [result.hits.length === 0 ? nothingText(result) : hitsText(result, colours)];
  if (result.degraded !== undefined)
    parts.push(`Answered with less than everything: ${printable(result.degraded)}`);
  if (result.explain !== undefined) parts.push(explainText(result.explain));
  return parts.join("\n\n");
}

function nothingText({ abstained }: RecallResult): string {
  if (abstained === undefined) return "Nothing is known of this.";
  const { reason, detail } = abstained;
  return `Nothing is recalled (${reason}${detail === "" ? "" : `: ${printable(detail)}`}). ${next[reason]}`;
}

function hitsText({ hits, text }: RecallResult, colours: Colours): string {
  const rows = hits.map((hit) => [
    hit.name,
    `${hit.version}`,
    colouredStatus(hit.status, colours),
    hit.score.toFixed(2),
    hit.matchedBy,
    hit.stale ? "yes" : "",
  ]);
  const head = table(["name", "version", "status", "score", "matched by", "stale"], rows);
  return `${head}\n\n${printable(text.trimEnd())}`;
}

function explainText(explain: NonNullable<RecallResult["explain"]>): string {
  if (explain.length === 0) return "No candidate shares a word with this.";
  const rows = explain.map(({ name, score, decision, reason, terms, fields }) => [
    name,
    score.toFixed(2),
    decision,
    oneLine(reason, 40),
    oneLine(terms.join(" "), 30),
    Object.entries(fields)
      .map(([field, value]) => `${field} ${value.toFixed(2)}`)
      .join(" "),
  ]);
  return table(["candidate", "score", "decision", "why", "words", "by field"], rows);
}
