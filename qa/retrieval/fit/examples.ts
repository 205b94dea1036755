import type { Embedder } from "@skillloop/core";
import { embedTexts } from "../../../packages/core/src/embed/run-embed.ts";
import { errorQuery } from "../../../packages/core/src/recall/error-query.ts";
import type { FittedModel, JudgedMatch } from "../../../packages/core/src/recall/judge-matches.ts";
import { judgeError, judgeTask } from "../../../packages/core/src/recall/judge-request.ts";
import { taskQueries } from "../../../packages/core/src/recall/query.ts";
import type { SkillContent } from "../../../packages/core/src/types/skill.ts";
import { expectedNames, type RetrievalProbe } from "../data/formats.ts";
import type { LibraryIndex } from "./library-index.ts";

/** A probe as a fit sees it: what it would be judged by, with all skills and with the right one taken out. */
export interface Example {
  /** Of the libraries that are left out together when a fit is tried on what it has not seen. */
  readonly group: string;
  readonly probe: RetrievalProbe;
  readonly expected: readonly string[];
  /** The request's own; none without an embedder. */
  readonly vector: Float32Array | undefined;
  judge(model: FittedModel, options: { readonly isComplete: boolean }): readonly JudgedMatch<SkillContent>[];
}

/** The examples of probes of one mode. Where a turn may stand alone or go on, it is taken the way it is meant. */
export async function examplesOf(
  probes: readonly RetrievalProbe[],
  library: LibraryIndex,
  embedder: Embedder | undefined,
  group: string,
): Promise<readonly Example[]> {
  const examples: Example[] = [];
  for (const probe of probes) {
    const expected = expectedNames(probe);
    const query =
      probe.mode === "error"
        ? errorQuery({ error: probe.text })
        : taskQueries({ task: probe.text, history: probe.history }).at(-1);
    if (query === undefined) continue;
    const [vector] =
      embedder === undefined ? [] : await embedTexts(embedder, [query.text], { kind: "query" });
    const searches = { complete: searchOnce(library, []), incomplete: searchOnce(library, expected) };
    examples.push({
      group,
      probe,
      expected,
      vector,
      judge(model, { isComplete }) {
        const models = { task: model, taskByWords: model, error: model, errorByWords: model };
        const options = { vector, embedder: embedder?.id, minimumRank: 0, models };
        const searched = { ...library, search: isComplete ? searches.complete : searches.incomplete };
        return "signature" in query
          ? judgeError(searched, query, options).judged
          : judgeTask(searched, query, options).judged;
      },
    });
  }
  return examples;
}

/** What is found does not depend on the model, and a fit asks for it again and again. */
function searchOnce(library: LibraryIndex, without: readonly string[]): LibraryIndex["search"] {
  let found: ReturnType<LibraryIndex["search"]> | undefined;
  return (query) => {
    found ??= library.without(without, () => library.search(query));
    return found;
  };
}
