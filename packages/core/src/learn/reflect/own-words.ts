import { quoteOccurs } from "../../text/quote-occurs.ts";
import type { SkillVersion } from "../../types/skill.ts";

const promptFence = /<\/?recorded_data\b/i;

/** Whether a text is, or holds, a prompt that we wrote ourselves: a host may record the model we ask. */
export const holdsOwnPrompt = (text: string): boolean => promptFence.test(text);

const spansOf = (text: string): readonly string[] =>
  [...text.matchAll(/`([^`]+)`/g)].map(([, span = ""]) => span);

function repeats(quote: string, line: string): boolean {
  // Who runs the command of a note has done something; who writes down its sentence has not.
  if (spansOf(line).some((span) => quoteOccurs(quote, span))) return false;
  return quoteOccurs(quote, line) || quoteOccurs(line, quote);
}

/** Whether a quote only says again what a skill said that stood in the prompt of the run (ME1). */
export function repeatsNote(quote: string, shown: readonly SkillVersion[]): boolean {
  return shown.some(({ content }) =>
    [content.description, ...content.bullets.map(({ text }) => text)].some((line) => repeats(quote, line)),
  );
}
