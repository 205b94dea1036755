/** What a log says of the line that follows: `quiet` is no failure, `warning` may lead to one, `error` is one. */
export type LineLevel = "quiet" | "warning" | "error";

/** A line without what was put before it by whoever passed it on. */
export interface FramedLine {
  readonly text: string;
  readonly level: LineLevel | undefined;
}

const time = String.raw`\d{1,2}:\d\d:\d\d(?:[.,]\d{1,9})?(?: ?Z| ?UTC| ?[+-]\d\d:?\d\d)?`;
const month = "(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)";
const levelName = "(TRACE|DEBUG|VERBOSE|INFO|NOTICE|WARN(?:ING)?|ERROR|ERR|FATAL|CRITICAL|SEVERE|PANIC)";

/** When and where a line was written. What stands after them may be its level. */
const stamps: readonly RegExp[] = [
  new RegExp(String.raw`^\[?\d{4}[-/]\d\d[-/]\d\d[T ]${time}\]?[\s:,-]*`),
  new RegExp(String.raw`^\[?${time}\]?[\s:,-]+`),
  // Syslog: time, host, program and its process.
  new RegExp(String.raw`^${month} {1,2}\d{1,2} ${time} [\w.-]{1,80} [\w./-]{1,80}(?:\[\d{1,10}\])?: `),
  new RegExp(String.raw`^\d{1,10}:[A-Z] \d{1,2} ${month} \d{4} ${time} [#*.-] `),
  /^\[\d{1,10}\] /,
];
const klog = /^([IWEF])\d{4} \d\d:\d\d:\d\d\.\d{1,9}\s{1,8}\d{1,10} [\w.-]{1,80}:\d{1,6}\] /;
const stampedLevel = new RegExp(
  String.raw`^\[?${levelName}\]?(?![\w:])\s{0,8}(?:\(\d{1,10}\): |\d{1,10} --- (?:\[[^\]]{0,80}\]\s{0,4}){1,3}[\w.$/[\]-]{1,80}\s{0,60}: ?|(?!\d{1,10}:))`,
);
const bracketedLevel = new RegExp(String.raw`^\[${levelName}\] ?`);
const ciLevel = /^(?:##\[(\w{1,20})\]|::(\w{1,20})(?: [^:]{0,200})?::)/;
const clusterEvent =
  /^(Warning|Normal)\s{2,40}(\w{1,60})\s{2,40}\S[^\n]{0,40}?\s{2,40}[\w.-]{1,60}\s{2,40}(?=\S)/;
const keyedLine = /\blevel=(\w{1,10})\b[^\n]{0,400}?\bmsg="((?:[^"\\]|\\.){0,400})"/;

/** Frames, the names of parallel jobs, and programs that only pass on what another one said. */
const passers: readonly RegExp[] = [
  /^[│┃║╷╵╭╰├└─▶❯×✖✗✘●■⨯]+\s*/u,
  /^(?:> )+(?! )/,
  /^#\d{1,5} (?:\d{1,6}\.\d{1,3} )?(?=\S)/,
  /^[A-Za-z][\w.-]{0,60}\s{0,30}\| /,
  /^(?!(?:error|fatal|warning|panic|caused)\b)(?:@[\w.-]{1,60}\/)?[\w.-]{1,60}:[a-z][\w.-]{0,60}: /i,
  /^\[(?:[a-z][\w@/.: -]{0,40}|\d{1,6}\/\d{1,6})\]:? /,
  /^(?:docker|podman|vet|(?:\/\S{1,80}\/)?ld|psql:[^\s:]{1,200}:\d{1,7}): (?=\S)/,
  // A shell of Windows puts the command's name before the sentence.
  /^[\w.\\-]{1,80} : (?=[A-Z])/,
  // A meter that was not ended by a line break.
  /^[\d\s.:%kKMGT-]{12,200}(?=[a-z]{2,20}: )/,
];
const daemon = /^Error response from daemon: /;

const shells = /^(?:\S{0,200}\/)?-?(?:ba|da|z|k|a|fi)?sh: (?:(?:line )?\d{1,7}: )?(?=\S)/;

function levelOf(name: string): LineLevel | undefined {
  if (/^(?:error|err|fatal|critical|severe|panic|e|f)$/i.test(name)) return "error";
  if (/^(?:warn|warning|w)$/i.test(name)) return "warning";
  return /^(?:trace|debug|verbose|info|notice|normal|i|group|endgroup)$/i.test(name) ? "quiet" : undefined;
}

/** Takes off one frame; `undefined` when there is none. */
function withoutOne(
  line: string,
  stamped: boolean,
): (FramedLine & { readonly stamped: boolean }) | undefined {
  for (const stamp of stamps) {
    const text = line.replace(stamp, "");
    if (text !== line) return { text, level: undefined, stamped: true };
  }
  const levels = [klog, bracketedLevel, ciLevel, ...(stamped ? [stampedLevel] : [])];
  for (const pattern of levels) {
    const found = pattern.exec(line);
    const level = levelOf(found?.[1] ?? found?.[2] ?? "");
    if (found !== null && level !== undefined)
      return { text: line.slice(found[0].length), level, stamped: false };
  }
  const event = clusterEvent.exec(line);
  if (event !== null) {
    const level = event[1] === "Warning" ? "error" : "quiet";
    return { text: `${event[2]}: ${line.slice(event[0].length)}`, level, stamped: false };
  }
  for (const passer of passers) {
    const text = line.replace(passer, "");
    if (text !== line) return { text, level: undefined, stamped };
  }
  return undefined;
}

/**
 * The message of a line: without times, levels, boxes, names of jobs and of programs that pass it on, so that
 * one message gives one text wherever it was printed.
 */
export function unframed(line: string): FramedLine {
  let text = line.trim();
  let level: LineLevel | undefined;
  let stamped = false;
  for (let count = 0; count < 6; count += 1) {
    const next = withoutOne(text, stamped);
    if (next === undefined) break;
    text = next.text.trimStart();
    level = next.level ?? level;
    stamped = next.stamped;
  }
  const keyed = text.includes("level=") ? keyedLine.exec(text) : null;
  if (keyed !== null) {
    text = (keyed[2] ?? "").replaceAll('\\"', '"');
    level = levelOf(keyed[1] ?? "") ?? level;
  }
  return { text: text.replace(shells, "").replace(daemon, "Error: "), level };
}
