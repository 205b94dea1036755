import type { Embedder } from "@skillloop/core";
import { embedContents } from "../../../packages/core/src/embed/run-embed.ts";
import { buildSearchDocument } from "../../../packages/core/src/index/search-document.ts";
import { SearchIndex } from "../../../packages/core/src/index/search-index.ts";
import { defaultCalibration } from "../../../packages/core/src/recall/calibration.ts";
import type { JudgedLibrary } from "../../../packages/core/src/recall/judge-request.ts";
import { finish } from "../../../packages/core/src/text/finish.ts";
import type { SkillContent } from "../../../packages/core/src/types/skill.ts";

const key = "library";
const active = 2;

/** A library in memory as recall has it, from which single skills can be taken out and put back. */
export interface LibraryIndex extends JudgedLibrary<SkillContent> {
  without<T>(names: readonly string[], work: () => T): T;
}

export async function libraryIndex(
  contents: readonly SkillContent[],
  embedder: Embedder | undefined,
): Promise<LibraryIndex> {
  const vectors = embedder === undefined ? [] : await embedContents(embedder, contents);
  const index = new SearchIndex<SkillContent>();
  const documents = contents.map(buildSearchDocument);
  const put = (content: SkillContent, at: number): void =>
    index.upsert(key, {
      id: content.name,
      rank: active,
      document: documents[at] as string,
      payload: content,
      vectors: vectors[at],
    });
  contents.forEach(put);
  return {
    search: (query) => index.search({ ...query, scopeKeys: [key] }),
    contentOf: (content) => content,
    calibration: finish(index.calibration([key])) ?? defaultCalibration,
    without(names, work) {
      for (const name of names) index.remove(key, name);
      const result = work();
      for (const [at, content] of contents.entries()) if (names.includes(content.name)) put(content, at);
      return result;
    },
  };
}
