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

/** The saturated weight of a term over all the fields that hold it, 0 to 1. */
export function termWeight(facts: number): number {
  const code =
    (facts & fieldMask) |
    (triggersOf(facts) === 0 ? 0 : 1 << fieldNames.length) |
    (symptomsOf(facts) === 0 ? 0 : 1 << (fieldNames.length + 1));
  return saturated[code] ?? 0;
}

/** The least that a term held by any field weighs. */
export const lowestTermWeight = Math.min(
  ...Object.values(fieldWeights).map((weight) => weight / (weight + saturation)),
);

/** The fields that hold a term, for `explain`. */
export function fieldsOf(facts: number): readonly (keyof typeof fieldWeights)[] {
  const fields: (keyof typeof fieldWeights)[] = fieldNames.filter((_, bit) => (facts >> bit) & 1);
  if (triggersOf(facts) !== 0) fields.push("queries");
  if (symptomsOf(facts) !== 0) fields.push("symptoms");
  return fields;
}
