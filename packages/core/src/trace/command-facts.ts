import type { ShellSegment } from "../text/shell/shell-words.ts";
import type { JsonValue } from "../types/json.ts";
import { readFirst } from "./json-value.ts";

const words = (list: string): ReadonlySet<string> => new Set(list.split(" "));

/** Programs that answer a question by exit code 1. */
const answering = words(
  "grep egrep fgrep rg ag ack zgrep pgrep pidof diff cmp test [ [[ which expr let lsof fuser jq false",
);
/** Programs that change nothing and print what is there: an error in their output is somebody else's. */
const reading = words(
  "cat head tail less more bat sed awk nl grep egrep fgrep rg ag ack zgrep zcat ls find tree wc sort uniq cut column tr jq yq xxd od strings echo printf env printenv date pwd cd history file stat du df diff cmp pgrep ps",
);
const silent = words("cd set export pushd popd source . true : shopt umask unset local declare readonly");
const noOps = words("true : echo printf exit");
const wrappers = words("sudo env command time nice nohup stdbuf timeout xargs exec builtin !");

/** The shell command in a tool's input: a string under the usual names, or an argument vector. */
export function commandOf(input: JsonValue): string | undefined {
  const found =
    typeof input === "string" || Array.isArray(input)
      ? input
      : readFirst(input, ["command", "cmd", "script", "bash_command", "commandLine"]);
  if (typeof found === "string") return found;
  if (!Array.isArray(found) || !found.every((part) => typeof part === "string")) return undefined;
  const vector = found as readonly string[];
  const flag = vector.findIndex((part) => /^-\w*c$/.test(part));
  const shell = /(?:^|\/)(?:ba|z|da|k)?sh$/.test(vector[0] ?? "");
  return shell && flag > 0 ? vector[flag + 1] : vector.join(" ");
}

/** A simple command without what is put in front of it: assignments, `sudo`, `env X=1`, `time`. */
function essential(segment: ShellSegment): readonly string[] {
  let rest = segment.words;
  while (rest.length > 1) {
    const [first = ""] = rest;
    const skipped = wrappers.has(first) || /^[A-Za-z_]\w*=/.test(first);
    if (!skipped) break;
    rest = rest.slice(1);
    while (rest.length > 1 && (/^-/.test(rest[0] ?? "") || /^\d+[smh]?$/.test(rest[0] ?? "")))
      rest = rest.slice(1);
  }
  return rest;
}

const program = (command: readonly string[]): string => (command[0] ?? "").replace(/^.*\//, "");

function gitAnswers(command: readonly string[]): boolean {
  const rest = command.slice(1);
  const has = (...flags: string[]): boolean => flags.some((flag) => rest.includes(flag));
  const verb = rest.find((word) => !word.startsWith("-")) ?? "";
  switch (verb) {
    case "grep":
    case "check-ignore":
      return true;
    case "diff":
    case "diff-index":
    case "diff-files":
      return has("--exit-code", "--quiet", "--no-index");
    case "merge-base":
      return has("--is-ancestor");
    case "show-ref":
    case "rev-parse":
    case "ls-remote":
      return has("--quiet", "-q", "--verify", "--exit-code");
    case "config":
      return (
        has("--get", "--get-all", "--get-regexp") || rest.filter((word) => !word.startsWith("-")).length === 2
      );
    default:
      return false;
  }
}

function answers(segment: ShellSegment): boolean {
  const command = essential(segment);
  const name = program(command);
  if (name === "git") return gitAnswers(command);
  if (name === "command") return command.includes("-v") || command.includes("-V");
  if (name === "jq") return command.some((word) => /^-\w*e|^--exit-status$/.test(word));
  if (name === "systemctl") return /^is-/.test(command[1] ?? "");
  return answering.has(name);
}

/** `command -v` is a question although `command` otherwise only wraps. */
const answersOrAsks = (segment: ShellSegment): boolean =>
  answers(segment) || (segment.words[0] === "command" && segment.words[1] === "-v");

/**
 * Whether exit code 1 of this command line is an answer and no error (`grep` that finds nothing, `test`,
 * `diff`): every part whose failure could have ended the line must be of that kind or silent.
 */
export function exitOneIsAnswer(segments: readonly ShellSegment[]): boolean {
  const last = segments.at(-1);
  if (last === undefined || !answersOrAsks(last)) return false;
  const pipefail = segments.some(
    (segment) => segment.words[0] === "set" && segment.words.includes("pipefail"),
  );
  for (let index = segments.length - 1; index > 0; index -= 1) {
    const join = segments[index]?.join;
    const before = segments[index - 1];
    if (before === undefined || join === ";" || join === "&") break;
    if (join === "|" && !pipefail) continue;
    // The head of a pipe that feeds an answer is only read when the pipe itself is: see above.
    if (!answersOrAsks(before) && !silent.has(program(essential(before)))) return false;
  }
  return true;
}

/** Whether the command only prints what is there, so that error words in its output are content. */
export function onlyReads(segments: readonly ShellSegment[]): boolean {
  return (
    segments.length > 0 &&
    segments.every((segment) => {
      const name = program(essential(segment));
      if (name !== "git") return reading.has(name) || silent.has(name);
      const verb =
        essential(segment)
          .slice(1)
          .find((word) => !word.startsWith("-")) ?? "";
      return /^(?:log|show|diff|blame|grep|ls-files|status|cat-file)$/.test(verb);
    })
  );
}

/**
 * Whether the exit code is that of something else than the command that mattered: `|| true`, `; true`,
 * `; echo done`, a pipe without `pipefail`.
 */
export function masksExitCode(segments: readonly ShellSegment[]): boolean {
  const last = segments.at(-1);
  if (last === undefined || segments.length < 2) return false;
  const options = segments
    .filter((segment) => segment.words[0] === "set")
    .flatMap((segment) => segment.words);
  const stops = options.some((word) => /^-\w*e/.test(word));
  const pipefail = options.includes("pipefail");
  const matters = (segment: ShellSegment): boolean => {
    const name = program(essential(segment));
    return !silent.has(name) && !reading.has(name);
  };
  return segments.some((segment, index) => {
    const before = segments[index - 1];
    if (index === 0 || before === undefined || !segments.slice(0, index).some(matters)) return false;
    if (segment.join === "|") return !pipefail && matters(before);
    const idle = noOps.has(program(segment.words)) || !matters(segment);
    if (segment.join === "||") return noOps.has(program(segment.words));
    return (segment.join === ";" || segment.join === "&") && !stops && segment === last && idle;
  });
}
