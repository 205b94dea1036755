/** What a worker is started with. */
export interface WorkerSetup {
  readonly modelFile: string;
  readonly tokenizerFile: string;
  readonly tokenizerConfigFile: string;
  readonly dimension: number;
  readonly limit: number;
  readonly threads: number;
}

/** To the worker. An urgent job goes before all that are not. */
export type WorkerRequest =
  | {
      readonly kind: "embed";
      readonly id: number;
      readonly texts: readonly string[];
      readonly urgent: boolean;
    }
  | { readonly kind: "cancel"; readonly id: number }
  | { readonly kind: "end" };

export type FailedPart = "runtime" | "model" | "tokenizer" | "texts";

/** From the worker. `part` says that some of a job is done, so that a long one is not taken for a stalled one. */
export type WorkerAnswer =
  | { readonly kind: "ready" }
  | { readonly kind: "part" }
  | { readonly kind: "vectors"; readonly id: number; readonly vectors: Float32Array }
  | { readonly kind: "failed"; readonly id?: number; readonly part: FailedPart; readonly cause: unknown };
