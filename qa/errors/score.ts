import type { ErrorSignature } from "../../packages/core/src/text/error-signature/error-signature.ts";
import type { ErrorCase, PrintedError } from "./read-outputs.ts";

/** What is asked of the signatures of a corpus of outputs. */
export const questions = ["same", "apart", "told", "clean"] as const;
export type Question = (typeof questions)[number];

/** One answer: what was asked, of which outputs, and whether it was right. */
export interface Answer {
  readonly source: string;
  readonly question: Question;
  readonly id: string;
  readonly ok: boolean;
  /** What was found instead, for the reader of misses. */
  readonly found: string;
}

type Sign = (text: string) => ErrorSignature;

/**
 * same: an error printed again has the signature it had, and one that may be looked up. apart: no two errors
 * of a source share one. told: the line that says what went wrong is among the lines taken. clean: nothing is
 * left in a signature that belongs to one occurrence.
 */
export function scoreOutputs(cases: readonly ErrorCase[], sign: Sign): readonly Answer[] {
  const sources = [...new Set(cases.map(({ source }) => source))];
  return sources.flatMap((source) => {
    const errors = cases.filter((each) => each.source === source).flatMap((each) => each.errors);
    return [...errors.flatMap((error) => ofError(source, error, sign)), ...apart(source, errors, sign)];
  });
}

function ofError(source: string, { id, telling, outputs }: PrintedError, sign: Sign): Answer[] {
  const signatures = outputs.map((output) => sign(output));
  const [first, ...others] = signatures;
  const same = others.map((other): Answer => {
    const ok = other.hash === first?.hash && !other.generic;
    return { source, question: "same", id, ok, found: `${first?.text}\n  <> ${other.text}` };
  });
  const each = signatures.flatMap(({ text, lines }): Answer[] => [
    {
      source,
      question: "told",
      id,
      ok: lines.some((line) => line.includes(telling)),
      found: lines.join("\n"),
    },
    { source, question: "clean", id, ok: leftover(text) === undefined, found: leftover(text) ?? "" },
  ]);
  return [...same, ...each];
}

function apart(source: string, errors: readonly PrintedError[], sign: Sign): Answer[] {
  const hashes = errors.map(({ outputs }) => new Set(outputs.map((output) => sign(output).hash)));
  return errors.flatMap((left, index) =>
    errors.slice(index + 1).map((right, offset): Answer => {
      const shared = [...(hashes[index] ?? [])].some((hash) => hashes[index + 1 + offset]?.has(hash));
      const id = `${left.id} and ${right.id}`;
      return { source, question: "apart", id, ok: !shared, found: sign(left.outputs[0] ?? "").text };
    }),
  );
}

const occurrences: readonly RegExp[] = [
  /\b\d{1,3}(?:\.\d{1,3}){3}\b/,
  /[\w.+-]+@[\w-]+\.[\w.-]+/,
  /\b[0-9a-f]{8}-[0-9a-f]{4}-/,
  /\b(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{7,}\b/,
  /\b[a-z]+:\/\/[^\s<]/,
  /(?<![\w<>/])(?:~|\.{1,2})?\/[\w.-]+\/[\w.-]/,
  /\b[a-z]:\\/,
  /\b\d{4}-\d\d-\d\d\b|\b\d\d:\d\d:\d\d\b/,
  /\b\w[\w-]*(?:\.\w+)*:\d{2,5}\b/,
  /\bport \d/,
  /\bline \d+\b/,
  /\b\d+\.\d+\.\d+\b/,
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they must not be left
  /[\u0000-\u0009\u000b-\u001f]/,
];

/** What is left in a signature of one occurrence: an address, a path, an id, a time, a version. */
export function leftover(signature: string): string | undefined {
  for (const pattern of occurrences) {
    const found = pattern.exec(signature)?.[0];
    if (found !== undefined) return found;
  }
  return undefined;
}
