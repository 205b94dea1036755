import { languages } from "./scan-lexicons.ts";
import type { ScanRule } from "./scan-rule.ts";

const spaced = (body: string): RegExp => new RegExp(`(?<![\\p{L}])(?:${body})`, "iu");
const free = (body: string): RegExp => new RegExp(body, "iu");

/** The same attacks as in English, in languages whose readers are many, from one small lexicon each. */
export const languageRules: readonly ScanRule[] = Object.entries(languages).flatMap(([code, lexicon]) => {
  const unspaced = code === "zh" || code === "ja" || code === "ko";
  const make = unspaced ? free : spaced;
  const not = unspaced
    ? lexicon.not
    : `(?<![\\p{L}])(?:${lexicon.not})(?![\\p{L}])(?:[^.,;:!?\\p{L}]+\\p{L}+){0,2}[^.,;:!?\\p{L}]*$`;
  // The negation stands right before the verb; the verb is then what the text warns of.
  const unnegated = (body: string): RegExp =>
    unspaced && lexicon.not === "(?:$^)"
      ? make(body)
      : new RegExp(
          `${unspaced ? `(?<!${not.replace("$", "")})` : `(?<!(?<![\\p{L}])(?:${lexicon.not})[ ]+(?:[\\p{L}'’]{1,4}[ ]+)?)(?<![\\p{L}])`}(?:${body})`,
          "iu",
        );
  const group = { passage: "sentence" as const, warnable: false };
  return [
    {
      ...group,
      code: "override-instructions",
      decision: "reject",
      detail: "tells the reader to drop its instructions",
      all: [make(lexicon.ignore), make(lexicon.instructions)],
    },
    {
      ...group,
      code: "secrecy",
      decision: "reject",
      detail: "asks to keep something from the user",
      all: [make(lexicon.secrecy)],
    },
    {
      ...group,
      code: "exfiltration",
      decision: "reject",
      detail: "sends secrets away",
      all: [unnegated(lexicon.send), make(lexicon.secret)],
    },
    {
      ...group,
      code: "destructive-command",
      decision: "hold",
      detail: "destroys data",
      all: [unnegated(lexicon.remove), make(lexicon.target)],
    },
    {
      ...group,
      code: "false-permission",
      decision: "hold",
      detail: "acts without asking",
      all: [make(lexicon.unasked)],
    },
    {
      ...group,
      code: "role-hijack",
      decision: "reject",
      detail: "gives the reader another role",
      all: [make(lexicon.role), make(lexicon.roleWord)],
    },
    {
      ...group,
      code: "weakened-guard",
      decision: "hold",
      detail: "switches a safeguard off",
      all: [unnegated(lexicon.disable), make(lexicon.guard)],
    },
  ] satisfies readonly ScanRule[];
});
