import { isWellKnownFile } from "../text/error-signature/error-words.ts";
import type { ShellCommand } from "../text/shell/shell-command.ts";
import type { Placeholders } from "./placeholders.ts";
import { placeholderName } from "./placeholders.ts";
import type { ValueOrigin, ValueSources } from "./value-sources.ts";

/** What the abstraction of one repair's commands knows. */
export interface ShellAbstraction {
  readonly placeholders: Placeholders;
  readonly sources: ValueSources;
  /** Positions of the failed and of the working call among the steps. */
  readonly own: number;
  readonly before: number;
  /** Stems of files that the repair renames: only their extension is the lesson. */
  readonly renamed: ReadonlySet<string>;
  /** Words of the failed command that the working one has too: the fix is not in them. */
  readonly unchanged: ReadonlySet<string>;
  /** Values that the fix put in place of others: they name a place, never the rule. */
  readonly moved: ReadonlySet<string>;
}

/** The place of a word in a command, which says what kind of value it is. */
export interface Slot {
  readonly command: ShellCommand;
  readonly option?: string;
  /** Position among the operands. */
  readonly operand?: number;
  readonly variable?: string;
}

const fileExtension = /\.([A-Za-z][A-Za-z0-9]{0,5})$/;
const scriptExtensions = /^(?:[cm]?[jt]sx?|sh|bash|zsh|py|rb|pl|php|ps1|lua|r)$/i;
const textOptions = /^(?:-m|-am|--message|--title|--body|--description|--subject|--notes?|--comment)$/;
const textPrograms = /^(?:git|gh|glab|hg|svn|jj)$/;
const shortOptions: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  git: { b: "branch", B: "branch", c: "branch", C: "branch" },
  psql: { h: "host", p: "port", U: "user", d: "database" },
  mysql: { h: "host", P: "port", u: "user", D: "database" },
  ssh: { p: "port", l: "user", i: "key" },
  docker: { p: "port", v: "volume", t: "tag", n: "name" },
  kubectl: { n: "namespace", c: "container" },
};
const modeWord =
  /^(?:test|dev|development|local|debug|ci|staging|true|false|on|off|yes|no|json|text|table|module|commonjs|none|all|latest|auto|always|never|only|strict|warn|error|info|silent|ours|theirs|merges|utf-?8)$/i;
const installers = /^(?:install|add|i|get|uninstall|remove|update|upgrade|download)$/;
const conventional = /^(?:origin|upstream|HEAD|FETCH_HEAD|ORIG_HEAD|\.{1,2}|-|--|\*|\.\/|@)$/;
const branchCommands = new Set([
  "checkout",
  "switch",
  "merge",
  "rebase",
  "branch",
  "cherry-pick",
  "worktree",
]);
const codeOptions = /^(?:-c|-e|--eval|--command|--execute|-lc)$/;
const placeholderWord = /^<[a-z][a-z0-9-]*>$/;

const stemOf = (path: string): string => path.replace(/^\.\//, "").replace(fileExtension, "");

function pathKind(path: string, command: ShellCommand): string {
  if (/^(?:mkdir|rmdir|cd|pushd)$/.test(command.program)) return "directory";
  const base = path.split("/").at(-1) ?? path;
  const extension = fileExtension.exec(base)?.[1] ?? "";
  if (/\.(?:test|spec)\.|^test_/.test(base)) return "test-file";
  if (scriptExtensions.test(extension)) return "script";
  if (/^(?:patch|diff)$/i.test(extension)) return "patch";
  return extension === "" ? "path" : "file";
}

const explanationsByKind: Readonly<Record<string, string>> = {
  branch: "the branch at hand; `git branch --show-current` prints the one you are on",
  remote: "the remote; `git remote` lists them",
  commit: "the commit at hand; `git log --oneline` lists them",
  message: "the message for the work at hand",
  email: "the e-mail address to use here: from the task or the project's settings, never invented",
  name: "the name to use here: from the task or the project's settings",
  directory: "the directory at hand",
  package: "the package that the error names",
  "test-file": "the test at hand",
  script: "the script at hand",
  patch: "the patch at hand",
};

/** How to find a value in the next run, from where it came in this one. */
export function explainOrigin(kind: string, origin: ValueOrigin): string {
  const base = explanationsByKind[kind] ?? `the ${kind.replaceAll("-", " ")} for the work at hand`;
  if (base.includes("`")) return base;
  if (origin.from === "own-error") return `${base}; the error names it`;
  if (origin.from === "task") return `${base}; the task names it`;
  if (origin.from === "user") return `${base}; ask the user when the task does not name it`;
  if (origin.from === "output") return `${base}; \`${origin.call}\` shows it`;
  return base;
}

function bindValue(literal: string, kind: string, abstraction: ShellAbstraction): string {
  const { placeholders, sources, before, own } = abstraction;
  const name = placeholders.bind(literal, kind);
  const origin = sources.originOf(literal, before, own);
  // A reader who has no error yet still has the task.
  const told: ValueOrigin =
    origin.from === "own-error" && sources.inTask(literal) ? { from: "task" } : origin;
  placeholders.explain(name, explainOrigin(kind, told));
  return `<${name}>`;
}

function abstractPath(
  path: string,
  slotKind: string | undefined,
  slot: Slot,
  abstraction: ShellAbstraction,
): string {
  const base = path.split("/").at(-1) ?? path;
  // A name that begins with a dot is a convention, unless the task speaks of it.
  if (/^\.\w[\w.-]*$/.test(path) && !abstraction.sources.inTask(path)) return path;
  if (isWellKnownFile(base) && !path.replace(/^\.\//, "").includes("/")) return path;
  const prefix = path.startsWith("./") ? "./" : "";
  const kind = slotKind ?? pathKind(path, slot.command);
  const stem = stemOf(path);
  if (abstraction.renamed.has(stem)) {
    return `${prefix}${bindValue(stem, kind, abstraction)}${fileExtension.exec(path)?.[0] ?? ""}`;
  }
  return `${prefix}${bindValue(path, kind, abstraction)}`;
}

function gitOperandKind(word: string, slot: Slot): string | undefined {
  const subcommand = slot.command.subcommands[0] ?? "";
  if (slot.command.program !== "git" || slot.operand === undefined) return undefined;
  if (/^(?:push|pull|fetch)$/.test(subcommand))
    return slot.operand === 0 && !/\//.test(word) ? "remote" : "branch";
  if (subcommand === "clone") return slot.operand === 0 ? "url" : undefined;
  if (subcommand === "remote") return slot.operand === 0 ? "remote" : "url";
  if (branchCommands.has(subcommand)) return /^[0-9a-f]{7,40}$/.test(word) ? "commit" : "branch";
  return subcommand === "tag" ? "tag" : undefined;
}

function slotKindOf(slot: Slot): string | undefined {
  const { command, variable, option } = slot;
  if (variable !== undefined) return placeholderName(variable);
  if (option === undefined) return undefined;
  if (textOptions.test(option) && (option !== "-m" || textPrograms.test(command.program))) return "message";
  const bare = option.replace(/^-+(?:no-)?/, "");
  const name = placeholderName(bare);
  if (bare.length > 1 && name !== "value") return name;
  return shortOptions[command.program]?.[bare];
}

/** A word of a command with instance values as placeholders, and the fix's own constants as they are. */
export function abstractWord(word: string, slot: Slot, abstraction: ShellAbstraction): string {
  const { sources, before, own } = abstraction;
  if (word === "" || conventional.test(word) || placeholderWord.test(word) || /^\$|^`|^[*?]+$/.test(word))
    return word;
  const { command } = slot;
  const first = slot.operand === 0;
  const isConfig = command.subcommands.includes("config") || command.subcommands.includes("pkg");
  if (isConfig && first && /^[\w-]+(?:\.[\w-]+)+$/.test(word)) return word;
  const pair = slot.operand === undefined ? null : /^([\w.-]+)=([\s\S]+)$/.exec(word);
  if (pair !== null) {
    return `${pair[1]}=${abstractWord(pair[2] ?? "", { command, variable: pair[1] ?? "" }, abstraction)}`;
  }
  const configKey = isConfig && slot.operand === 1 ? configKeyOf(command) : undefined;
  const slotKind = slotKindOf(slot) ?? configKey;
  if (slotKind === "message") return bindValue(word, "message", abstraction);
  if (/^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$/.test(word)) return bindValue(word, configKey ?? "email", abstraction);
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(word)) {
    const local = /^\w+:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?:[:/]|$)/.test(word);
    if (local && sources.originOf(word, before, own).from === "nowhere") return word;
    return bindValue(word, slotKind ?? "url", abstraction);
  }
  if (configKey !== undefined && /^(?:name|email|user)/.test(configKey))
    return bindValue(word, configKey, abstraction);
  const isProgram = first && slot.option === undefined && /^(?:jq|sed|awk|perl|grep)$/.test(command.program);
  if (isProgram) return abstractCode(word, abstraction);
  if (slot.option !== undefined && command.program.startsWith("python") && slot.option === "-m") return word;
  if (/\s/.test(word)) {
    const isCode = slot.option !== undefined && codeOptions.test(slot.option);
    return isCode && !abstraction.unchanged.has(word)
      ? abstractCode(word, abstraction)
      : bindValue(word, slotKind ?? (isCode ? "code" : "text"), abstraction);
  }
  const git = gitOperandKind(word, slot);
  if (git !== undefined) {
    const remote = /^(origin|upstream)\/(.+)$/.exec(word);
    if (remote !== null) return `${remote[1]}/${bindValue(remote[2] ?? "", git, abstraction)}`;
    return bindValue(word, git, abstraction);
  }
  if (
    first !== undefined &&
    slot.operand !== undefined &&
    command.subcommands.some((name) => installers.test(name))
  ) {
    return /^[@\w./-]+$/.test(word) && !/^[.~/]/.test(word)
      ? bindValue(word, "package", abstraction)
      : abstractPath(word, slotKind, slot, abstraction);
  }
  if (command.program === "chmod" && first && /^(?:[0-7]{3,4}|[ugoa]*[-+=]\w+)$/.test(word)) return word;
  if (word.includes("/") || fileExtension.test(word)) return abstractPath(word, slotKind, slot, abstraction);
  if (
    /^(?:mkdir|rmdir|cd|touch|rm|cp|mv|ln|chmod|chown)$/.test(command.program) &&
    slot.operand !== undefined
  ) {
    return abstractPath(word, slotKind, slot, abstraction);
  }
  return abstractPlainWord(word, slotKind, slot, abstraction);
}

function configKeyOf(command: ShellCommand): string | undefined {
  const key = command.arguments.find(({ kind }) => kind === "operand")?.text;
  return key === undefined ? undefined : placeholderName(key.split(".").at(-1) ?? key);
}

function abstractPlainWord(
  word: string,
  slotKind: string | undefined,
  slot: Slot,
  abstraction: ShellAbstraction,
): string {
  const { sources, before, own, moved } = abstraction;
  const kind = slotKind ?? (/^\d+$/.test(word) ? "number" : "name");
  if (moved.has(word)) return bindValue(word, kind, abstraction);
  const origin = sources.originOf(word, before, own);
  if (origin.from === "nowhere") return word;
  const plain = /^[a-z]+$/.test(word);
  if (origin.from === "own-error" && plain && !sources.inTask(word)) return word;
  if (plain && slot.operand === undefined && (modeWord.test(word) || origin.from === "own-error"))
    return word;
  if (plain && modeWord.test(word) && !(slot.operand === 0)) return word;
  if (origin.from === "output" && plain) return word;
  return bindValue(word, kind, abstraction);
}

/** Code keeps its form; what the task, the user or an output gave it is taken out of it. */
function abstractCode(code: string, abstraction: ShellAbstraction): string {
  const { sources, before, own } = abstraction;
  return code.replace(/'[^']*'|"[^"]*"|[\w.@/-]*\d[\w.@/-]*/g, (token) => {
    const quote = /^['"]/.exec(token)?.[0] ?? "";
    const literal = quote === "" ? token : token.slice(1, -1);
    if (literal === "" || sources.originOf(literal, before, own).from === "nowhere") return token;
    return `${quote}${bindValue(literal, /^\d+$/.test(literal) ? "number" : "value", abstraction)}${quote}`;
  });
}
