import type { Store } from "../ports/store.ts";
import type { WantedVectors } from "../types/vectors.ts";
import { textForm } from "./embedding-texts.ts";
import type { EmbedderRecordKeeper } from "./run-embedder-record.ts";
import type { GuardedEmbedder } from "./run-guarded-embedder.ts";

/** What everything that makes vectors works with. */
export interface EmbedPorts extends GuardedEmbedder {
  /** The store itself: what is written through it is written as it is. */
  readonly store: Store;
  readonly record: EmbedderRecordKeeper;
}

export function wantedVectors({ patient, record }: Pick<EmbedPorts, "patient" | "record">): WantedVectors {
  return { embedder: patient.id, dimension: record.dimension, textForm };
}
