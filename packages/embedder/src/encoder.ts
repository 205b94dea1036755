import { readFile } from "node:fs/promises";
import { cutTokens, type TokenBatch, tokenBatches } from "./token-batches.ts";
import type { FailedPart, WorkerSetup } from "./worker-messages.ts";

/**
 * Padded tokens of one run, but for a single text that is longer. A question waits for at most one run, and more
 * at once is no faster for each token.
 */
const RUN_TOKENS = 128;

/** Longest text that is tokenised. The limit in tokens is met long before, but for texts of hardly any word. */
const TEXT_CHARACTERS = 16_384;

/** A job's texts as tokens, and what is left to run of them. */
export interface EncodedTexts {
  readonly tokens: readonly (readonly number[])[];
  readonly waiting: TokenBatch[];
  readonly vectors: Float32Array;
}

export interface Encoder {
  encode(texts: readonly string[]): EncodedTexts;
  /** Fills the vectors of one batch. */
  run(texts: EncodedTexts, batch: TokenBatch): Promise<void>;
}

/** Says what could not be loaded. */
export class LoadFailure extends Error {
  readonly part: FailedPart;

  constructor(part: FailedPart, cause: unknown) {
    super(`The ${part} could not be loaded.`, { cause });
    this.part = part;
  }
}

/** Loads runtime, model and tokenizer. @throws LoadFailure */
export async function loadEncoder(setup: WorkerSetup): Promise<Encoder> {
  const [session, tokenizer] = await Promise.all([loadSession(setup), loadTokenizer(setup)]);
  const { dimension, limit } = setup;
  return {
    encode(texts) {
      const tokens = texts.map((text) =>
        cutTokens(tokenizer.encode(text.slice(0, TEXT_CHARACTERS)).ids, limit),
      );
      const lengths = tokens.map(({ length }) => length);
      return {
        tokens,
        waiting: [...tokenBatches(lengths, RUN_TOKENS)],
        vectors: new Float32Array(texts.length * dimension),
      };
    },
    async run({ tokens, vectors }, { places, width }) {
      const ids = new BigInt64Array(places.length * width);
      const mask = new BigInt64Array(places.length * width);
      places.forEach((place, row) => {
        tokens[place]?.forEach((token, column) => {
          ids[row * width + column] = BigInt(token);
          mask[row * width + column] = 1n;
        });
      });
      const found = await session(ids, mask, [places.length, width]);
      places.forEach((place, row) => {
        vectors.set(found.subarray(row * dimension, (row + 1) * dimension), place * dimension);
      });
    },
  };
}

type Session = (ids: BigInt64Array, mask: BigInt64Array, shape: readonly number[]) => Promise<Float32Array>;

async function loadSession({ modelFile, threads }: WorkerSetup): Promise<Session> {
  const { InferenceSession, Tensor } = await loaded("runtime", import("onnxruntime-node"));
  const session = await loaded(
    "model",
    InferenceSession.create(modelFile, {
      executionProviders: ["cpu"],
      intraOpNumThreads: threads,
      interOpNumThreads: 1,
      // Errors only: the runtime writes to the host's standard error.
      logSeverityLevel: 3,
    }),
  );
  return async (ids, mask, shape) => {
    const { vectors } = await session.run({
      input_ids: new Tensor("int64", ids, shape),
      attention_mask: new Tensor("int64", mask, shape),
    });
    if (!(vectors?.data instanceof Float32Array)) throw new TypeError("The model gave no floats.");
    return vectors.data;
  };
}

async function loadTokenizer({ tokenizerFile, tokenizerConfigFile }: WorkerSetup) {
  const load = async () => {
    const [{ Tokenizer }, tokenizer, config] = await Promise.all([
      import("@huggingface/tokenizers"),
      readFile(tokenizerFile, "utf8"),
      readFile(tokenizerConfigFile, "utf8"),
    ]);
    return new Tokenizer(JSON.parse(tokenizer), JSON.parse(config));
  };
  return await loaded("tokenizer", load());
}

async function loaded<T>(part: FailedPart, loading: Promise<T>): Promise<T> {
  try {
    return await loading;
  } catch (cause) {
    throw new LoadFailure(part, cause);
  }
}
