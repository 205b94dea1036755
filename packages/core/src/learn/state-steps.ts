import { isWellKnownFile } from "../text/error-signature/error-words.ts";
import { readShell, type ShellCommand, shellCommandLine } from "../text/shell/shell-command.ts";
import { isLookingCall, isLookingCommand } from "./failure-kind.ts";
import { type Attempt, stringsIn } from "./repair.ts";

const emptyWords = new Set(
  "the an and or not no to of in on at is it its was be by for with from this that you your error errors failed fail such file files directory command line code exit run use using can cannot could did does done please hint fatal warning see add".split(
    " ",
  ),
);
const fileName = /\.[A-Za-z][A-Za-z0-9]{0,5}$/;

/**
 * The words of a text that can name something: whole, without punctuation, with the parts of paths, of
 * dotted keys and of `key=value`. A file's name is not split, so that `config.js` does not name `config`.
 */
export function namingWords(text: string): ReadonlySet<string> {
  const found = new Set<string>();
  const add = (word: string): void => {
    const clean = word.toLowerCase().replace(/^[^\p{L}\p{N}_@+]+|[^\p{L}\p{N}_]+$/gu, "");
    if (clean.length > 1 && !emptyWords.has(clean) && !/^\d+$/.test(clean)) found.add(clean);
  };
  for (const raw of text.split(/[\s"'`‘’“”<>(){}[\],;|]+/)) {
    const word = raw.replace(/^\.\//, "").replace(/[.:!?]+$/, "");
    add(word);
    const pieces = word.split(/[/\\=:]+/);
    if (pieces.length > 1) pieces.forEach(add);
    for (const piece of pieces)
      if (!fileName.test(piece) || piece.split(".").length > 2) piece.split(".").forEach(add);
    // `user.email` is a key although its end could be an extension.
    if (/^[a-z]+\.[a-z]+$/.test(word)) add(word.split(".")[1] ?? "");
  }
  return found;
}

const missingDependency =
  /cannot find (?:module|package)|no module named|modulenotfounderror|module not found|could not resolve (?:dependency|package)|missing dependenc|package .* is not installed|unresolved import|no required module provides/i;
const installs = /^(?:install|i|ci|add|sync|get|restore|update)$/;

function namesWhatErrorNamed(command: ShellCommand, error: string, named: ReadonlySet<string>): boolean {
  if (missingDependency.test(error) && command.subcommands.some((word) => installs.test(word))) return true;
  const words = namingWords([...command.subcommands, ...command.words.slice(1)].join(" "));
  return [...words].some((word) => named.has(word));
}

/** A state change between the failure and the repair: the commands of a shell call, or a whole other call. */
export interface StateStep {
  readonly attempt: Attempt;
  readonly commands: readonly ShellCommand[];
}

const writesContent = (command: ShellCommand): boolean =>
  command.heredoc ||
  command.redirects.some(
    ({ operator, target }) =>
      /^>>?$/.test(operator) && target !== "/dev/null" && !isWellKnownFile(target.split("/").at(-1) ?? ""),
  ) ||
  /^(?:sed|perl|awk|ed|ex)$/.test(command.program);

const editTool =
  /(?:edit|write|replace|patch|create|insert|append|save|update)[_-]?(?:to_)?(?:file|text|editor)?/i;
const maximumEdit = 300;

export interface StateSteps {
  readonly steps: readonly StateStep[];
  /** True when something was edited whose content belongs to that task alone. */
  readonly edited: boolean;
}

/**
 * Of what was done between, what names something the error named, or something the working call newly
 * names. Looking changes nothing; the content of a project's own files is no rule.
 */
export function relevantStateSteps({
  between,
  error,
  newWords,
  shell,
}: {
  readonly between: readonly Attempt[];
  readonly error: string;
  readonly newWords: string;
  readonly shell: boolean;
}): StateSteps {
  const named = namingWords(`${error} ${newWords}`);
  const steps: StateStep[] = [];
  let edited = false;
  for (const attempt of between) {
    const { step } = attempt;
    if (isLookingCall(step)) continue;
    const commandLine = shellCommandLine(step.tool, step.input);
    if (commandLine !== undefined) {
      const changing = readShell(commandLine).filter((command) => !isLookingCommand(command));
      if (changing.some(writesContent)) edited = true;
      const commands = changing.filter(
        (command) => !writesContent(command) && namesWhatErrorNamed(command, error, named),
      );
      if (commands.length > 0) steps.push({ attempt, commands });
      continue;
    }
    const strings = stringsIn(step.input);
    const words = namingWords(`${step.tool.replaceAll("_", " ")} ${strings.join(" ")}`);
    const relevant = [...words].some((word) => named.has(word));
    if (editTool.test(step.tool) && shell) {
      const isConfig = strings.some((text) => isWellKnownFile(text.split("/").at(-1) ?? ""));
      if (isConfig && relevant && strings.every((text) => text.length <= maximumEdit))
        steps.push({ attempt, commands: [] });
      else edited = true;
    } else if (relevant) steps.push({ attempt, commands: [] });
  }
  return { steps, edited };
}
