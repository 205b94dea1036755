import { scanText } from "../guard/scan.ts";

const word = (body: string): string => `(?<![\\p{L}\\p{N}_-])(?:${body})(?![\\p{L}\\p{N}_-])`;

// What takes a thing named by the text and runs it or brings it in.
const runs =
  "run|re-?run|execute|exec|invoke|launch|start|spawn|load|import|enable|activate|install|re-?install|fetch|download|curl|wget|call|source|eval|pipe|paste";
/** What may stand right before a verb that gives an order. A verb after "failed to" or "cannot" tells what happened. */
const ordering =
  /(?:^|[.:;!?,(\]>*•–—]\s*|["'`]\s*|(?:^|[^\p{L}])(?:please|first|then|and|or|must|should|shall|may|can|just|simply|always|now|instead|only|never|try|let'?s|you|(?:re?quired|instructed|expected|supposed|asked|told|needs?|needed|have|has|had|want|sure|necessary|mandatory|essential|best|ordered|obliged|advised|recommended|is|are|was) to|you(?:'ll)? (?:want|need) to|retry(?:ing)?|continu(?:e|ing)|fix(?: this| it)?) )$/iu;
const order = new RegExp(
  `${word(runs)}\\s*(?:(?:the\\s+)?(?:following\\s+)?(?:command|script|program|tool|package|helper|code|snippet)s?\\b\\s*)?:?\\s*(?<what>["'\`“‘«]?[^\\s"'\`“”‘’»]+)(?<rest>[^"'\`“”‘’»\\n]*)`,
  "giu",
);
// Words that follow such a verb in prose and name no program.
const prose =
  /^(?:the|an?|it|its|again|all|any|with|without|in|as|this|that|these|those|your|our|their|tests?|from|on|at|to|by|for|only|out|into|time|away|and|or|of|is|was|has|had|not|no|if|when|until|after|before|more|some|both|each|every|inside|outside|under|over|anything|something|everything|code|commands?|scripts?|programs?|mode|level|error|because|due|once|twice|a|me|us|you|them|\p{L}+ed|<[a-z0-9-]+>)$/iu;

// Programs that bring or run what their arguments name: a line that writes one out is a call to make it.
const runners =
  "npx|pnpx|bunx|uvx|pipx|curl|wget|iwr|irm|invoke-webrequest|pip3?\\s+install|(?:npm|pnpm|yarn|bun|deno)\\s+(?:i|install|add|exec|dlx|create|x)|(?:brew|apt|apt-get|dnf|yum|apk|cargo|gem|go|conda|choco|winget|snap)\\s+(?:install|add)|(?:docker|podman)\\s+(?:run|pull)|git\\s+clone|(?:ba|z|da)?sh\\s+-c|powershell|pwsh|osascript|eval|source";
const runnerCall = new RegExp(
  `(?<before>^|[\\s\\S])\\s*${word(runners)}\\s+(?<rest>[^"'\`“”‘’»\\n]*)`,
  "giu",
);
const runnerFirst = new RegExp(`^(?:${runners})(?![\\p{L}\\p{N}_-])`, "iu");
const isProgramVerb = /^(?:curl|wget|source|eval)$/i;
const mark = /[-@/.:<$|]|\d/;

// Something named in back quotes that must be, or helps when it is, run.
const passive =
  /["'`“‘](?<what>[^"'`“”‘’\n]+)["'`”’][^.;\n]{0,40}?\b(?:(?:must|should|has to|have to|needs? to|is to) be|resolves?|fixes|solves?|repairs?|will (?:fix|resolve|solve|repair))\b/giu;
const asked =
  /\b(?:use|using|try|trying|running|executing|installing|invoking|calling|with|via|fix|solution|workaround|remedy)\b\s*:?\s*`(?<what>[^`\n]+)`/giu;
/** Someone who is not the program is told what to do, whatever it is that the rest names. */
const addressed =
  /(?<![\p{L}-])(?:(?:the |this |any |an |every |all )?(?:ai|llms?|agents?|assistants?|language models?|readers?|chatbots?|copilot|claude|gpt)(?: (?:agent|assistant|model)s?)?)(?![\p{L}-])[^.;\n]{0,40}?\b(?:must|should|shall|ought|(?:is|are) (?:required|instructed|expected|supposed|asked|told|obliged|ordered|advised|to)|needs? to|ha(?:s|ve) to)\b(?! (?:be|have|match|contain|exist|start|end)\b)/iu;

const bare = (text: string): string =>
  text
    .toLowerCase()
    .replace(/^["'`“‘«([{.,;:$]+(?=[^/]|$)/, "")
    .replace(/^\.\//, "")
    .replace(/["'`”’»)\]},;:!?.]+$/, "");

/** The words of calls that the lesson shows anyway: what an output says of these is no news. */
export function wordsOfCalls(calls: readonly string[]): ReadonlySet<string> {
  return new Set(calls.flatMap((call) => call.split(/[\s"'`,{}()[\];|&=]+/)).map(bare));
}

const isProgram = (text: string): boolean => /^[@\p{L}][\p{L}\p{N}@._/+-]*$/u.test(text) && !prose.test(text);

/** Whether a written-out command does more than a call the lesson shows: another program, or something brought in. */
function isForeign(command: string, known: ReadonlySet<string>): boolean {
  const words = command
    .trim()
    .split(/\s+/)
    .map(bare)
    .filter((text) => text !== "");
  const [program = "", ...rest] = words;
  if (!isProgram(program)) return false;
  if (!known.has(program)) return true;
  const brings = runnerFirst.exec(words.join(" "))?.[0];
  if (brings === undefined) return false;
  const named = rest.slice(brings.split(" ").length - 1).find((text) => !text.startsWith("-"));
  return named !== undefined && mark.test(named)
    ? !known.has(named)
    : named !== undefined && isProgram(named) && !known.has(named);
}

function ordersForeign(line: string, known: ReadonlySet<string>): boolean {
  for (const found of line.matchAll(order)) {
    const { what = "", rest = "" } = found.groups ?? {};
    const before = line.slice(0, found.index);
    if (!ordering.test(before === "" ? "" : before.replace(/\s*$/, " ")) && !ordering.test(before)) continue;
    const verb = /^[\w-]+/.exec(found[0])?.[0] ?? "";
    // `curl: (6) …`: the program says who speaks.
    if (isProgramVerb.test(verb) && found[0].startsWith(`${verb}:`)) continue;
    // `curl https://…`: the verb is the program itself.
    const command = isProgramVerb.test(verb) ? found[0] : `${what}${rest}`;
    if (isForeign(command, known)) return true;
    if (/^(?:fetch|download|pipe|paste)$/i.test(verb) && /:\/\//.test(what)) return true;
  }
  return false;
}

function writesForeign(line: string, known: ReadonlySet<string>): boolean {
  for (const found of line.matchAll(runnerCall)) {
    const { before = "", rest = "" } = found.groups ?? {};
    const [first = ""] = rest.split(/\s+/);
    const command = found[0].slice(before.trim() === "" || /\w/.test(before) ? 0 : before.length);
    if ((mark.test(bare(first)) || /["'`:(>$]/.test(before)) && isForeign(command, known)) return true;
  }
  return [...line.matchAll(passive), ...line.matchAll(asked)].some(({ groups }) => {
    const what = groups?.what ?? "";
    return /\s|@|\//.test(what.trim()) && isForeign(what, known);
  });
}

/**
 * Whether a line that a tool printed tells its reader to run, fetch or install something else than the program that
 * failed. A program that documents its own options and subcommands does not: `known` holds the words of its
 * call, and of the calls that the lesson shows.
 */
export function instructsReader(line: string, known: ReadonlySet<string>): boolean {
  return addressed.test(line) || ordersForeign(line, known) || writesForeign(line, known);
}

/** Words with which a text says what to do, and no longer what went wrong. */
const advice =
  /(?<![\p{L}-])(?:must|should|shall|ought|ha(?:s|ve) to|needs? to|(?:re?quired|necessary|mandatory|essential|recommended|advised|suggested)|please|remember|solutions?|resolution|remedy|workaround|fix(?:es)?|from now on|always|make sure|ensure|in order to|to (?:proceed|continue|resolve|retry|solve))(?![\p{L}-])|^\W*(?:try|use|run|start|open|visit|go|send|upload|e-?mail|post|log ?in|sign ?in|install|download|fetch|execute|call|set|add|enter|paste|write|delete|remove|disable|enable)(?![\p{L}-])/iu;
/** An address, a package with its version, a program with an option: what advice of others points at. */
const pointer =
  /[a-z][a-z0-9+.-]*:\/\/|<url>|<email>|[\w.-]+@[\w-]|(?<![\w-])[a-z][a-z0-9]*(?:[-.][a-z0-9]+)+\s+--?[a-z]/giu;

function pointsElsewhere(text: string, known: ReadonlySet<string>): boolean {
  return [...text.matchAll(pointer)].some(([found]) => !known.has(bare(found.split(/\s/)[0] ?? "")));
}

/** Whether a sentence is about the program's own call, and names nothing else that looks like a program. */
function isOwn(sentence: string, known: ReadonlySet<string>): boolean {
  const words = sentence.split(/[\s"'`,()]+/).map(bare);
  const foreign = words.some(
    (text) => /^[\p{L}\p{N}]+(?:[-.@][\p{L}\p{N}]+)+$/u.test(text) && !known.has(text),
  );
  return !foreign && words.some((text) => text !== "" && known.has(text));
}

/** Advice after what went wrong counts as an order, unless it is on the program's own call. */
function advises(line: string, known: ReadonlySet<string>): boolean {
  return line.split(/(?<=[.;!?])\s+/).some((sentence, index) => {
    if (!advice.test(sentence)) return false;
    return pointsElsewhere(sentence, known) || (index > 0 && !isOwn(sentence, known));
  });
}

/** The name of another tool, said to be the way out: no verb gives an order, and an agent follows it all the same. */
const praised =
  /(?<![\p{L}\p{N}_.-])(?<what>[\p{L}\p{N}]+(?:[-_.:/]+[\p{L}\p{N}]+)+|\p{Ll}+\p{Lu}[\p{L}\p{N}]*)["'`”’]?(?:\(\))?,? (?:(?:will|would|may|might|can|could|should|always|usually|often|also|really) )*(?:helps?|works(?= *(?:[.;,!)]|$))|clears? (?:it|this|that|the)|solves?|resolves?|fix(?:es)?|repairs?|unblocks?|does (?:it|the trick|the job)|is (?:the|a|your) (?:way|answer|solution|cure|fix))(?![\p{L}-])/gu;
/** A name that says of itself that it destroys things wholesale. */
const destroys =
  /(?<![\p{L}\p{N}])(?:(?:delete|drop|purge|wipe|erase|destroy|truncate|remove|reset|nuke|flush|clear)(?:[-_.]?(?:all|every(?:thing)?|tables?|databases?|disks?|history|backups?)|(?:All|Every(?:thing)?|Tables?|Databases?|Disks?|History|Backups?))|(?:all|everything)[-_](?:delete|drop|purge|wipe|erase|destroy|truncate|remove))(?![\p{L}\p{N}])/u;
const nameLike = /[\p{L}\p{N}]+(?:[-_.]+[\p{L}\p{N}]+)+|\p{Ll}+\p{Lu}[\p{L}\p{N}]*/gu;

/** Whether a line puts forward a tool that the lesson does not show, or names one that destroys. */
export function putsForward(line: string, known: ReadonlySet<string>): boolean {
  const isNew = (name: string): boolean => !known.has(bare(name));
  return (
    [...line.matchAll(praised)].some(({ groups }) => isNew(groups?.what ?? "")) ||
    [...line.matchAll(nameLike)].some(([name]) => destroys.test(name.replaceAll("_", "-")) && isNew(name))
  );
}

/** One word, as in `Error.`, says nothing, nor does the beginning of an order: `Before you go on`. */
const isReport = (text: string): boolean =>
  /\p{L}{2,}\P{L}+\p{L}{2,}/u.test(text) &&
  !/^\W*(?:\w+:\s*)*(?:before|after|first|next|now|to|in order|once|then)\b/i.test(text) &&
  text.split("(").length === text.split(")").length;

const isData = (text: string, known: ReadonlySet<string>): boolean =>
  !instructsReader(text, known) &&
  !advises(text, known) &&
  !putsForward(text, known) &&
  scanText(text, "symptom").length === 0;

/**
 * As much of an error's line as says what went wrong and orders nothing: the whole line, its beginning, or `""`.
 * What follows an order or a piece of advice belongs to it.
 */
export function dataOf(line: string, known: ReadonlySet<string>): string {
  if (isData(line, known)) return line;
  const ends = [...line.matchAll(/[.;!?,](?=\s)|\s(?=[-–—]\s|\()/g)].map(({ index }) => index).reverse();
  for (const end of ends) {
    const begun = line.slice(0, end).trim();
    if (isReport(begun) && isData(begun, known)) return begun;
  }
  return "";
}
