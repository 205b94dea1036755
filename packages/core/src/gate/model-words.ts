import { redactText } from "../guard/redact.ts";
import { uncoverInvisible } from "../text/hidden/invisible.ts";

/**
 * What a judge wrote, as a person may read it in a reason: on one line, without secrets and without characters that
 * draw nothing, cut to `max` characters. Secrets are masked before the cut, which could leave half of one.
 */
export function modelWords(text: string, max = 200): string {
  const visible = uncoverInvisible(text).text;
  const plain = redactText(visible.replace(/[\p{Cc}\s]+/gu, " ").trim()).text;
  if (plain.length <= max) return plain;
  return `${plain.slice(0, max - 1).replace(/[\ud800-\udbff]$/, "")}…`;
}
