import type { SkillLoopError } from "../errors.ts";
import type { Embedder } from "../ports/embedder.ts";
import type { Store } from "../ports/store.ts";
import type { Scope } from "../types/scope.ts";
import type { EmbedderRecord } from "../types/vectors.ts";
import { mismatchOf } from "./embedder-mismatch.ts";

export interface RecordOptions {
  readonly store: Pick<Store, "readEmbedder" | "recordEmbedder">;
  readonly scope: Scope;
  readonly embedder: Pick<Embedder, "id" | "dimension">;
  /** Told once for each record that is not of this embedder. */
  readonly onMismatch: (error: SkillLoopError) => void;
}

/** What the store says of the project's embedder, and whether that is this loop's. */
export interface EmbedderRecordKeeper {
  /** As it was last seen. */
  readonly mismatch: SkillLoopError | undefined;
  readonly dimension: number | undefined;
  /** Reads the record again. */
  look(): Promise<SkillLoopError | undefined>;
  /** Whether vectors of this dimension may be written: true for the recorded embedder, and for the first of all. */
  claim(dimension: number): Promise<boolean>;
  /** Compares the record last seen with a dimension that the embedder did not name before. */
  compare(dimension: number): SkillLoopError | undefined;
}

export function embedderRecord({ store, scope, embedder, onMismatch }: RecordOptions): EmbedderRecordKeeper {
  let record: EmbedderRecord | undefined;
  let mismatch: SkillLoopError | undefined;
  let told = "";

  const take = (seen: EmbedderRecord | undefined, dimension = embedder.dimension) => {
    record = seen;
    mismatch = mismatchOf(seen, { id: embedder.id, dimension });
    const text = mismatch === undefined ? "" : mismatch.message;
    if (mismatch !== undefined && text !== told) onMismatch(mismatch);
    told = text;
    return mismatch;
  };

  return {
    get mismatch() {
      return mismatch;
    },
    get dimension() {
      return embedder.dimension ?? (record?.embedder === embedder.id ? record.dimension : undefined);
    },
    look: async () => take(await store.readEmbedder(scope)),
    async claim(dimension) {
      let seen = await store.readEmbedder(scope);
      if (seen === undefined) {
        await store.recordEmbedder(scope, { embedder: embedder.id, dimension, moving: false }, undefined);
        // Another one may have been the first.
        seen = await store.readEmbedder(scope);
      }
      return take(seen, dimension) === undefined;
    },
    compare: (dimension) => take(record, dimension),
  };
}
