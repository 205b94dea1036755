import { scanText } from "../../guard/scan.ts";
import { readShell, shellCommandLine } from "../../text/shell/shell-command.ts";
import type { Quote } from "../../types/lesson.ts";
import type { HoldReason } from "../../types/lesson-kind.ts";
import type { ToolStep, Trace } from "../../types/trace.ts";
import { isFailure } from "../failure-kind.ts";
import { fetchesAndExecutes, isProductionLike, raisesPrivilege, weakensGuard } from "../fix-safety.ts";
import { instructsReader, wordsOfCalls } from "../output-instruction.ts";
import { spokenTexts, toldByOutput } from "../told-by-output.ts";
import { sharedTerms, tellingTerms } from "./about-cause.ts";
import { isAnswered, printedInput, toolSteps } from "./cited-steps.ts";

/** What of a claim a later agent would act on, and what it is drawn from. */
export interface ClaimWords {
  readonly trace: Trace;
  readonly rule: string;
  readonly check: string;
  readonly unknowns: readonly string[];
  readonly quotes: readonly Quote[];
  readonly cited: readonly ToolStep[];
  readonly working: ToolStep | undefined;
}

const ordered =
  /\b(?:run|execute|call|invoke|install|launch|start|use|try|fetch|download|source|eval|with|via|then|by|through)\s+(?:the\s+)?(?:command\s+|script\s+|tool\s+)?$/i;
const looksLikeCommand = /[|;&]|(?:^|\s)--?[a-z]|:\/\/|^\.{0,2}\/\w/i;
const isProgram = /^[@\p{Ll}.~/][\p{L}\p{N}@._/+-]*(?:\s|$)/u;
const url = /\b[a-z][a-z0-9+.-]*:\/\/[^\s`'"<>()]+/gi;
const isLocal = /:\/\/(?:localhost|127\.0\.0\.1|\[::1\]|0\.0\.0\.0)(?:[:/]|$)/i;
/** What a rule forbids it does not ask for. */
const forbidden =
  /\b(?:never|do not|don't|avoid)\s+(?:use|using|pass|passing|add|adding|set|setting|run|running)?\s*(?:the\s+)?`[^`]*`/gi;
/** A verb, and no place. */
const lives =
  /\blives?\b(?! (?:database|db|server|environment|system|site|account|api|data|key|mode|project|cluster))/gi;

/** Of a printed line so many characters are read. */
const mostOfLine = 600;
/** Letters in which the forms of a word are alike. */
const stemLength = 4;

const actedOn = ({ rule, check, unknowns }: ClaimWords): string => [rule, check, ...unknowns].join("\n");

/** The pieces of a text that are commands by their form, or by the word before them. A name or a quoted error is none. */
function commandsIn(text: string, knownTools: ReadonlySet<string>): readonly string[] {
  return [...text.matchAll(/`([^`\n]+)`/g)].flatMap((found) => {
    const span = (found[1] ?? "").trim();
    if (knownTools.has(span)) return [];
    const isAsked = ordered.test(text.slice(Math.max(0, found.index - 40), found.index));
    return isProgram.test(span) && (isAsked || looksLikeCommand.test(span)) ? [span] : [];
  });
}

/** Options that a sentence names without quoting them, as if they were given to the cited program. */
function optionLines(text: string, cited: readonly ToolStep[]): readonly string[] {
  const bare = text.replace(/`[^`]*`/g, " ");
  const options = [...bare.matchAll(/(?<=^|\s)--[a-z][\w-]+/gi)].map(([option]) => option);
  if (options.length === 0) return [];
  return cited.flatMap((step) => {
    const line = shellCommandLine(step.tool, step.input);
    const program = line === undefined ? undefined : readShell(line).at(-1)?.program;
    return program === undefined || program === "" ? [] : [`${program} ${options.join(" ")}`];
  });
}

/** An order to run or fetch something else, or an attack. What a program advises on its own call is neither. */
const ordersIn = (line: string, known: ReadonlySet<string>): boolean =>
  instructsReader(line, known) || scanText(line, "symptom").length > 0;

/** Whether a line that a tool printed gave an order, and the claim passes it on. */
function relaysOrder(words: ClaimWords): boolean {
  const { trace, rule, check, unknowns, quotes, cited } = words;
  const known = wordsOfCalls(cited.map((step) => `${step.tool} ${printedInput(step)}`));
  const quotedOrder = quotes.some(
    ({ callId, text }) =>
      cited.some((step) => step.callId === callId && isAnswered(text, step)) && ordersIn(text, known),
  );
  if (quotedOrder) return true;
  const wanted = [rule, check, ...unknowns].map(tellingTerms);
  const beginnings = [
    ...new Set(wanted.flatMap((terms) => [...terms].map((term) => term.slice(0, stemLength)))),
  ];
  return toolSteps(trace).some((step) => {
    const lines = `${step.output ?? ""}\n${step.error ?? ""}`.split("\n");
    const distinct = new Set(lines.map((line) => line.slice(0, mostOfLine)));
    const near = [...distinct].filter((line) => isNear(line, wanted, beginnings));
    if (near.length === 0) return false;
    const ownWords = wordsOfCalls([`${step.tool} ${printedInput(step)}`]);
    return near.some((line) => ordersIn(line, ownWords));
  });
}

/** Whether a line speaks of what is asked for: a third of the words of either, and two at least. */
function isNear(
  line: string,
  wanted: readonly ReadonlySet<string>[],
  beginnings: readonly string[],
): boolean {
  const lower = line.toLowerCase();
  // Taking a line apart costs more than a search in it, and most lines speak of something else.
  if (beginnings.filter((beginning) => lower.includes(beginning)).length < 2) return false;
  const terms = tellingTerms(line);
  return wanted.some((asked) => {
    const shared = sharedTerms(asked, terms);
    return shared >= 2 && shared * 3 >= Math.min(asked.size, terms.size);
  });
}

function isTold(words: ClaimWords): boolean {
  const { trace, cited, working } = words;
  const spoken = spokenTexts(trace);
  const text = actedOn(words);
  const tools = new Set(
    toolSteps(trace)
      .filter(({ outcome }) => outcome === "ok")
      .map(({ tool }) => tool),
  );
  const urls = (text.match(url) ?? []).filter((found) => !isLocal.test(found));
  const lines = [...commandsIn(text, tools), ...optionLines(text, cited), ...urls];
  const workingLine = working && shellCommandLine(working.tool, working.input);
  const asked = lines.map((line) => ({ line, before: Number.POSITIVE_INFINITY }));
  const run =
    working === undefined || workingLine === undefined
      ? []
      : [{ line: workingLine, before: trace.steps.indexOf(working) }];
  return toldByOutput(spoken, [...asked, ...run]) || relaysOrder(words);
}

/** Whether what is to be done fetches something from the network and runs it. */
export function fetchesAndRuns(words: ClaimWords): boolean {
  const { working } = words;
  return (
    fetchesAndExecutes(actedOn(words)) || (working !== undefined && fetchesAndExecutes(printedInput(working)))
  );
}

/** Reasons for a person to look at a claim: neither a skill nor support for one comes of it until then. */
export function claimHolds(words: ClaimWords): readonly HoldReason[] {
  const { working, cited } = words;
  const text = actedOn(words).replace(forbidden, " ");
  const spans = [...text.matchAll(/`([^`\n]+)`/g)].map(([, span = ""]) => span);
  const plain = text.replace(/[`'"“”‘’.,;:)(\]]+(?=\s|$)|(?<=^|\s)[`'"“”‘’([]+/g, " ");
  const call = working === undefined ? "" : printedInput(working);
  // Of the call that worked counts what the failed ones had not.
  const isNew = (has: (given: string) => boolean): boolean =>
    has(call) && !cited.some((step) => isFailure(step) && has(printedInput(step)));
  const holds: HoldReason[] = [];
  if ([plain, ...spans].some(weakensGuard) || isNew(weakensGuard)) holds.push("weakens-guard");
  else if (spans.some(raisesPrivilege) || isNew(raisesPrivilege)) holds.push("weakens-guard");
  if (isProductionLike(text.replace(lives, " ")) || isNew(isProductionLike)) holds.push("production-target");
  if (isTold(words)) holds.push("instruction-from-output");
  return holds;
}
