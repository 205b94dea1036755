import { type ShellCommand, scriptExtension } from "../text/shell/shell-command.ts";
import { isLookingCommand } from "./failure-kind.ts";
import { runsTests, selectsTests } from "./fix-safety.ts";
import type { ChangeNote } from "./repair.ts";

/** How a working command differs from the failed one of the same purpose. */
export interface CommandDifference {
  /** The first difference in the order of the words, named without values; absent when only values differ. */
  readonly atom: string | undefined;
  readonly notes: readonly ChangeNote[];
  /** Raw words that the working command has and the failed one has not. */
  readonly added: readonly string[];
  readonly newWords: readonly string[];
  /** Values that stand where another stood. */
  readonly moved: readonly { readonly slot: string; readonly from: string; readonly to: string }[];
  readonly narrows: boolean;
}

const aliases: Readonly<Record<string, string>> = {
  "--set-upstream": "-u",
  "--parents": "-p",
  "--recursive": "-r",
  "--message": "-m",
  "--yes": "-y",
  "--all": "-a",
  "-3": "--3way",
  "--directory": "-d",
};

/** Long and short forms of one option are one option. */
export const canonicalOption = (option: string): string => aliases[option] ?? option;

const textOption = /^(?:-m|-am|--message|--title|--body|--description|--subject|--notes?|--comment)$/;

const optionsOf = (command: ShellCommand): readonly string[] =>
  command.arguments.filter(({ kind, text }) => kind === "option" && text !== "--").map(({ text }) => text);
const operandsOf = (command: ShellCommand): readonly string[] =>
  command.arguments.filter(({ kind }) => kind === "operand").map(({ text }) => text);
const plainPath = (path: string): string => path.replace(/^\.\//, "").replace(/\/+$/, "");

function valuesBySlot(command: ShellCommand): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  for (const { kind, text, option } of command.arguments) {
    if (kind === "option-value" && option !== undefined && !textOption.test(option))
      values.set(canonicalOption(option), text);
  }
  for (const { name, value } of command.assignments) values.set(name, value);
  return values;
}

/** A smaller target: some of the operands, a place inside one, or a choice of tests. */
function narrows(failed: ShellCommand, fixed: ShellCommand): boolean {
  const before = operandsOf(failed).map(plainPath);
  const after = operandsOf(fixed).map(plainPath);
  const addedOptions = optionsOf(fixed).filter((option) => !optionsOf(failed).includes(option));
  if (runsTests(fixed.program, fixed.subcommands)) {
    if (addedOptions.some(selectsTests)) return true;
    if (before.length === 0 && after.some((word) => /[./]|^[a-z]\w+$/i.test(word))) return true;
  }
  if (after.length > 0 && after.length < before.length && after.every((word) => before.includes(word)))
    return true;
  return after.some(
    (word) => !before.includes(word) && before.some((outer) => outer !== "" && word.startsWith(`${outer}/`)),
  );
}

export function compareCommands({
  failed,
  fixed,
}: {
  readonly failed: ShellCommand;
  readonly fixed: ShellCommand;
}): CommandDifference {
  const notes: ChangeNote[] = [];
  const atoms: string[] = [];
  const added: string[] = [];
  const newWords = fixed.words.filter((word) => !failed.words.includes(word));
  const failedNames = new Set(failed.assignments.map(({ name }) => name));
  for (const { name, value } of fixed.assignments) {
    if (failedNames.has(name)) continue;
    atoms.push("variable");
    added.push(`${name}=${value}`);
    notes.push({ id: `variable:${name}`, text: `Set the variable \`${name}\` for the command.` });
  }
  if (fixed.privileged && !failed.privileged) {
    atoms.push("privilege");
    added.push("sudo ");
  }
  if (failed.program !== fixed.program) {
    atoms.push(`program:${fixed.program.includes("/") ? "script" : fixed.program}`);
    added.push(fixed.program);
    notes.push({
      id: `program:${fixed.program.includes("/") ? "script" : fixed.program}`,
      text: fixed.program.includes("/") ? "Call the script directly." : `Run it with \`${fixed.program}\`.`,
    });
  }
  const before = new Set(optionsOf(failed).map(canonicalOption));
  const after = new Set(optionsOf(fixed).map(canonicalOption));
  const newOptions = optionsOf(fixed).filter((option) => !before.has(canonicalOption(option)));
  for (const option of newOptions) {
    atoms.push(`option:${canonicalOption(option)}`);
    const value = fixed.arguments.find((argument) => argument.option === option)?.text;
    added.push([fixed.program, ...fixed.subcommands, option, value ?? ""].join(" ").trim());
    notes.push({ id: `option:${canonicalOption(option)}`, text: `Add \`${option}\`.` });
  }
  const failedExtension = scriptExtension(failed);
  const fixedExtension = scriptExtension(fixed);
  if (failedExtension !== fixedExtension) {
    atoms.push(`extension:${fixedExtension}`);
    notes.push({
      id: `extension:${fixedExtension}`,
      text: `The script's file must end in \`${fixedExtension}\`.`,
    });
  }
  const gone = optionsOf(failed).filter((option) => !after.has(canonicalOption(option)));
  for (const option of gone) {
    atoms.push(`without:${canonicalOption(option)}`);
    notes.push({ id: `without:${canonicalOption(option)}`, text: `Leave out \`${option}\`.` });
  }
  const operandsBefore = operandsOf(failed);
  const operandsAfter = operandsOf(fixed);
  if (operandsBefore.length < operandsAfter.length) {
    atoms.push("operand");
    added.push(...operandsAfter.filter((word) => !operandsBefore.includes(word)));
    if (newOptions.length === 0) notes.push({ id: "operand", text: "Name what it acts on." });
  }
  const moved: { slot: string; from: string; to: string }[] = [];
  const slots = valuesBySlot(failed);
  for (const [slot, to] of valuesBySlot(fixed)) {
    const from = slots.get(slot);
    if (from === undefined || from === to) continue;
    moved.push({ slot, from, to });
  }
  if (operandsBefore.length === operandsAfter.length) {
    operandsAfter.forEach((to, index) => {
      const from = operandsBefore[index] ?? "";
      if (plainPath(from) !== plainPath(to) && failedExtension === fixedExtension)
        moved.push({ slot: `operand ${index + 1}`, from, to });
    });
  }
  for (const { slot, to } of moved) {
    added.push(to);
    if (isLookingCommand(fixed)) continue;
    atoms.push(`value:${slot}`);
    notes.push({
      id: `value:${slot}`,
      text: /^operand/.test(slot)
        ? "Another target than the one that failed."
        : `Another value for \`${slot}\` than the one that failed.`,
    });
  }
  return { atom: atoms[0], notes, added, newWords, moved, narrows: narrows(failed, fixed) };
}
