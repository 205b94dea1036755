import type { PrincipleSource } from "./principle-sources.ts";

interface SourceField {
  readonly heading: string;
  readonly text: string;
}

export const sourceHeadings = ["Decision", "Why it went wrong", "Rule", "Check"] as const;

/** What of a claim is shown, and what a quote of it must occur in: the texts, since our headings stand in every lesson. */
export function sourceFields({ claim }: PrincipleSource): readonly SourceField[] {
  const texts = [claim.decision, claim.cause, claim.rule, claim.check];
  return sourceHeadings.map((heading, index) => ({ heading, text: texts[index] ?? "" }));
}

export function sourceText(source: PrincipleSource): string {
  return sourceFields(source)
    .map(({ heading, text }) => `${heading}: ${text}`)
    .join("\n");
}
