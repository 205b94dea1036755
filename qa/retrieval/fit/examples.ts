import type { Embedder } from "@skillloop/core";
import { embedTexts } from "../../../packages/core/src/embed/run-embed.ts";
import { tellingClauses } from "../../../packages/core/src/recall/clauses.ts";
import { errorQuery } from "../../../packages/core/src/recall/error-query.ts";
import type {
  FittedModel,
  JudgedMatch,
  QueryMeaning,
} from "../../../packages/core/src/recall/judge-matches.ts";
import { judgeError, judgeTask } from "../../../packages/core/src/recall/judge-request.ts";
import { taskQueries } from "../../../packages/core/src/recall/query.ts";
import type { SkillContent } from "../../../packages/core/src/types/skill.ts";
import { expectedNames, type RetrievalProbe } from "../data/formats.ts";
import type { LibraryIndex } from "./library-index.ts";

/** A probe as a fit sees it: what it would be judged by, with all skills and with the right one taken out. */
export interface Example {
  readonly probe: RetrievalProbe;
  readonly expected: readonly string[];
  judge(model: FittedModel, options: { readonly isComplete: boolean }): readonly JudgedMatch<SkillContent>[];
}

/** The examples of probes of one mode. Where a turn may stand alone or go on, it is taken the way it is meant. */
export async function examplesOf(
  probes: readonly RetrievalProbe[],
  library: LibraryIndex,
  embedder: Embedder | undefined,
): Promise<readonly Example[]> {
  const examples: Example[] = [];
  for (const probe of probes) {
    const expected = expectedNames(probe);
    const query =
      probe.mode === "error"
        ? errorQuery({ error: probe.text })
        : taskQueries({ task: probe.text, history: probe.history }).at(-1);
    if (query === undefined) continue;
    const meaning = await meaningOf(embedder, query.text);
    examples.push({
      probe,
      expected,
      judge(model, { isComplete }) {
        const models = { task: model, taskByWords: model, error: model, errorByWords: model };
        const options = { meaning, minimumRank: 0, models };
        const judge = () =>
          "signature" in query
            ? judgeError(library, query, options).judged
            : judgeTask(library, query, options).judged;
        return isComplete ? judge() : library.without(expected, judge);
      },
    });
  }
  return examples;
}

async function meaningOf(embedder: Embedder | undefined, text: string): Promise<QueryMeaning | undefined> {
  if (embedder === undefined) return undefined;
  const [query, ...clauses] = await embedTexts(embedder, [text, ...tellingClauses(text)], { kind: "query" });
  return query === undefined ? undefined : { query, clauses };
}
