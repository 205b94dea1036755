import { decodedRuns, decodeEntities, decodeEscapes } from "./decodings.ts";
import { uncoverInvisible } from "./invisible.ts";
import { foldLookalikes } from "./lookalikes.ts";

export interface Revealed {
  /** What a model could read: the visible text, with what was decoded in lines of its own below it. */
  readonly text: string;
  /** True when a person who looks at the text sees something else than a model reads. */
  readonly hidden: boolean;
}

/**
 * Shows invisible characters, lookalike letters, HTML comments and encoded runs, for scanning. Encoded runs
 * alone are not called hidden, since addresses and certificates are full of them.
 */
export function revealHidden(text: string): Revealed {
  const uncovered = uncoverInvisible(text);
  const folded = foldLookalikes(uncovered.text);
  const opened = folded.text.replace(/<!--([\s\S]*?)(?:-->|$)/g, " $1 ");
  const plain = decodeEscapes(decodeEntities(opened));
  const runs = decodedRuns(plain);
  return {
    text: runs.length === 0 ? plain : `${plain}\n${runs.join("\n")}`,
    hidden: uncovered.hidden || folded.hidden,
  };
}
