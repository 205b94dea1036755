import { isGenericLine } from "./error-words.ts";
import { normaliseErrorLine, plainLine, withoutShellName } from "./normalise-line.ts";

/** One line that says what went wrong, as printed and as normalised. */
export interface ErrorLine {
  readonly raw: string;
  readonly normalised: string;
}

const maximumCharacters = 64_000;
const maximumLines = 6;
const maximumLineLength = 300;
const maximumText = 600;

const exceptionName = String.raw`[\w.$]*(?:Error|Exception|Warning|Interrupt|Exit|Panic|Fault|Rejection|Timeout|Failure)`;

/** Lines that announce an error by their form. */
const announcements: readonly RegExp[] = [
  new RegExp(
    String.raw`^(?:Uncaught |Unhandled |\[)*(?:exception in thread "[^"]*" )?${exceptionName}(?: \[\w+\])?\]?(?::|$|\s*\()`,
  ),
  new RegExp(String.raw`\b[a-z][\w.]*\.${exceptionName}: `),
  /^\W*(?:fatal|error|panic|fail(?:ed|ure)?|abort(?:ed)?|critical|severe|erreur|fehler|ошибка)(?: (?:TS|[A-Z])\d+)?(?:\[\w+\])?\s*[:!](?!\s*(?:0|none|null|false)\b)/iu,
  /^(?:[^\s:]+: )?(?:fatal|error|panic): /i,
  /\berror(?:\[\w+\]| (?:TS|CS|MSB|NU)\d+)?: /i,
  /^Caused by:? /,
  /^npm (?:ERR!|error) /,
  /^E {1,7}\S/,
  /^thread '[^']*' panicked at/,
  /^(?:[\w./-]+: )?line \d+: /,
  /^\/\S+: (?:line )?\d+: /,
  /^!\s*\[(?:remote )?rejected\]/,
  /^(?:CONFLICT|ERROR|FATAL|FAILED|FAIL|PANIC)\b(?:\s*[([:]|\s+\d|\s+[a-z])/,
  /^[A-Z]\d{3,4}:? [A-Z]/,
  /^(?:ERROR|FATAL):\s+/,
  /^SQLSTATE/,
  /^\S+?(?::\d+){1,2}:? (?:fatal )?(?:error|undefined|cannot)\b/i,
  /^(?:エラー|错误|错误信息|오류)[:：]/u,
];

/** Programs put their name before what they say, good or bad. */
const programLine =
  /^\W*(?:curl|wget|tar|ssh|scp|rsync|sed|grep|awk|find|cp|mv|rm|mkdir|chmod|chown|ls|cat|touch|ln|bash|sh|zsh|dash|make|env|python3?|node|go|cargo|docker|psql|mysql)(?:: [^:]+)*: .{4,}/;

const vocabulary =
  /\b(?:not found|no such|denied|refused|cannot|can'?t|could ?n[o']t|couldn't|unable|fail(?:ed|s|ure|ing)?|invalid|missing|undefined|unknown|unexpected|time(?:d)?[ -]?out|conflicts?|rejected|(?:does|do|did|is|are|was|has|have)(?: not|n't)|not enough|not available|not allowed|not permitted|mismatch|exceed(?:s|ed)?|forbidden|unauthori[sz]ed|already|in use|killed|out of memory|too (?:many|large|long|few|small)|unsupported|unrecognized|required|must|expired|violates?|deadlock|refusing|ambiguous|errors?|exceptions?|fatal|insufficient|unreachable|corrupt(?:ed)?|disallowed|deprecated|unbound|non-zero|aborted|panic(?:ked)?|no (?:module|upstream|space|route|matching|changes|tests)|nothing to)\b|ошибк|не найден|не удал|отказано|невозможно|нельзя|недоступ|nicht (?:gefunden|möglich|verfügbar|erlaubt)|fehlgeschlagen|verweigert|introuvable|impossible|échou|refusée|no se (?:puede|pudo|encontr)|falló|denegad|inválid|エラー|失敗|見つかりません|できません|拒否|错误|失败|找不到|无法|拒绝|오류|실패|없습니다/iu;

const noise: readonly RegExp[] = [
  /^\s*at .*(?:[(:]\d+|\(native|<anonymous>|\.java|\))/,
  /^\s*(?:File "[^"]*", line \d+|\.{3} \d+ (?:more|common)|goroutine \d+ \[|created by |note: run with|stack backtrace|Traceback \(most recent)/,
  /^\s*(?:[-=_*#~^|+.>\s]|\d+ \|)+\s*[\^~-]*\s*$/,
  /^\s*(?:\d+\s*)?\|/,
  /^\s*(?:hint|note|help|info|debug|trace|verbose|notice|warn(?:ing)?|remote|npm (?:notice|warn|info|http)|npm WARN|tip)\b\s*:?(?!.*\b(?:error|fatal|denied|rejected|not found)\b)/i,
  /^\s*(?:downloading|downloaded|fetching|receiving|resolving|counting|compressing|unpacking|extracting|installing|installed|compiling|collecting|building|pulling|pushing|waiting|using cached|already up|progress|added \d+|removed \d+|changed \d+|Node\.js v\d)/i,
  /\b\d{1,3}\s?%(?:\s|$|\|)/,
  /^\s*(?:npm (?:ERR!|error) (?:A complete log|\/|\s*$|code (?:\d+|ELIFECYCLE)|errno|syscall|path |command |dest |cwd |npm)|For more information|See (?:also|https?:)|Did you mean|Try '|Usage:)/i,
];
/** Programs echo the line of source they stopped at, and mark the place below it. */
const sourceLine = /\bthrow new [\w.]+\(|^\s*raise [\w.]+\(/;
const placeMark = /^\s*[\^~]+\s*$/;
const success =
  /\b(?:0|no) (?:errors?|failures?|failed|warnings?|problems?|issues?)\b|\b(?:errors?|failures?|failed)\s*[:=]\s*0\b|^\s*(?:ok|pass(?:ed)?|✓|✔|√|PASS)\b|^\s*[✓✔√]/i;

const clip = (line: string): string =>
  line.length <= maximumLineLength
    ? line
    : `${line.slice(0, maximumLineLength * 0.7)} … ${line.slice(-maximumLineLength * 0.25)}`;

const headAndTail = (text: string): string =>
  text.length <= maximumCharacters
    ? text
    : `${text.slice(0, maximumCharacters / 2)}\n${text.slice(-maximumCharacters / 2)}`;

/** 3 announces an error, 2 speaks of one, 1 says nothing, 0 is noise; half a step less when it is generic. */
function rank(raw: string, normalised: string): number {
  const complains = vocabulary.test(raw);
  const announced =
    announcements.some((pattern) => pattern.test(raw)) || (complains && programLine.test(raw));
  if (!announced && noise.some((pattern) => pattern.test(raw))) return 0;
  if (success.test(raw)) return 0;
  const generic = isGenericLine(normalised);
  if (announced) return generic ? 1.5 : 3;
  if (complains) return generic ? 1.5 : 2;
  return generic ? 0.5 : 1;
}

/** Python and Java print the whole chain: the outermost says what failed, the innermost why. */
function withoutMiddleCauses(lines: readonly ErrorLine[]): readonly ErrorLine[] {
  const causes = lines.filter((line) => line.raw.startsWith("Caused by"));
  const last = causes.at(-1);
  return causes.length < 2 ? lines : lines.filter((line) => !causes.includes(line) || line === last);
}

function headAndTailLines(lines: readonly ErrorLine[]): readonly ErrorLine[] {
  if (lines.length <= maximumLines) return lines;
  return [...lines.slice(0, maximumLines / 2), ...lines.slice(-maximumLines / 2)];
}

function withinText(lines: readonly ErrorLine[]): readonly ErrorLine[] {
  let left = maximumText;
  return lines.filter((line, index) => {
    left -= line.normalised.length + 1;
    return index === 0 || left >= 0;
  });
}

/**
 * The lines of an output that say what went wrong, in their order, at most six and about 600 characters.
 * Lines of the best kind found are taken alone, so that the same error inside two logs gives the same lines.
 */
export function selectErrorLines(text: string): readonly ErrorLine[] {
  const found = new Map<string, ErrorLine & { readonly rank: number }>();
  let best = 0;
  const printed = headAndTail(text).split("\n");
  for (const [index, line] of printed.entries()) {
    const whole = plainLine(line).trim();
    const raw = clip(withoutShellName(whole));
    if (raw === "" || sourceLine.test(raw) || placeMark.test(printed[index + 1] ?? "")) continue;
    const normalised = normaliseErrorLine(raw);
    if (normalised === "" || found.has(normalised)) continue;
    const ranked = rank(clip(whole), normalised);
    best = Math.max(best, ranked);
    found.set(normalised, { raw, normalised, rank: ranked });
  }
  const lines = [...found.values()];
  const chosen = lines.filter((line) => line.rank === best);
  // Without any word of failure, programs state the cause at the end.
  const kept = best >= 1.5 ? withinText(headAndTailLines(withoutMiddleCauses(chosen))) : chosen.slice(-2);
  return kept.map(({ raw, normalised }) => ({ raw, normalised }));
}
