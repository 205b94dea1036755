import type { FramedLine } from "./line-frame.ts";

/**
 * How much the form of a line says: 3 announces an error, 2 speaks of one, 1.5 only follows from another one,
 * 1 says nothing, 0.5 advises, 0 is noise.
 */
export type LineWeight = 0 | 0.5 | 1 | 1.5 | 2 | 3;

const exceptionName = String.raw`(?!Warning\b)[\w.$]{0,120}(?:Error|Exception|Warning|Interrupt|Exit|Panic|Fault|Rejection|Timeout|Failure)`;

/** Lines that announce an error by their form. */
const announcements: readonly RegExp[] = [
  new RegExp(
    String.raw`^(?:Uncaught |Unhandled |\[){0,4}(?:exception in thread "[^"]*" )?${exceptionName}(?: \[\w+\])?\]?(?::|$|\s*\()`,
  ),
  new RegExp(String.raw`(?<![\w.$])[a-z]${exceptionName}: `),
  /^\W{0,40}(?:fatal|error|panic|fail(?:ed|ure)?|abort(?:ed)?|critical|severe|erreur|fehler|ошибка)(?: (?:TS|[A-Z])\d+)?(?:\[\w+\])?\s*[:!](?!\s*(?:0|none|null|false)\b)/iu,
  /^(?:[^\s:]+: )?(?:fatal|error|panic): /i,
  /\berror(?:\[\w+\]| (?:TS|CS|MSB|NU)\d+)?: /i,
  /^Caused by:? /,
  /^E {1,7}\S/,
  /^e: /,
  /^thread '[^']*' (?:\(\d+\) )?panicked at/,
  /^(?:[\w./-]+: )?line \d+: /,
  /^\/\S+: (?:line )?\d+: /,
  /^!\s*\[(?:remote )?rejected\]/,
  /^(?:CONFLICT|ERROR|FATAL|FAILED|FAIL|PANIC)\b(?:\s*[([:]|\s+\d|\s+[a-z])/,
  /^[A-Z]\d{3,4}:? [A-Z]/,
  /^(?:ERROR|FATAL):\s+/,
  /^SQLSTATE/,
  /^[^\s:]+(?::\d+){1,2}:? (?:fatal )?(?:error|undefined|cannot)\b/i,
  /^(?:エラー|错误|错误信息|오류)[:：]/u,
  /^[a-z][\w.-]{0,30}(?:\[\d+\])?: \*{3} /,
  /^\w{1,20}: \(\d{1,3}\) /,
  /^(?:[^\s:]{1,200}:){0,2}(?:\([^)\s]{1,60}\):)? ?(?:undefined reference|multiple definition|out of memory)\b/i,
  /^\[?ERR_[A-Z0-9_]{4,}\b/,
];

/** Programs put their name before what they say, good or bad; a login stands there for `ssh`. */
const programLine =
  /^\W{0,40}(?:curl|wget|tar|ssh|scp|rsync|sed|grep|awk|find|cp|mv|rm|mkdir|chmod|chown|ls|cat|touch|ln|bash|sh|zsh|dash|make|env|python3?|node|go|cargo|docker|psql|mysql|sudo|su|apt|apt-get|dpkg|pip3?|yarn|gcc|clang|javac|java|mvn|kubectl|helm|aws|gcloud|systemctl|mount|nginx|[\w.-]{1,60}@[\w.-]{1,80})(?:: [^:]+){0,4}: .{4,}/;

const vocabulary =
  /\b(?:not found|not in|no such|denied|refused|cannot|can'?t|could ?n[o']t|couldn't|unable|fail(?:ed|s|ure|ing)?|invalid|missing|undefined|unknown|unexpected|time(?:d)?[ -]?out|conflicts?|rejected|(?:does|do|did|is|are|was|has|have)(?: not|n't)|can only|not enough|not available|not allowed|not permitted|mismatch|exceed(?:s|ed)?|forbidden|unauthori[sz]ed|already (?!there|up|installed|satisfied|the newest|done)|in use|killed|out of memory|too (?:many|large|long|few|small|open|old|new|short)|unsupported|unrecognized|required|must|expired|violates?|problem|deadlock|refusing|ambiguous|errors?|exceptions?|fatal|insufficient|unreachable|corrupt(?:ed)?|disallowed|deprecated|unbound|non-zero|aborted|panic(?:ked)?|no (?:module|upstream|space|route|matching|changes|tests|rule|configuration)|nothing to)\b|ошибк|не найден|не удал|отказано|невозможно|нельзя|недоступ|nicht (?:gefunden|möglich|verfügbar|erlaubt)|fehlgeschlagen|verweigert|introuvable|impossible|échou|refusée|no se (?:puede|pudo|encontr)|falló|denegad|inválid|エラー|失敗|見つかりません|できません|拒否|错误|失败|找不到|无法|拒绝|오류|실패|없습니다/iu;

/** What is only so because something printed before went wrong. */
const consequences: readonly RegExp[] = [
  /^test result: FAILED/,
  /^error: (?:could not compile|aborting due to|test failed|build failed|failed to push some refs)/i,
  /^fatal: (?:Could not read from remote|fetch-pack|Exiting because|unable to checkout)|^Merge with strategy|^Automatic merge failed/,
  /^(?:compilation terminated|collect2: error|cc1(?:plus)?: )|^(?:g?make|ninja)(?:\[\d+\])?: (?:\*\*\* )?(?:\[|Waiting|build stopped)/,
  /^(?:FAIL(?:ED)?|--- FAIL|not ok)\b(?!.*\b(?:cannot|denied|not found)\b)|^# fail/,
  /^(?:x |✗ )?Build failed\b|^BUILD FAILED|^APPLICATION FAILED TO START|^run failed:/,
  /^Task \S+ FAILED|^Execution failed for task|^A (?:problem|failure) occurred|^Could not (?:determine the dependencies|resolve all (?:files|dependencies) for)|^Compilation (?:failed|error)/,
  /\b(?:exit(?:ed)?|returned)(?: with)?(?: non-zero)?(?: exit)?(?: code| status)?:? \(?\d+\)?\b.{0,20}$/i,
  /\bELIFECYCLE\b|^subprocess-exited-with-error|^error: subprocess-exited-with-error/,
  /^(?:Found )?\d+ (?:errors?|problems?|tests?|failing|failed|passed)\b|^(?:Tests?|Test Files|Test Suites)\b:?\s+\d/,
  /^Emitted 'error' event|^Process completed with|^(?:ERROR )?run failed/i,
];

/** What to do, and where to read more. */
const advice =
  /^(?:Fix|Try|Please|Run|See|Check (?!failed|constraint)|Use (?!of)|Make sure|Either|Consider|To|If you|Note that|You (?:can|may)|In most cases|A complete log|The operation was rejected|It is likely|It's possible|It is required that|This is (?:related|most likely)|You have to|Did you mean|Are you|Is the server|Searched in|Required by|More details)\b/i;

const noise: readonly RegExp[] = [
  /^\s*at .*(?:[(:]\d+|\(native|<anonymous>|\.java|\))/,
  /^\s*(?:File "[^"]*", line \d+|\.{3} \d+ (?:more|common)|goroutine \d+ \[|created by |note: run with|stack backtrace|Traceback \(most recent|During handling of the above|The above exception)/,
  /^[-=_*#~^|+.>\s]+$/,
  /^\s*(?:\d+\s*)?\|/,
  /^\s*(?:hint|note|help|info|debug|trace|verbose|notice|warn(?:ing)?|remote|detail|context|npm (?:notice|warn|info|http)|npm WARN|tip)\b\s*:?(?!.*\b(?:error|fatal|denied|rejected|not found|could not|cannot|in use)\b)/i,
  /^\s*(?:downloading|downloaded|fetching|receiving|resolving|counting|compressing|unpacking|extracting|installing|installed|compiling|collecting|building|pulling|pushing|waiting|starting|prepare|using cached|already up|progress|added \d+|removed \d+|changed \d+|Node\.js v\d)/i,
  /\b\d{1,3}\s?%(?:\s|$|\|)/,
  /^\s*(?:For more information|See (?:also|https?:)|Did you mean|Try '|Usage:)/i,
  // What was typed: prompts, traces of a shell, and the excerpt of PowerShell.
  /^(?:[A-Za-z]:\\[^>]{0,200}>|PS [A-Z]:.{0,200}> |\$ |\++ \S|At (?:line:\d|[A-Z]:\\))/,
  /^>\s{3,}|^\s*\+ (?:CategoryInfo|FullyQualifiedErrorId|~)/,
  // Heads of tables.
  /^(?:Dload\s+Upload|Type\s+Reason\s+Age|NAME\s+READY)/,
];

const success =
  /\b(?:0|no) (?:errors?|failures?|failed|warnings?|problems?|issues?)\b|\b(?:errors?|failures?|failed)\s*[:=]\s*0\b|^\s*(?:ok|pass(?:ed)?|✓|✔|√|PASS)\b|^\s*[✓✔√]|: (?:ok|unchanged|skipped|cached)\b/i;

const packageManager = /^npm (?:ERR!|error) ?/;
const packageManagerFacts = /^(?:\/|$|code (?:\d+|ELIFECYCLE)|errno|syscall|path |command |dest |cwd |npm )/i;

function weightOf(text: string): LineWeight {
  const complains = vocabulary.test(text);
  const announced =
    announcements.some((pattern) => pattern.test(text)) || (complains && programLine.test(text));
  if (!announced && noise.some((pattern) => pattern.test(text))) return 0;
  if (success.test(text)) return 0;
  if (consequences.some((pattern) => pattern.test(text))) return 1.5;
  if (announced) return 3;
  if (advice.test(text)) return 0.5;
  return complains ? 2 : 1;
}

/** Every line of this package manager announces itself: what it says then decides. */
function weightOfPackageManager(said: string): LineWeight {
  if (packageManagerFacts.test(said)) return 0;
  if (/^code [A-Z]/.test(said)) return 3;
  const weight = weightOf(said);
  return weight === 2 ? 3 : weight;
}

/** The weight of a line; `printed` is the line before its frame was taken off. */
export function weighLine(printed: string, { text, level }: FramedLine): LineWeight {
  if (level === "quiet") return 0;
  const manager = packageManager.exec(text);
  if (manager !== null) return weightOfPackageManager(text.slice(manager[0].length));
  // The excerpt of source that a compiler prints looks like the frame of a job.
  if (/^\s*(?:\d+\s*)?\||^>\s{3,}/.test(printed)) return 0;
  const weight = weightOf(text);
  if (level === "error" && (weight === 1 || weight === 2)) return 3;
  return level === "warning" && weight > 1.5 ? 1.5 : weight;
}

const headings: readonly RegExp[] = [
  /^(?:\* )?(?:What went wrong|Description|Reason|Error message|error during build|stderr|(?:Build|Test|Command) failed)\s*:\s*$/i,
  /^(?:error|failure|exception|message|ERROR in .{1,200})\s*:\s*(?:[|>]-?)?\s*$/i,
  /^thread '[^']*' (?:\(\d+\) )?panicked at [^\s].{0,300}:\s*$/,
  /^--- FAIL: /,
];

/** A code that stands alone: it says which error it is, and the next line says it in words. */
const codeAlone = /^(?:Error: )?\[?E(?:RR)?_?[A-Z0-9_]{4,}\]?$/;

/** Whether the next line tells what went wrong: `alone` when this one says nothing itself. */
export function headingOf(text: string): "alone" | "beside" | undefined {
  if (codeAlone.test(text)) return "beside";
  return headings.some((pattern) => pattern.test(text)) ? "alone" : undefined;
}
