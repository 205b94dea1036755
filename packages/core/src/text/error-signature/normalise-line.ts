import { escapeSequences } from "../visible-text.ts";
import { isTechnicalWord, isWellKnownFile, keptWhenQuoted, slashedWords } from "./error-words.ts";
import { withoutNames } from "./name-positions.ts";

const controlCharacters = /[\p{Cc}\u200b\u2060\ufeff]/gu;

/** Drops colours and cursor moves, and what a carriage return wrote over. */
export function plainLine(line: string): string {
  const coloured = line.includes("\u001b") ? line.replace(escapeSequences, "") : line;
  let stop = coloured.length;
  while (coloured[stop - 1] === "\r") stop -= 1;
  const end = coloured.slice(0, stop);
  const visible = end.slice(end.lastIndexOf("\r") + 1);
  return visible.replace(/\t/g, " ").replace(controlCharacters, "").trimEnd();
}

const quoted =
  /(?<![\p{L}\p{N}])(?:'([^'\n]{0,300})'|"([^"\n]{0,300})"|`([^`'\n]{0,300})[`']|‘([^’\n]{0,300})’|“([^”\n]{0,300})”|«([^»\n]{0,300})»|「([^」\n]{0,300})」)(?![\p{L}\p{N}])/gu;

const location = String.raw`(?::\d+(?::\d+)?(?:-\d+)?|\(\d+(?:,\d+)?\))?`;
const url = /\b[a-z][a-z0-9+.-]*:\/\/[^\s"'<>)\]]+|\b[\w.-]+@[\w.-]+:[\w./~-]+/gi;
const email = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g;
const windowsPath = new RegExp(
  String.raw`(?:\b[A-Za-z]:[\\/]|\\\\[\w.$-]+\\)[^\s:*?"<>|(),;\]]*${location}`,
  "g",
);
const absolutePath = new RegExp(
  String.raw`(?<![\w<>./\\-])(?:~|\.{1,2})?\/[^\s:"'<>|(),;\]]*${location}`,
  "g",
);
const relativePath = new RegExp(
  String.raw`(?<![\w<>@/\\.-])@?[\p{L}\p{N}_.-]+(?:[/\\][\p{L}\p{N}_.@+-]+)+[/\\]?${location}`,
  "gu",
);
const extensions =
  "[cm]?[jt]sx?|json[5cl]?|ya?ml|toml|mdx?|txt|sh|bash|zsh|ps1|bat|cmd|pyi?|rb|go|rs|java|kts?|scala|swift|php|lua|pl|r|c|cc|cpp|h|hpp|cs|sql|csv|tsv|parquet|log|lock|cfg|conf|ini|env|xml|html?|css|scss|less|svg|png|jpe?g|gif|webp|pdf|docx?|xlsx?|tar|t?gz|zip|bz2|xz|7z|patch|diff|tf|tfvars|tfstate|hcl|ipynb|so|dylib|dll|exe|jar|war|class|vue|svelte|gradle|properties|pem|key|crt|pub|proto|graphql|db|sqlite3?|bak|tmp|out|bin|deb|rpm|whl|map|snap";
const bareFile = new RegExp(
  String.raw`(?<![\w<>@/\\.-])[\p{L}\p{N}_-][\p{L}\p{N}_.-]*\.(?:${extensions})(?![\p{L}\p{N}_])${location}`,
  "giu",
);

// In JSON the quotes are the form, and the text in them is what the program says.
const jsonMessage =
  /"(error|errors|message|msg|detail|details|reason|description|title|stderr|cause|code|type|status)"\s*:\s*"((?:[^"\\]|\\.){1,300})"/gi;

// A secret of which the host shows the ends.
const masked = /[\w-]{1,60}\*{3,40}[\w-]{0,60}/g;
// A package with its version, as `npm` and as Maven write it.
const packageSpec =
  /(?<![\w/.])(?:@[\w.-]{1,80}\/)?[a-z][\w.-]{0,80}@(?!\d{1,3}(?:\.\d{1,3}){3}(?![\w.]))(?:"[^"\n]{1,80}"|[\^~<>=]{0,2}\d[\w.*+-]{0,60}|\*|latest|next|undefined)(?![\w@])/gi;
const coordinates =
  /(?<![\w:./])[A-Za-z][\w-]{0,60}(?:\.[\w-]{1,60}){1,8}(?::[\w.-]{1,80}){1,4}:v?\d[\w.-]{0,60}/g;
const uuid = /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi;
const dateTime =
  /\b\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2})?(?:[.,]\d+)?(?:Z|[+-]\d{2}:?\d{2})?|\b\d{4}[-/]\d{2}[-/]\d{2}\b|\b\d{1,2}[./]\d{1,2}[./]\d{4}\b|\b(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun),? )?(?:\d{1,2} )?(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]* \d{1,4}(?:,? \d{4})?(?: \d{2}:\d{2}(?::\d{2})?)?(?: \d{4})?|\b\d{1,2}:\d{2}:\d{2}(?:[.,]\d+)?(?: ?[AP]M)?\b/g;
const address =
  /\b\d{1,3}(?:\.\d{1,3}){3}(?:\/\d+)?(?::\d+)?\b|(?<![\w:])(?:[0-9a-f]{0,4}:){2,7}[0-9a-f]{1,5}\b|\[::1?\](?::\d+)?/gi;
const hostPort =
  /(?<![\w.-])(?:[a-z][a-z0-9-]{0,63}\.){0,8}[a-z][a-z0-9-]{0,63}:\d{2,5}(?![\w:.])|(?<![\w*])\*:\d{2,5}\b/g;
const hexadecimal = /\b0x[0-9a-f]+\b|\b(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{7,128}\b/gi;
const longDigest = /\b(?:sha(?:1|256|384|512)[-:])[A-Za-z0-9+/=]{16,}/g;
const version = /(?<![\w.])[v^~]?\d+\.\d+\.\d+(?:[-+.][\w.+-]*\w)?|(?<![\w.])v\d+(?:\.\d+)*\b/g;

const environmentVariable =
  /\$\{?[A-Za-z_]\w*\}?|\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+(?=:? (?:unbound variable|parameter (?:null or )?not set|is (?:not (?:set|defined)|unset|missing|required|undefined|empty)|must be (?:set|defined)|not (?:set|defined)|environment variable|env(?:ironment)? var)\b)|(?<=\b(?:environment variable|env(?:ironment)? var|variable):? )[A-Z][A-Z0-9_]+\b/g;

// What may stand before a number or a short code for it to be the name of an error and not an amount.
const codeBefore =
  /(?:\b(?:http(?:\/\d(?:\.\d)?)?|status(?: code)?|exit(?:ed)?(?: with)?(?: code| status| value)?|return(?:ed)? code|code|errno|winerror|sqlstate|signal|error(?: code)?|warning|curl:|err!|rc)[\s=#:[(]*|\berror\s*\[)$/i;
const codeAsName =
  /(?:\b(?:error|warning|fatal|code|sqlstate|errno|err!|rule)(?: code)?[\s=#[(]*|\bcode: *|\[|\()$/i;
const httpReason =
  /^ (?:bad request|unauthori[sz]ed|forbidden|not found|method not allowed|conflict|gone|payload too large|unprocessable|too many requests|internal server error|bad gateway|service unavailable|gateway time-?out)/i;
const famousCode =
  /^(?:TS\d{4,5}|ORA-\d{5}|CS\d{4}|MSB\d{4}|NU\d{4}|SC\d{4}|PGRST\d{3}|AADSTS\d+|CVE-\d{4}-\d+|ERR_\w+|E\d{4})$/;
const codeShape = /^(?:[A-Z]{1,8}-?\d{2,6}|\d{2}[0-9A-Z]{3})$/;

const idOrNumber = /(?<![\w<&-])(?=[\p{L}\p{N}_.-]*\d)-{0,2}[\p{L}\p{N}_]+(?:[-.][\p{L}\p{N}_]+)*(?:%|\b)/gu;

function normaliseToken(token: string, offset: number, line: string): string {
  if (!/\d/.test(token)) return token;
  if (/^--?\p{L}/u.test(token)) return token;
  const before = line.slice(Math.max(0, offset - 40), offset);
  const after = line.slice(offset + token.length, offset + token.length + 32);
  if (/^-?\d[\d.]*$/.test(token)) {
    if (codeBefore.test(before) && !/^[\s:]*\d/.test(after)) return token;
    if (/^[1-5]\d\d$/.test(token) && httpReason.test(after)) return token;
    return "<n>";
  }
  if (isTechnicalWord(token) || famousCode.test(token)) return token;
  if (codeShape.test(token)) {
    if (codeAsName.test(before)) return token;
    if (/^[\])]?:(?:\s|$)/.test(after) && /(?:^|[:>]\s|\bERROR:\s+)$/.test(before)) return token;
    if (/^[A-Z]\d{3,4}$/.test(token) && /(?:^\W*|[>:]\s)$/.test(before)) return token;
  }
  if (/^-?\d+(?:[.,]\d+)*[a-zµ]{1,3}$/i.test(token) || /^\d+(?:[hms]\d*)+$/.test(token)) return "<n>";
  return /\p{L}/u.test(token) ? "<id>" : "<n>";
}

const baseName = (path: string): string =>
  path
    .replace(/(?::\d+)+$|\(\d+(?:,\d+)?\)$/, "")
    .split(/[/\\]/)
    .filter((part) => part !== "")
    .at(-1) ?? "";

/** A path is a place, except where its last part names a role every project has, such as `package.json`. */
function pathPlaceholder(path: string): string {
  const base = baseName(path);
  return isWellKnownFile(base) ? `<path>/${base}` : "<path>";
}

function quotedPlaceholder(whole: string, ...groups: (string | undefined)[]): string {
  const content = groups.slice(0, 7).find((group) => group !== undefined) ?? "";
  if (keptWhenQuoted(content.trim())) return content.trim();
  const base = baseName(content);
  if (isWellKnownFile(base)) return base === content ? base : `<path>/${base}`;
  return whole === "" ? whole : "<value>";
}

/** Places in a file system: a text without a slash or a dot names none. */
function withoutPlaces(line: string): string {
  let text = line;
  const hasSlash = text.includes("/") || text.includes("\\");
  if (hasSlash) {
    text = text.replace(windowsPath, pathPlaceholder).replace(absolutePath, pathPlaceholder);
    text = text.replace(relativePath, (path) => (slashedWords.test(path) ? path : pathPlaceholder(path)));
  }
  if (!text.includes(".")) return text;
  return text.replace(bareFile, (file) => (isTechnicalWord(file) ? file : pathPlaceholder(file)));
}

/**
 * One line of error output with everything that belongs to one occurrence replaced by a placeholder:
 * times, places, ids, amounts, quoted names. Error codes, options, types and reserved words stay, since they
 * say which error it is. Lower case, single spaces. Two occurrences of one error give equal lines.
 */
export function normaliseErrorLine(line: string): string {
  let text = plainLine(line).normalize("NFKC").trim();
  // Most lines hold little of what is looked for, and to see that costs next to nothing.
  const hasDigit = /\d/.test(text);
  text = text
    .replace(/^npm ERR!/, "npm error")
    .replace(/^\[(ERR_[A-Z0-9_]{1,80})\]:?/, "$1")
    .replace(/<ROOT>(?=[\\/])/g, "");
  if (text.includes("***")) text = text.replace(masked, "<value>");
  if (text.includes("@")) text = text.replace(packageSpec, "<value>");
  if (text.includes(":")) text = text.replace(coordinates, "<value>");
  if (text.includes('"')) text = text.replace(jsonMessage, "$1: $2");
  text = text.replace(quoted, quotedPlaceholder);
  const hasAt = text.includes("@");
  if (hasAt || text.includes("://")) text = text.replace(url, "<url>");
  if (hasAt) text = text.replace(email, "<email>");
  if (hasDigit) text = text.replace(dateTime, "<time>");
  if (text.includes("-")) text = text.replace(uuid, "<id>");
  if (hasDigit) text = text.replace(longDigest, "<hex>");
  text = withoutPlaces(text).replace(address, "<address>");
  if (hasDigit) text = text.replace(hostPort, "<address>");
  if (hasDigit) text = text.replace(hexadecimal, "<hex>").replace(version, "<version>");
  text = withoutNames(text.replace(environmentVariable, "<name>"));
  if (hasDigit) text = text.replace(idOrNumber, normaliseToken);
  if (text.includes("<n>")) text = text.replace(/[$€£¥]\s*(?=<n>)/g, "").replace(/(?:<n>[,.])+<n>/g, "<n>");
  return text
    .toLowerCase()
    .replace(/\s{2,}|[^\S ]/g, " ")
    .replace(/[\s.,;:!]+$/, "")
    .trim();
}
