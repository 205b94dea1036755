import { bitCount } from "./vector-code.ts";

/**
 * What one posting says of a term in a skill's keys, packed into one small integer: five bits for the
 * fields, sixteen for the trigger queries and eight for the symptoms that hold it.
 */
export const fieldNames = ["name", "appliesWhen", "description", "signature", "command"] as const;
export type FieldName = (typeof fieldNames)[number];

export const triggerLimit = 16;
export const symptomLimit = 8;
const triggerShift = fieldNames.length;
const symptomShift = triggerShift + triggerLimit;
const triggerMask = (1 << triggerLimit) - 1;
const symptomMask = (1 << symptomLimit) - 1;
const fieldMask = (1 << fieldNames.length) - 1;

export const fieldBit = (field: FieldName): number => 1 << fieldNames.indexOf(field);
export const triggerBit = (index: number): number => 1 << (triggerShift + index);
export const symptomBit = (index: number): number => 1 << (symptomShift + index);

export const triggersOf = (facts: number): number => (facts >>> triggerShift) & triggerMask;
export const symptomsOf = (facts: number): number => (facts >>> symptomShift) & symptomMask;

/** Keys that hold the term: fields, trigger queries and symptoms, each once. */
export const keysWith = (facts: number): number => bitCount(facts);

/** How much a term in a field says about what the skill is for. */
export const fieldWeights: Readonly<Record<FieldName | "queries" | "symptoms", number>> = {
  name: 3,
  appliesWhen: 3,
  queries: 2.5,
  symptoms: 2,
  command: 2,
  signature: 1.5,
  description: 1,
};

/** BM25's saturation: a term in three fields does not count three times. */
const saturation = 0.5;

function weigh(code: number): number {
  let weight = fieldNames.reduce(
    (sum, field, bit) => ((code >> bit) & 1 ? sum + fieldWeights[field] : sum),
    0,
  );
  if ((code >> fieldNames.length) & 1) weight += fieldWeights.queries;
  if ((code >> (fieldNames.length + 1)) & 1) weight += fieldWeights.symptoms;
  return weight / (weight + saturation);
}

const saturated = Float64Array.from({ length: 1 << (fieldNames.length + 2) }, (_, code) => weigh(code));

/** Which of the fields hold a term, with trigger queries and symptoms as one field each. */
const fieldCode = (facts: number): number =>
  (facts & fieldMask) |
  (triggersOf(facts) === 0 ? 0 : 1 << fieldNames.length) |
  (symptomsOf(facts) === 0 ? 0 : 1 << (fieldNames.length + 1));

/** The saturated weight of a term over all the fields that hold it, 0 to 1. */
export const termWeight = (facts: number): number => saturated[fieldCode(facts)] ?? 0;

/** The least that a term held by any field weighs. */
export const lowestTermWeight = Math.min(
  ...Object.values(fieldWeights).map((weight) => weight / (weight + saturation)),
);

export interface FieldShare {
  readonly field: keyof typeof fieldWeights;
  /** Of all the fields that hold the term. */
  readonly share: number;
}

const shares = Array.from({ length: 1 << (fieldNames.length + 2) }, (_, code): readonly FieldShare[] => {
  const held = [...fieldNames, "queries", "symptoms"] as const;
  const fields = held.filter((_, bit) => (code >> bit) & 1);
  const whole = fields.reduce((sum, field) => sum + fieldWeights[field], 0);
  return fields.map((field) => ({ field, share: fieldWeights[field] / whole }));
});

/** The fields that hold a term, for `explain`. */
export const fieldsOf = (facts: number): readonly FieldShare[] => shares[fieldCode(facts)] ?? [];
