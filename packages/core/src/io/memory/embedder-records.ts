import type { Store } from "../../ports/store.ts";
import { assertScope } from "../../text/scope-key.ts";
import type { EmbedderRecord } from "../../types/vectors.ts";

type Methods = Pick<Store, "readEmbedder" | "recordEmbedder">;

const isSame = (one: EmbedderRecord | undefined, other: EmbedderRecord | undefined): boolean =>
  one?.embedder === other?.embedder && one?.dimension === other?.dimension && one?.moving === other?.moving;

export function memoryEmbedders(): Methods {
  const records = new Map<string, EmbedderRecord>();
  return {
    async readEmbedder(scope) {
      assertScope(scope);
      return records.get(scope.project);
    },
    async recordEmbedder(scope, { embedder, dimension, moving }, expected) {
      assertScope(scope);
      if (!isSame(records.get(scope.project), expected)) return false;
      records.set(scope.project, { embedder, dimension, moving });
      return true;
    },
  };
}
