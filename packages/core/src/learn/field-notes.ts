import type { Leaf } from "./abstract-fields.ts";
import { failureText } from "./failure-kind.ts";
import type { FieldDifference } from "./field-differences.ts";
import type { ChangeNote, Repair } from "./repair.ts";
import type { ValueOrigin, ValueSources } from "./value-sources.ts";

export interface FieldContext {
  readonly repair: Repair;
  readonly sources: ValueSources;
}

export interface JudgedDifference extends FieldDifference {
  /** Where each new value came from. */
  readonly origins: readonly ValueOrigin[];
  /** Kept as they are: the fix itself, and no value of this task. */
  readonly constant: boolean;
}

// A mode, a media type, a unit: lower case with at most two digits, or a short word in capitals.
const constantForm = /^(?=(?:\D*\d){0,2}\D*$)(?:[a-z][a-z0-9_./+-]{0,31}|[A-Z]{1,8})$/;
const dateFormat = /\b[YyMDdHhms]{2,4}(?:[-/.: T][YyMDdHhms]{2,4}){1,5}\b/g;

/** The format that an error asks for where the new value has it and the old one had not: `YYYY-MM-DD`. */
function formatAskedFor(
  error: string,
  before: Leaf["value"] | undefined,
  after: Leaf["value"] | undefined,
): string | undefined {
  return (error.match(dateFormat) ?? []).find((format) => {
    const pattern = new RegExp(`^${format.replace(/[A-Za-z]/g, "\\d").replace(/[/.]/g, "\\$&")}$`);
    return pattern.test(String(after)) && !pattern.test(String(before));
  });
}

/** Finds out where the new values of a field came from. */
export function judgeDifference(
  difference: FieldDifference,
  { repair, sources }: FieldContext,
): JudgedDifference {
  const fresh = difference.after.filter((value) => !difference.before.includes(value));
  const origins = fresh.map((value): ValueOrigin => {
    const origin = sources.originOf(String(value), repair.fixed.at, repair.failed.at);
    if (origin.from !== "output") return origin;
    // Short numbers and plain words stand in many outputs by chance; a look after the error is no chance.
    const telling = typeof value === "number" ? Math.abs(value) >= 100 : !/^[a-z_ -]+$/.test(String(value));
    const looked = typeof value === "string" && origin.at > repair.failed.at;
    return telling || looked ? origin : { from: "chance" };
  });
  const constant =
    fresh.length > 0 &&
    fresh.every((value, index) => {
      if (typeof value === "boolean" || value === null) return true;
      if (typeof value !== "string" || !constantForm.test(value)) return false;
      const from = origins[index]?.from;
      return from === "nowhere" || (from === "own-error" && !sources.inTask(value));
    });
  return { ...difference, origins, constant };
}

const typeOf = (value: Leaf["value"] | undefined): string => (value === null ? "null" : typeof value);

/** `gift_card` of `gift_card_5094406`: a kind of thing, where some field of the run holds it by itself. */
function kindOf(value: Leaf["value"] | undefined, sources: ValueSources): string | undefined {
  const kind = typeof value === "string" ? /^([a-z]+(?:_[a-z]+)*)_\d+$/.exec(value)?.[1] : undefined;
  return kind !== undefined && sources.fieldOf(kind) !== undefined ? kind : undefined;
}

/** What one field's difference teaches; `undefined` when only the task's own values differ. */
export function noteOf(
  difference: JudgedDifference,
  { repair, sources }: FieldContext,
): ChangeNote | undefined {
  const { path, kind, before, after, origins, constant } = difference;
  const name = `\`${path}\``;
  const value = `\`${String(after[0])}\``;
  if (kind === "added") {
    const text = constant ? `Give ${name} as ${value}.` : `Give ${name}, which the failed call left out.`;
    return { id: `added:${path}`, text };
  }
  if (kind === "removed") return { id: `removed:${path}`, text: `Leave out ${name}.` };
  if (typeOf(before[0]) !== typeOf(after[0])) {
    const text = `Give ${name} as a ${typeOf(after[0])}, not as a ${typeOf(before[0])}.`;
    return { id: `type:${path}`, text };
  }
  if (constant) return { id: `constant:${path}`, text: `Set ${name} to ${value}.` };
  const [was, is] = [kindOf(before[0], sources), kindOf(after[0], sources)];
  const said = failureText(repair.failed.step);
  const format = formatAskedFor(said, before[0], after[0]);
  if (format !== undefined) return { id: `format:${path}`, text: `Give ${name} in the form \`${format}\`.` };
  const error = said.toLowerCase();
  if (was !== undefined && is !== undefined && was !== is && error.includes(was.replaceAll("_", " "))) {
    return { id: `kind:${path}`, text: `Give a \`${is}\` as ${name}, not a \`${was}\`.` };
  }
  const output = origins.find((origin) => origin.from === "output");
  if (output !== undefined) {
    const among = before.some((old) => sources.outputHolds(output.at, String(old)));
    const text = among
      ? `Take another ${name} of those that \`${output.call}\` returns than the one that failed.`
      : `Take ${name} from what \`${output.call}\` returns; the value of the failed call is not there.`;
    const brief = `${among ? "another" : "a"} ${name} of those that \`${output.call}\` returns`;
    return { id: `found:${path}`, text, brief };
  }
  if (origins.length > 0 && origins.every(({ from }) => from === "own-error")) {
    return { id: `named:${path}`, text: `Take ${name} from the error, which names the right value.` };
  }
  return undefined;
}
