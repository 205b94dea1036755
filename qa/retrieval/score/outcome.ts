import { expectedNames, type RetrievalProbe } from "../data/formats.ts";

/** A skill that was given, as far as scoring asks. */
export interface GivenSkill {
  readonly name: string;
  readonly score: number;
}

/** What one probe got, from recall or from a baseline. */
export interface Outcome {
  readonly probe: RetrievalProbe;
  /** Best first. */
  readonly given: readonly GivenSkill[];
}

/** The first answer is one that was expected, or nothing came where nothing should. */
export function isRight({ probe, given }: Outcome): boolean {
  const expected = expectedNames(probe);
  const first = given[0];
  return first === undefined ? expected.length === 0 : expected.includes(first.name);
}

/** As `isRight`, for any of the answers. */
export function isRightWithin3({ probe, given }: Outcome): boolean {
  const expected = expectedNames(probe);
  if (given.length === 0) return expected.length === 0;
  return given.slice(0, 3).some(({ name }) => expected.includes(name));
}
