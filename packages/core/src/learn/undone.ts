import { canonicalJson } from "../text/canonical-json.ts";
import { readShell, type ShellCommand, shellCommandLine } from "../text/shell/shell-command.ts";
import type { JsonValue } from "../types/json.ts";
import type { ToolStep } from "../types/trace.ts";
import { type Attempt, stringsIn } from "./repair.ts";
import { holdsWord, searchText } from "./search-text.ts";

const operands = (command: ShellCommand): readonly string[] =>
  command.arguments.filter(({ kind }) => kind === "operand").map(({ text }) => text.replace(/^\.\//, ""));
const options = (command: ShellCommand): readonly string[] =>
  command.arguments.filter(({ kind }) => kind === "option").map(({ text }) => text);

const inverse: Readonly<Record<string, string>> = {
  install: "uninstall",
  add: "remove",
  enable: "disable",
  start: "stop",
  up: "down",
  create: "delete",
  link: "unlink",
  set: "unset",
  apply: "delete",
  mount: "unmount",
};

function undoesCommand(fix: ShellCommand, later: ShellCommand): boolean {
  const [before, after] = [operands(fix), operands(later)];
  const shared = before.some((word) => after.includes(word));
  if (fix.program === "mv" && later.program === "mv")
    return before[0] === after[1] && before[1] === after[0] && before.length > 1;
  if (fix.program === "chmod" && later.program === "chmod") {
    const modeOf = (command: ShellCommand): string =>
      command.words.find((word) => /^[ugoa]*[-+][rwxXst]+$/.test(word)) ?? "";
    return modeOf(fix).includes("+") && modeOf(later).includes("-") && shared;
  }
  if (/^(?:mkdir|touch|cp|mv|ln)$/.test(fix.program) && /^(?:rm|rmdir|unlink)$/.test(later.program)) {
    return after.includes(before.at(-1) ?? "");
  }
  if (fix.program === "export" && later.program === "unset")
    return fix.assignments.some(({ name }) => after.includes(name));
  if (fix.program !== later.program) return false;
  if (fix.program === "git") return undoesGit(fix, later, shared);
  const [word, next] = [fix.subcommands.at(-1) ?? "", later.subcommands.at(-1) ?? ""];
  return (
    (inverse[word] === next ||
      (word === "install" && next === "remove") ||
      (word === "i" && next === "uninstall")) &&
    (shared || before.length === 0)
  );
}

function undoesGit(fix: ShellCommand, later: ShellCommand, shared: boolean): boolean {
  const [word, next] = [fix.subcommands[0] ?? "", later.subcommands[0] ?? ""];
  if (word === "config" && next === "config")
    return options(later).some((option) => option.startsWith("--unset")) && shared;
  if (word === "push")
    return next === "push" && options(later).some((option) => /^(?:--delete|-d)$/.test(option)) && shared;
  if (/^(?:commit|merge|rebase|cherry-pick|apply|am|pull|revert)$/.test(word)) {
    if (next === "revert") return true;
    if (next === "reset")
      return options(later).includes("--hard") || /^HEAD[~^]/.test(operands(later)[0] ?? "");
    if (next === word)
      return (
        options(later).includes("--abort") || options(later).some((option) => /^-R$|^--reverse$/.test(option))
      );
    return word === "apply" && (next === "checkout" || next === "restore");
  }
  return (
    word === "branch" &&
    next === "branch" &&
    options(later).some((option) => /^-[dD]$/.test(option)) &&
    shared
  );
}

const undoTool =
  /^(?:cancel|delete|remove|undo|revert|rollback|roll_back|void|refund|restore|reset|withdraw|abort)(?:[_-]|[A-Z]|$)/;

function createdValues(step: ToolStep): readonly string[] {
  const input = stringsIn(step.input).join("\n");
  const ids = (step.output ?? "").match(/[A-Za-z0-9_-]{4,40}/g) ?? [];
  return ids.filter((id) => /[A-Z\d]/.test(id) && !input.includes(id)).slice(0, 50);
}

const sameValue = (a: JsonValue | undefined, b: JsonValue | undefined): boolean =>
  canonicalJson(a ?? null) === canonicalJson(b ?? null);

/** An edit that puts back what another edit replaced. */
function swapsBack(fix: ToolStep, later: ToolStep): boolean {
  if (fix.tool !== later.tool || fix.input === null || later.input === null) return false;
  if (typeof fix.input !== "object" || typeof later.input !== "object") return false;
  const [a, b] = [fix.input, later.input] as readonly { readonly [key: string]: JsonValue }[];
  if (a === undefined || b === undefined) return false;
  const oldKey = Object.keys(a).find((key) => /^old/.test(key));
  const newKey = Object.keys(a).find((key) => /^new/.test(key));
  if (oldKey === undefined || newKey === undefined) return false;
  return (
    sameValue(a[oldKey], b[newKey]) && sameValue(a[newKey], b[oldKey]) && !sameValue(a[oldKey], a[newKey])
  );
}

/** Whether a later successful call took back what one of the repair's calls had done. */
export function isUndone(fixes: readonly ToolStep[], later: readonly Attempt[]): boolean {
  return later.some(({ step }) => {
    if (step.outcome !== "ok") return false;
    const laterLine = shellCommandLine(step.tool, step.input);
    return fixes.some((fix) => {
      const fixLine = shellCommandLine(fix.tool, fix.input);
      if (laterLine !== undefined && fixLine !== undefined) {
        const commands = readShell(laterLine);
        return readShell(fixLine).some((command) => commands.some((next) => undoesCommand(command, next)));
      }
      if (swapsBack(fix, step)) return true;
      if (laterLine !== undefined || !undoTool.test(step.tool)) return false;
      const words = searchText(stringsIn(step.input).join("\n"));
      return createdValues(fix).some((value) => holdsWord(words, value));
    });
  });
}
