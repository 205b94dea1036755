import { revealHidden } from "../text/hidden/reveal-hidden.ts";
import { promptData } from "../text/prompt-data.ts";
import { renderSkillBody } from "../text/skill-file/skill-body.ts";
import type { SkillContent } from "../types/skill.ts";

/** A judge sees a text whole or not at all: what was cut out of it nobody would have looked at. */
export const longestJudgedText = 24_000;

/** Every field of a skill that could be printed, as a judge is shown it. */
export function judgedText(content: SkillContent): string {
  const { name, description, keys, signature, uses } = content;
  const { intent, object, environment, constraints, notes } = signature;
  const head = [`Name: ${name}`, `Description: ${description}`].join("\n");
  const found = [
    line("Applies when", keys.appliesWhen),
    line("Found by the queries", keys.queries),
    line("Not for", keys.notFor),
    line("Error texts", [...keys.symptoms, ...keys.signatures]),
    line("Task", [intent, object, environment, ...constraints, notes]),
    line("Builds on", uses),
  ].filter((text) => text !== "");
  return [head, renderSkillBody(content), ["## How it is found", ...found].join("\n")].join("\n\n");
}

/** The text as data in a prompt, and once more with what is hidden in it shown, where that differs. */
export function judgedData(content: SkillContent): string {
  const text = judgedText(content);
  const revealed = revealHidden(text).text;
  const shown = promptData("note", text, { max: longestJudgedText });
  if (revealed === text) return shown;
  const again = promptData("the same note with hidden and encoded text shown", revealed, {
    max: 2 * longestJudgedText,
  });
  return `${shown}\n\n${again}`;
}

function line(title: string, texts: readonly string[]): string {
  const said = texts.filter((text) => text.trim() !== "");
  return said.length === 0 ? "" : `${title}: ${said.map((text) => JSON.stringify(text)).join(", ")}`;
}
