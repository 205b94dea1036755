const exception = String.raw`(?:[A-Za-z_$][\w$]*[.:])*[A-Z]?[\w$]*(?:Error|Exception|Fault|Panic)`;
const nothing = String.raw`(?!\s*(?:0|none|null|nil|false|no|n\/a|\(none\)|-)\s*(?:$|[,;.]))`;

/** How a result begins that is an error as a whole. */
export const openings: readonly RegExp[] = [
  new RegExp(
    String.raw`^(?:Uncaught |Unhandled |\[)*${exception}(?: \[[\w-]+\]| \([^)]{1,60}\))?\]?:${nothing}`,
  ),
  new RegExp(
    String.raw`^(?:\[?(?:ERROR|FATAL|error|fatal|panic)\]?)(?: TS\d+|\[[A-Z]\d+\])?:${nothing}\s*\S`,
  ),
  new RegExp(
    String.raw`^(?:Fatal|Internal|Unexpected|Runtime|Syntax|Parse|Type|Validation|Server|Network|Connection|Database|API|Tool|Command|Execution|System|Permission|Authentication|Authorization|HTTP)[ -][Ee]rror\b[^:\n]{0,40}:${nothing}\s*\S`,
  ),
  /^ERROR \d{3,5} \(/,
  /^(?:PHP )?(?:Fatal|Parse) error: /,
  /^Exception in thread "/,
  /^Unhandled exception\b/i,
  /^\*\* \(\w[\w.]*(?:Error|Exception)?\) /,
  /^An? (?:\w+ )?error (?:has )?occurred\b/i,
  /^Error (?:response from daemon|from server|executing|running|calling|invoking|parsing|reading|while|when|in|during)\b[^\n]*[:.]/,
  /^(?:Failed|Unable) to \w+/,
  /^(?:Cannot|Can['’]t|Could ?n['’]t|Could not) \w+/,
  /^(?:Permission|Access|Authorization|Authentication) (?:denied|failed|required)\b/i,
  /^(?:Unauthori[sz]ed|Forbidden|Bad request|Internal server error|Service unavailable|Bad gateway|Gateway timeout|Too many requests|Rate limit exceeded)\b/i,
  /^(?:HTTP(?:\/[\d.]+)? |Status:? |Error )?[45]\d\d[ :-]+(?:Not Found|Unauthori[sz]ed|Forbidden|Bad Request|Internal Server Error|Service Unavailable|Bad Gateway|Gateway Timeout|Too Many Requests|Conflict|Unprocessable|Gone|Method Not Allowed|Payment Required|Request Timeout)\b/i,
  /^Request failed\b/i,
  /^(?:The )?(?:command|operation|execution|build|test run|request|tool|query|call|script|process) (?:execution )?(?:has )?(?:failed|timed out)\b/i,
  /^Command failed\b/,
  /^(?:Operation |Request |Connection )?[Tt]imed? ?out\b/,
  /^Connection (?:refused|reset|timed out|closed)\b/i,
  /^Invalid (?:argument|input|parameter|request|value|token|credential|option|syntax|JSON|path|command|date|format|type|name|id|identifier|query|expression)s?\b/i,
  /^Missing (?:required )?(?:argument|parameter|field|option|property|value|key)s?\b/i,
  /^(?:Unknown|Unrecogni[sz]ed|Unsupported) (?:command|option|argument|parameter|tool|function|action|method|operation|flag|field|switch)\b/i,
  /^No replacement was (?:performed|made)\b/i,
  /^String to (?:replace|search)\b[^\n]*not found/i,
  /^(?:Your|The) (?:proposed )?(?:edit|patch|change|diff)[^\n]{0,60}(?:introduced|not applied|was rejected|failed|could not|does not apply)/i,
  /^(?:Edit|Patch|Apply_patch|apply_patch)(?: verification)? (?:failed|rejected)\b/,
  /^File (?:not found|does not exist)\b/i,
  /^(?:No such (?:file|directory|command|option|table|column)|command not found\b)/i,
  /^Traceback \(most recent call last\):/,
  /^(?:thread '[^']*' panicked at|panic: |fatal error: )/,
  /^(?:Segmentation fault|Bus error|Illegal instruction|Floating point exception|Killed|Aborted)(?: \(core dumped\))?$/,
  /^[^\s:(]+\(\d+,\d+\): error [A-Z]+\d+: /,
  /^[^\s:]+:\d+:\d+ - error TS\d+: /,
  /^[^\s:]+:\d+:\d+: (?:fatal )?error: /,
  /^MCP error -?\d+\b/,
  /^(?:Host key verification failed|The connection to the server)\b/,
  /^'[^'\n]+' is not recognized as an internal or external command/,
  /^\S+ : The term '[^'\n]+' is not recognized/,
  /^(?:Ошибка|Fehler|Erreur|Errore|Erro|エラー|错误|錯誤|오류)\s*[:：]\s*\S/u,
  /^(?:npm ERR!|npm error) /,
  /^(?:CONFLICT \(|ERR_PNPM_|ELIFECYCLE|E: )/,
];

/** How the last line that says something looks when the whole ended in an error. */
export const closings: readonly RegExp[] = [
  new RegExp(String.raw`^(?:fatal|error):${nothing} \S`),
  /^(?:npm ERR!|npm error) /,
  /^(?:ERROR|FATAL)(?:\[\w+\])?: \S/,
  /^make(?:\[\d+\])?: \*\*\* /,
  /^error Command failed\b/,
  /^\s*ELIFECYCLE\b/,
  /^BUILD FAILED\b|^FAILURE: Build failed/,
  /^(?:Segmentation fault|Bus error|Aborted|Killed|Illegal instruction)(?: \(core dumped\))?$/,
  /^(?:\S+: line \d+: +\d+ )?(?:Segmentation fault|Killed|Aborted)\b.*$/,
  /^FAILED \((?:failures|errors)=/,
  /^test result: FAILED\b/,
  /^FAIL(?:\t|\s*$)/,
  /^error: (?:test failed|could not compile|aborting)/,
  /^Automatic merge failed\b/,
  /^(?:Patch failed at|Could not apply) /,
  /^[^\s:(]+\(\d+,\d+\): error [A-Z]+\d+: /,
  /^Found [1-9]\d* errors?\b/,
  /^make: .*Error \d+$/,
  /^E: \S/,
  /^curl: \(\d+\) /,
  /^Host key verification failed\./,
];

/** Counted summaries of test runners and linters; zero failures never match. */
export const summaries: readonly RegExp[] = [
  /^=+ .*\b[1-9]\d* (?:failed|errors?)\b.* in [\d.]+s/,
  /^\s*Tests?:?\s+[1-9]\d* failed\b/,
  /^\s*Test Suites:\s+[1-9]\d* failed\b/,
  /^\s*[1-9]\d* failing$/,
  /^[✖✗]\s*[1-9]\d* problems? \([1-9]\d* errors?/,
  /^# fail [1-9]\d*$/,
  /^ℹ fail [1-9]\d*$/,
  /^Found [1-9]\d* errors?\b/,
];

/** A program's own complaint: `ls: cannot access 'x': No such file or directory`. */
export const complaint =
  /^(?:[\w./+@-]+|[A-Z]:\\\S+): (?:.{1,200}: )?(?:command not found|not found|No such file or directory|Permission denied|Operation not permitted|Is a directory|Not a directory|Directory not empty|File exists|No space left on device|Read-only file system|Connection refused|Connection timed out|Could not resolve host.*|cannot \w+ .*|missing (?:file )?operand.*|invalid option.*|unrecogni[sz]ed (?:option|argument).*|unknown option.*|illegal option.*|option requires an argument.*|syntax error.*|unexpected (?:EOF|end of file).*|unbound variable|parameter null or not set|bad (?:substitution|interpreter).*|can't open file .*|No module named .*|Permission denied \(publickey.*|No rule to make target.*)\.?$/;

/** What a shell says when the command did not even start. */
export const shellComplaint =
  /^(?:(?:\/\S*\/)?(?:ba|z|da|k|a)?sh|-bash|\S+\.sh|eval|env|exec|sudo)?:? ?(?:line )?(?:\d+: )?.{0,200}: (?:command not found|not found|No such file or directory|Permission denied|cannot execute.*|bad interpreter.*|unbound variable)$|^(?:zsh|fish): (?:command not found|no such file or directory|permission denied|Unknown command): /;

/** A line of a log: its errors are records, and there are other records beside them. */
export const logLine =
  /^\W{0,2}(?:\d{4}-\d\d-\d\d[T ][\d:.,+Z-]+\S*\s*)?\W{0,2}(?:INFO|DEBUG|TRACE|NOTICE|WARN(?:ING)?)\b/;

/** Lines after an error that say nothing of it. */
export const trailer =
  /^(?:hint: |note: |Node\.js v\d|\(Use `node |npm (?:ERR!|error) A complete log|npm notice|A complete log of this run|\s+\/\S+\.log$|For more information|Run '.*' for more|Try '.*--help'|info Visit |\[notice\] |See '.*--help')/;
