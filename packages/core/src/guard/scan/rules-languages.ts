import { languages } from "./lexicons.ts";
import { deceits } from "./lexicons-deceit.ts";
import { lazyPattern, type ScanPattern } from "./scan-pattern.ts";
import type { ScanRule } from "./scan-rule.ts";

const spaced = (body: string): ScanPattern => lazyPattern(`(?<![\\p{L}])(?:${body})`, "iu");
const free = (body: string): ScanPattern => lazyPattern(body, "iu");

// Words of the shell stay the same in every language; letters beyond ASCII tell that the sentence is in another one.
// "Never … without asking" asks for the question.
const prohibition =
  /(?<![\p{L}])(?:(?:ne|n['’])[^.;]{0,6}(?:jamais|pas)|ne [^.;]{0,30}(?:jamais|pas)|nie(?:mals)?|nicht[^.;]{0,60}ohne|kein\p{L}*[^.;]{0,60}ohne|nunca|jamás|mai|никогда|не [^.;]{0,60}без|nigdy|nooit|não [^.;]{0,60}sem|no [^.;]{0,60}sin|non [^.;]{0,60}senza)(?![\p{L}])/iu;

const persistence: ScanRule = {
  code: "persistence",
  decision: "hold",
  detail: "makes something stay or start by itself",
  passage: "sentence",
  warnable: false,
  all: [
    /authorized_keys|\bsudoers\b|\.bashrc|\bcrontab\b|0\.0\.0\.0\/0|--no-verify|chmod 777/i,
    /[\u00c0-\u024f][^.;]{0,80}[\u00c0-\u024f]|[\u0370-\u1fff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/u,
  ],
  unless: [
    /(?<![\p{L}])(?:не|нельзя|никогда|no|nunca|jamás|ne|jamais|nicht|nie|niemals|kein\p{L}*|non|mai|não|nigdy|niet|nooit)(?![\p{L}])[^.;]{0,60}(?:authorized_keys|sudoers|\.bashrc|crontab|0\.0\.0\.0|--no-verify|chmod)|不要|禁止|ないで/iu,
  ],
};

// "Ignore", "prompt" and "instructions" are words of several languages; English has rules and excuses of its own.
const englishWord = "\\b(?:the|that|this|these|with|and|are|your|its|when|which|before|they|then)\\b";
const english = lazyPattern(`${englishWord}[^\\n]*${englishWord}`, "i");

/** The same attacks as in English, in languages whose readers are many, from one small lexicon each. */
export const languageRules: readonly ScanRule[] = [
  persistence,
  ...Object.entries(languages).flatMap(([code, lexicon]) => {
    const unspaced = code === "zh" || code === "ja" || code === "ko";
    const make = unspaced ? free : spaced;
    const not = unspaced
      ? lexicon.not
      : `(?<![\\p{L}])(?:${lexicon.not})(?![\\p{L}])(?:[^.,;:!?\\p{L}]+\\p{L}+){0,2}[^.,;:!?\\p{L}]*$`;
    // The negation stands right before the verb; the verb is then what the text warns of.
    const unnegated = (body: string): ScanPattern =>
      unspaced && lexicon.not === "(?:$^)"
        ? make(body)
        : lazyPattern(
            `${unspaced ? `(?<!${not.replace("$", "")})` : `(?<!(?<![\\p{L}])(?:${lexicon.not})[ ]+(?:[\\p{L}'’]{1,4}[ ]+)?)(?<![\\p{L}])`}(?:${body})`,
            "iu",
          );
    const group = { passage: "sentence" as const, warnable: false };
    return [
      {
        ...group,
        code: "override-instructions",
        decision: "reject" as const,
        detail: "tells the reader to drop its instructions",
        all: [make(lexicon.ignore), make(lexicon.instructions)],
      },
      {
        ...group,
        code: "secrecy",
        decision: "reject" as const,
        detail: "asks to keep something from the user",
        all: [make(lexicon.secrecy)],
      },
      {
        ...group,
        code: "exfiltration",
        decision: "reject" as const,
        detail: "sends secrets away",
        all: [unnegated(lexicon.send), make(lexicon.secret)],
      },
      {
        ...group,
        code: "destructive-command",
        decision: "hold" as const,
        detail: "destroys data",
        all: [unnegated(lexicon.remove), make(lexicon.target)],
      },
      {
        ...group,
        code: "false-permission",
        decision: "hold" as const,
        detail: "acts without asking",
        all: [make(lexicon.unasked)],
        unless: [prohibition],
      },
      {
        ...group,
        code: "role-hijack",
        decision: "reject" as const,
        detail: "gives the reader another role",
        all: [make(lexicon.role), make(lexicon.roleWord)],
      },
      {
        ...group,
        code: "weakened-guard",
        decision: "hold" as const,
        detail: "switches a safeguard off",
        all: [unnegated(lexicon.disable), make(lexicon.guard)],
      },
      ...Object.values(deceits[code] ?? {}).map((body: string) => ({
        ...group,
        code: "covert-behaviour",
        decision: "hold" as const,
        detail: "makes the reader act against those it works for",
        all: [unnegated(body)],
      })),
    ].map((rule: ScanRule) =>
      unspaced ? rule : { ...rule, unless: [...(rule.unless ?? []), english] },
    ) satisfies readonly ScanRule[];
  }),
];
