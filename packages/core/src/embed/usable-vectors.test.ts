import { describe, expect, it } from "vitest";
import type { SkillVectors } from "../types/vectors.ts";
import { textForm } from "./embedding-texts.ts";
import { usableVectors } from "./usable-vectors.ts";

const sample: SkillVectors = {
  embedder: "mini",
  textKey: `${textForm}a`,
  dimension: 2,
  bytes: Int8Array.from([1, 2, 3, 4]),
};

const read = (
  fields: Partial<SkillVectors> | undefined,
  record: { dimension: number | undefined } = { dimension: 2 },
) => {
  const told: unknown[] = [];
  const usable = usableVectors({
    embedder: { id: "mini" },
    record,
    onUnusable: (error) => told.push(error.code),
  });
  const row = fields === undefined ? {} : { vectors: { ...sample, ...fields } };
  return { found: [usable(row), usable(row)][0], told };
};

describe("usableVectors", () => {
  it("hands on the vectors of its own embedder, dimension and form, and no others", () => {
    expect(read({}).found).toEqual({ dimension: 2, bytes: sample.bytes });
    for (const fields of [undefined, { embedder: "other" }, { textKey: "t0-a" }, { dimension: 4 }])
      expect(read(fields)).toEqual({ found: undefined, told: [] });
  });

  it("takes the row's own dimension while none is known", () => {
    const { bytes } = sample;
    expect(read({ dimension: 4 }, { dimension: undefined }).found).toEqual({ dimension: 4, bytes });
  });

  it("tells once of bytes that do not have the length they name", () => {
    expect(read({ bytes: Int8Array.from([1, 2, 3]) })).toEqual({
      found: undefined,
      told: ["EMBEDDING_MISMATCH"],
    });
    expect(read({ bytes: new Int8Array() })).toEqual({ found: undefined, told: ["EMBEDDING_MISMATCH"] });
  });
});
