import { type ErrorSignature, errorSignature } from "../text/error-signature/error-signature.ts";
import { errorText } from "../text/error-signature/error-text.ts";
import { stripOwnText } from "../text/own-text.ts";
import { isSoftTerm, tokenise } from "../text/tokens/tokens.ts";
import { type RecallTerm, termsOfText } from "./query.ts";
import { taskText } from "./task-text.ts";

export interface ErrorQuery {
  readonly signature: ErrorSignature;
  /** It does not say what went wrong: then the task decides, and the error only helps to choose. */
  readonly isMute: boolean;
  /** The key lines and the task, for vetoes. */
  readonly text: string;
  readonly terms: readonly RecallTerm[];
  /** What is compared by meaning: what the program said went wrong, in its own words. */
  readonly meaningText: string;
  /** What was being done; empty when nobody says. */
  readonly task: string;
}

const taskWeight = 0.4;
const aroundWeight = 0.3;
/** Words of an output, beside those of every error, that make it worth a search. */
const tellingAround = 8;
/** Characters of an output whose words help to choose. */
const wordsRead = 4_000;
const headAndTail = (text: string): string =>
  text.length <= wordsRead ? text : `${text.slice(0, wordsRead / 2)}\n${text.slice(-wordsRead / 2)}`;
const placeholder = /<[a-z][a-z -]*>/g;
// Programs put these into half of all their errors.
const errorWords = new Set(
  tokenise(
    "error fatal failed failure cannot unable could exception invalid unknown line file command exit code status returned",
  ),
);
const errorWordWeight = 0.3;

/** A program that names itself, or the tool that was called, says nothing of what went wrong. */
function errorTerms(signature: ErrorSignature, output: string, tool: ReadonlySet<string>): RecallTerm[] {
  const terms = new Map<string, RecallTerm>();
  for (const term of tokenise(signature.text.replace(placeholder, " ")))
    terms.set(term, {
      term,
      weight: errorWords.has(term) || tool.has(term) ? errorWordWeight : 1,
      role: isSoftTerm(term) ? "soft" : "expected",
    });
  // What the lines name, and what is printed around them, may be named again by one skill among several that
  // know the same error.
  for (const term of tokenise([...signature.lines, headAndTail(output)].join("\n")))
    if (!terms.has(term)) terms.set(term, { term, weight: aroundWeight, role: "soft" });
  return [...terms.values()];
}

/**
 * The query for an error. What the program says decides; task and tool only help to choose. For an error
 * too generic to identify anything it is the other way round.
 */
export function errorQuery(request: {
  readonly error: unknown;
  readonly task?: string | undefined;
  readonly tool?: string | undefined;
}): ErrorQuery {
  const output = stripOwnText(errorText(request.error));
  const signature = errorSignature(output);
  const task = taskText(request.task);
  const tool = taskText(request.tool);
  const taskTerms = termsOfText(task);
  const helping = (terms: readonly RecallTerm[]): RecallTerm[] =>
    terms.map(({ term, weight }) => ({ term, weight: weight * taskWeight, role: "bonus" }));
  const toolTerms = helping(termsOfText(tool));
  const known = errorTerms(signature, output, new Set(tokenise(tool)));
  // What stands around a line that says nothing may still say it, where nobody tells what was being done.
  const isMute = signature.generic && (taskTerms.length > 0 || known.length < tellingAround);
  const ordered = isMute
    ? [...taskTerms, ...helping(known), ...toolTerms]
    : [...known, ...helping(taskTerms), ...toolTerms];
  const terms = new Map<string, RecallTerm>();
  for (const term of ordered) if (!terms.has(term.term)) terms.set(term.term, term);
  return {
    signature,
    isMute,
    text: [...signature.lines, task].join("\n"),
    task,
    terms: [...terms.values()].slice(0, 100),
    meaningText: [...signature.lines, ...(isMute ? [task] : [])].join("\n"),
  };
}
