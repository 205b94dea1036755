import type { NoWorkDirection } from "../../../packages/core/src/recall/no-work.ts";
import type { RetrievalProbe } from "../data/formats.ts";
import { minimise } from "./minimise.ts";

/** A request by its vector. */
export interface NoWorkExample {
  readonly probe: Pick<RetrievalProbe, "class" | "expect">;
  readonly vector: Float32Array | undefined;
}

const noWorkClasses: ReadonlySet<string> = new Set(["knowledge", "creation", "unrelated"]);
/** So that no single component decides: chosen on authors who were left out. */
const pull = 1e-4;
const steps = 300;

/** Whether a request asks for no work; undefined of classes that say nothing of it. */
function asksForNone({ class: name, expect }: NoWorkExample["probe"]): boolean | undefined {
  if (name.startsWith("repairs")) return undefined;
  return noWorkClasses.has(name) || (name === "follow-up" && expect === null);
}

/** Logistic regression on the vectors alone, both sides counted alike. Undefined where no request has a vector. */
export function fitNoWork(embedder: string, examples: readonly NoWorkExample[]): NoWorkDirection | undefined {
  const rows = examples.flatMap(({ probe, vector }) => {
    const isNone = asksForNone(probe);
    return vector === undefined || isNone === undefined ? [] : [{ vector, isNone }];
  });
  const [first] = rows;
  if (first === undefined) return undefined;
  const dimension = first.vector.length;
  const none = rows.filter(({ isNone }) => isNone).length;
  const share = { none: 0.5 / Math.max(1, none), work: 0.5 / Math.max(1, rows.length - none) };
  const fitted = minimise(
    (weights) => {
      const slope = new Float64Array(dimension + 1);
      for (const { vector, isNone } of rows) {
        let odds = weights[dimension] as number;
        for (let at = 0; at < dimension; at += 1) odds += (weights[at] as number) * (vector[at] as number);
        const wrong = (isNone ? share.none : share.work) * (1 / (1 + Math.exp(-odds)) - (isNone ? 1 : 0));
        for (let at = 0; at < dimension; at += 1)
          slope[at] = (slope[at] as number) + wrong * (vector[at] as number);
        slope[dimension] = (slope[dimension] as number) + wrong;
      }
      return slope;
    },
    dimension + 1,
    { steps, pull },
  );
  return { embedder, weights: [...fitted.subarray(0, dimension)], bias: fitted[dimension] as number };
}
