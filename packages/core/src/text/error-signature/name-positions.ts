/**
 * Places of a message where the name of one project's thing stands: its wording says so, whatever the name.
 * Works on text whose quoted texts, paths and addresses are placeholders already, before it is lower case.
 */

const placeholder = "<[a-z]{1,12}>";
const bareName = String.raw`[\p{L}_$@][\p{L}\p{N}_$@./:-]{0,120}`;
const anyName = `(?:${placeholder}(?:[.:/-]${placeholder}){0,4}|${bareName})`;

// A name that no sentence holds as a word: joined, dotted, numbered or with a capital inside.
const shapedName = String.raw`(?:${placeholder}(?:[.:/-]${placeholder}){0,4}|(?!(?:java|javax|kotlin|System)\.)(?=[\p{L}\p{N}$@./:_-]{0,80}(?:[_$@./\p{N}-]|\p{Ll}\p{Lu}))[\p{L}_$@][\p{L}\p{N}_$@./:-]{0,120}[\p{L}\p{N}_])`;

const things =
  "host table schema relation view sequence role database branch remote container image service pod pods volume network package module class function method variable plugin project artifact user endpoint job namespace deployment secret cluster context queue topic bucket stack repository crate symbol column index constraint dependency target quota reference member lookup resource"
    .split(" ")
    .map((thing) => `[${thing.charAt(0).toUpperCase()}${thing.charAt(0)}]${thing.slice(1)}`)
    .join("|");
const call = String.raw`\([\p{L}\p{N}\s,.*<>[\]&:]{0,80}\)`;

const thingNamed = new RegExp(String.raw`\b(${things})(:?) ${shapedName}(?:${call})?(?![\p{L}\p{N}(])`, "gu");
const forThing = new RegExp(
  String.raw`\b((?:[Ff]or|[Oo]f|[Oo]n|[Ii]n|[Ff]rom|[Ii]nto|[Tt]o|[Nn]o such|[Ff]ind|[Ff]ound) (?:${things})) (?!(?:java|javax|kotlin|System)\.)${anyName}(?=$|[.,;:)](?:\s|$))`,
  "gu",
);
// "branch login has no upstream": of what is said to lack something, the name says nothing.
const lackingThing = new RegExp(
  String.raw`\b([Bb]ranch|[Tt]able|[Cc]ontainer|[Ii]mage|[Pp]ackage|[Pp]od|[Rr]elation|[Dd]atabase|[Rr]ole|[Tt]ag|[Rr]emote|[Vv]olume) (?!(?:name|id|key|type|class|path|file|files|version|format|size|mode|list|registry|manager)\b)${bareName} (?=(?:has no|has not|does not|doesn't|is not|isn't|was not|already|could not|cannot|not found)\b)`,
  "gu",
);
const calledThing = new RegExp(String.raw`\b([Ff]unction|[Mm]ethod|[Pp]rocedure) ${bareName}${call}`, "gu");
const givenTo = new RegExp(String.raw`\b(call to|argument to) ${anyName}$`, "u");
const handled = new RegExp(
  String.raw`\b([Rr]emov(?:e|ing)|[Pp]arsing|[Dd]elet(?:e|ing)|[Cc]reat(?:e|ing)) ${shapedName}(?=:(?:\s|$))`,
  "gu",
);
const misusedName = new RegExp(
  String.raw`(?<=^|: )(?!(?:require|module|exports|__dirname|__filename|process|window|document|global|globalThis|fetch|Buffer|React|jest|describe|regeneratorRuntime|crypto|self)\b)${bareName}(?:${call})? (?=is not (?:defined|a function|iterable|a constructor|callable)\b)`,
  "gu",
);
const calledWrongly = new RegExp(String.raw`(?<=: )${bareName}\(\) (?=(?:missing|takes|got)\b)`, "gu");
const afterCode = new RegExp(
  String.raw`\b(ENOTFOUND|EAI_AGAIN|[Cc]ould not resolve host:?) ${anyName}`,
  "gu",
);
const arrow = /(?<=^|[\s(])[^\s()]{1,200} -> [^\s()]{1,200}/gu;
const endpoint = /\bendpoint \S{1,200}/g;

const endOfMessage = new RegExp(`: (${anyName})$`, "u");
/** What may stand alone after the last colon without being a name. */
const lastWords =
  /^(?:\p{L}*(?:Error|Exception)|eof|unknown|time-?out|timedout|closed|cancell?ed|killed|forbidden|unauthori[sz]ed|refused|denied|aborted|failed|failure|invalid|missing|none|null|nil|true|false|busy|reset|interrupted|unavailable|unsupported|overflow|disconnected|expired|conflict|yes|no|error|required)$/iu;
/** After these stands a name that every user of the program shares. */
const sharedNames =
  /\b(?:fields?|parameters?|arguments?|options?|flags?|scopes?|permissions?|propert(?:y|ies)|keys?|settings?|commands?|required)$/i;
const codeWord = /^[A-Z][A-Z0-9_]+$/;
const complaint =
  /\b(?:not|no such|undefined|unknown|unresolved|cannot|can't|could(?: not|n't)|missing|unable|invalid|duplicate|unrecognized|unexpected|failed|denied|unused|Exception|Error|doesn't|does not|does no)\b|(?:Exception|Error)$/i;

/** A replacement, tried only where one of its words stands: most lines hold none, and a search for one is cheap. */
interface Replacement {
  readonly words: readonly string[];
  readonly pattern: RegExp;
  readonly by: string;
}

// What is named again at the end, or is told beside the error.
const asides: readonly Replacement[] = [
  { words: ["id you mean"], pattern: /[.;,]? ?\(?did you mean[^?]{0,200}\??\)?$/i, by: "" },
  { words: ["[Help"], pattern: / -> \[Help \d\]$/, by: "" },
  { words: ["[<path>"], pattern: /\s\[<path>[^\]]{0,200}\]?$/, by: "" },
  { words: [" {"], pattern: / \{$/, by: "" },
  { words: ["<hex>..."], pattern: /(?<=<hex>)\.\.\. .{0,300}$/, by: "" },
  { words: [" (<"], pattern: / \((?:<[a-z]{1,12}>(?: ?, ?| )?){1,4}\)/g, by: "" },
  { words: ["rocess ", "id "], pattern: /(?<=process \d{1,10}|pid \d{1,10}) \([\w.-]{1,40}\)/gi, by: "" },
  { words: ["container init"], pattern: / error during container init:/, by: "" },
  {
    words: [" <value>", " <url>"],
    pattern: /\b(?:Get|Head|Post|Put|Patch|Delete) <(?:value|url)>:? (?=dial |read |EOF|net\/|context )/g,
    by: "",
  },
  {
    words: ["error when "],
    pattern:
      /(?<=: )error when (?:creating|applying|replacing|retrieving|deleting|patching)(?: (?:<value>|<path>|patch)){1,2}: /g,
    by: "",
  },
  { words: ["Error"], pattern: /^(npm error )?\[(\w{0,40}Error\b.{0,500})\]$/, by: "$1$2" },
  { words: ["> - error"], pattern: /^(<path>) - (?=error\b)/, by: "$1: " },
];

const names: readonly Replacement[] = [
  { words: ["endpoint "], pattern: endpoint, by: "endpoint <value>" },
  { words: [" -> "], pattern: arrow, by: "<value> -> <value>" },
  { words: [" is not "], pattern: misusedName, by: "<value> " },
  { words: ["() "], pattern: calledWrongly, by: "<value> " },
  { words: ["ENOTFOUND", "EAI_AGAIN", "resolve host"], pattern: afterCode, by: "$1 <value>" },
  { words: ["("], pattern: calledThing, by: "$1 <value>" },
  { words: ["call to ", "argument to "], pattern: givenTo, by: "$1 <value>" },
  { words: [":"], pattern: handled, by: "$1 <value>" },
  { words: [" "], pattern: thingNamed, by: "$1$2 <value>" },
  {
    words: [" has ", " does", " is", " was ", " already", " could", " cannot", " not "],
    pattern: lackingThing,
    by: "$1 <value> ",
  },
  { words: [" "], pattern: forThing, by: "$1 <value>" },
];

function replaced(text: string, replacements: readonly Replacement[]): string {
  let result = text;
  for (const { words, pattern, by } of replacements)
    if (words.some((word) => result.includes(word))) result = result.replace(pattern, by);
  return result;
}

/** Several values in a row are one list, however many there are. */
const list = new RegExp(`(${placeholder})(?:(?:, ?|:|, and | and )${placeholder}){1,40}`, "g");

/** Replaces bare names by `<value>` where the wording says that a name stands, and drops asides. */
export function withoutNames(line: string): string {
  let text = replaced(replaced(line, asides), names);
  const last = endOfMessage.exec(text);
  if (last !== null && isName(text.slice(0, last.index), last[1] ?? ""))
    text = `${text.slice(0, last.index)}: <value>`;
  return text.includes(">") ? text.replace(list, "$1") : text;
}

function isName(before: string, last: string): boolean {
  if (sharedNames.test(before)) return false;
  return (
    complaint.test(before) &&
    !lastWords.test(last) &&
    !codeWord.test(last) &&
    !/^<(?:n|name|time|version)>$/.test(last)
  );
}
