import { canonicalJson } from "../text/canonical-json.ts";
import { callSkeleton } from "../text/command-skeleton.ts";
import type { JsonValue } from "../types/json.ts";
import type { ExampleCall } from "../types/skill.ts";
import { abstractInput, abstractStateInput, fieldName, type Leaf, leavesOf } from "./abstract-fields.ts";
import { failureText } from "./failure-kind.ts";
import { numberRelation, relationText } from "./number-relation.ts";
import { type Placeholders, placeholderName } from "./placeholders.ts";
import type { Attempt, ChangeNote, Dismissal, Repair, RepairChange } from "./repair.ts";
import { namingWords, relevantStateSteps } from "./state-steps.ts";
import type { ValueOrigin, ValueSources } from "./value-sources.ts";

export interface FieldRepair {
  readonly repair: Repair;
  readonly sources: ValueSources;
  readonly placeholders: Placeholders;
  readonly attempts: readonly Attempt[];
}

interface FieldDifference {
  readonly path: string;
  readonly kind: "added" | "removed" | "changed";
  readonly before: readonly Leaf["value"][];
  readonly after: readonly Leaf["value"][];
}

function byPath(input: JsonValue): ReadonlyMap<string, readonly Leaf["value"][]> {
  const values = new Map<string, Leaf["value"][]>();
  for (const { path, value } of leavesOf(input)) values.set(path, [...(values.get(path) ?? []), value]);
  return values;
}

function differencesOf(failed: JsonValue, fixed: JsonValue): readonly FieldDifference[] {
  const before = byPath(failed);
  const after = byPath(fixed);
  return [...new Set([...before.keys(), ...after.keys()])].sort().flatMap((path): FieldDifference[] => {
    const old = before.get(path);
    const now = after.get(path);
    if (canonicalJson(old ?? []) === canonicalJson(now ?? [])) return [];
    const kind = old === undefined ? "added" : now === undefined ? "removed" : "changed";
    return [{ path, kind, before: old ?? [], after: now ?? [] }];
  });
}

const dryField = /^(?:dry_?run|simulate|preview|check_?only|what_?if|validate_?only|test_?mode)$/i;
const limitField = /^(?:limit|max\w*|top|first|count|page_?size|size|n|quantity|batch_?size)$/i;

/** The lists of an input by path, each element as text. */
function listsOf(
  value: JsonValue,
  path = "",
  found = new Map<string, readonly string[]>(),
): ReadonlyMap<string, readonly string[]> {
  if (Array.isArray(value)) {
    found.set(
      path,
      (value as readonly JsonValue[]).map((item) => canonicalJson(item)),
    );
  } else if (value !== null && typeof value === "object") {
    for (const [key, inner] of Object.entries(value))
      listsOf(inner, path === "" ? key : `${path}.${key}`, found);
  }
  return found;
}

function narrows(failed: JsonValue, fixed: JsonValue, differences: readonly FieldDifference[]): boolean {
  const before = listsOf(failed);
  for (const [path, items] of listsOf(fixed)) {
    const previous = before.get(path);
    if (
      previous !== undefined &&
      items.length < previous.length &&
      items.every((item) => previous.includes(item))
    )
      return true;
  }
  return differences.some(({ path, kind, before: old, after }) => {
    const name = fieldName(path);
    if (dryField.test(name))
      return kind !== "removed" && after.every((value) => value !== false && value !== "false");
    const [was, is] = [old[0], after[0]];
    return (
      kind === "changed" &&
      limitField.test(name) &&
      typeof was === "number" &&
      typeof is === "number" &&
      is < was
    );
  });
}

interface JudgedDifference extends FieldDifference {
  readonly origins: readonly ValueOrigin[];
  /** Kept as they are: the fix itself, and no value of this task. */
  readonly constant: boolean;
}

function judgeDifference(difference: FieldDifference, { repair, sources }: FieldRepair): JudgedDifference {
  const fresh = difference.after.filter((value) => !difference.before.includes(value));
  const origins = fresh.map((value) => sources.originOf(String(value), repair.fixed.at, repair.failed.at));
  const constant =
    fresh.length > 0 &&
    fresh.every((value, index) => {
      if (typeof value === "boolean" || value === null) return true;
      if (typeof value !== "string" || !/^[a-z][a-z_-]{0,23}$/.test(value)) return false;
      const from = origins[index]?.from;
      return from === "nowhere" || (from === "own-error" && !sources.inTask(value));
    });
  return { ...difference, origins, constant };
}

const typeOf = (value: Leaf["value"] | undefined): string => (value === null ? "null" : typeof value);

/** What one field's difference teaches; `undefined` when only the task's own values differ. */
function noteOf(difference: JudgedDifference): ChangeNote | undefined {
  const { path, kind, before, after, origins, constant } = difference;
  const name = `\`${path}\``;
  if (kind === "added")
    return {
      id: `added:${path}`,
      text: constant
        ? `Give ${name} as \`${String(after[0])}\`.`
        : `Give ${name}, which the failed call left out.`,
    };
  if (kind === "removed") return { id: `removed:${path}`, text: `Leave out ${name}.` };
  if (typeOf(before[0]) !== typeOf(after[0])) {
    return {
      id: `type:${path}`,
      text: `Give ${name} as a ${typeOf(after[0])}, not as a ${typeOf(before[0])}.`,
    };
  }
  if (constant) return { id: `constant:${path}`, text: `Set ${name} to \`${String(after[0])}\`.` };
  const output = origins.find((origin) => origin.from === "output");
  if (output !== undefined) {
    return {
      id: `found:${path}`,
      text: `Take ${name} from what \`${output.call}\` returns; the value of the failed call is not one of them.`,
    };
  }
  if (origins.length > 0 && origins.every(({ from }) => from === "own-error")) {
    return { id: `named:${path}`, text: `Take ${name} from the error, which names the right value.` };
  }
  return undefined;
}

/** Calls that returned a value the fix needed, issued because of the error. */
function discoveriesOf(
  differences: readonly JudgedDifference[],
  { attempts, repair }: FieldRepair,
): readonly Attempt[] {
  const places = new Set(
    differences.flatMap(({ origins }) =>
      origins.flatMap((origin) => (origin.from === "output" ? [origin.at] : [])),
    ),
  );
  return attempts.filter(({ at, step }) => places.has(at) && at > repair.failed.at && step.outcome === "ok");
}

/** What the working call of a structured tool has that the failed one had not. */
export function fieldChange(context: FieldRepair): RepairChange | Dismissal {
  const { repair, sources, placeholders } = context;
  const { failed, fixed, between } = repair;
  const { tool } = fixed.step;
  const error = failureText(failed.step);
  const found = differencesOf(failed.step.input, fixed.step.input);
  if (narrows(failed.step.input, fixed.step.input, found)) {
    return { rule: "narrowed-effect", detail: "The working call does less than the failed one was to do." };
  }
  const differences = found.map((difference) => judgeDifference(difference, context));
  const relation = numberRelation({ failed: failed.step.input, fixed: fixed.step.input, error });
  const named = namingWords(error.replaceAll("_", " "));
  const concerns = (path: string): boolean =>
    fieldName(path)
      .split(/[_-]/)
      .some((word) => named.has(word.toLowerCase()));
  const telling = differences.flatMap((difference) => {
    // A relation explains the repair; what else changed is of this task unless the error speaks of it.
    if (relation !== undefined && difference.path !== relation.path) return [];
    const note =
      relation === undefined
        ? noteOf(difference)
        : { id: `relation:${difference.path}`, text: relationText(relation) };
    return note === undefined ? [] : [{ difference, note }];
  });
  const { steps } = relevantStateSteps({ between, error, newWords: "", shell: false });
  const states = found.length === 0 ? steps : [];
  if (telling.length === 0 && states.length === 0) {
    return found.length === 0
      ? {
          rule: "flake",
          detail: "The same call failed and then passed, and nothing that the error names was changed.",
        }
      : {
          rule: "only-values",
          detail: "Only values of this task differ between the failed and the working call.",
        };
  }
  const abstraction = {
    placeholders,
    sources,
    own: failed.at,
    before: fixed.at,
    renamed: new Set<string>(),
    moved: new Set<string>(),
  };
  const constants = new Set(differences.filter(({ constant }) => constant).map(({ path }) => path));
  // The failed call's values stand in the error.
  abstractInput(failed.step.input, { placeholders, constants });
  const callOf = (attempt: Attempt, input: JsonValue): ExampleCall => ({
    tool: attempt.step.tool,
    input,
    skeleton: callSkeleton(attempt.step.tool, attempt.step.input),
  });
  const discoveries = discoveriesOf(
    telling.map(({ difference }) => difference),
    context,
  );
  const calls = [
    ...states.map(({ attempt }) =>
      callOf(attempt, abstractStateInput(attempt.step.tool, attempt.step.input, abstraction)),
    ),
    ...discoveries.map((attempt) =>
      callOf(attempt, abstractInput(attempt.step.input, { placeholders, constants: new Set() })),
    ),
    callOf(fixed, abstractInput(fixed.step.input, { placeholders, constants })),
  ];
  for (const { path } of [
    ...leavesOf(fixed.step.input),
    ...discoveries.flatMap(({ step }) => leavesOf(step.input)),
  ]) {
    const name = placeholderName(fieldName(path));
    const change = telling.find(({ difference }) => difference.path === path);
    placeholders.explain(name, change === undefined ? `\`${path}\` as the task needs it` : change.note.text);
  }
  const representative =
    telling.find(({ difference }) => difference.path === relation?.path) ??
    telling.find(({ difference }) => concerns(difference.path)) ??
    telling[0];
  return {
    kind: telling.length === 0 ? "state" : "call",
    atom:
      representative === undefined
        ? `state:${states.at(-1)?.attempt.step.tool ?? ""}`
        : `field:${representative.note.id}`,
    notes: [
      ...states.map(({ attempt }) => ({
        id: `state:${attempt.step.tool}`,
        text: `First call \`${attempt.step.tool}\`.`,
      })),
      ...discoveries.map(({ step }) => ({ id: `look:${step.tool}`, text: `First call \`${step.tool}\`.` })),
      ...telling.map(({ note }) => note),
    ],
    calls,
    rendered: calls.map((call) => `${call.tool} ${JSON.stringify(call.input)}`),
    failedCall: tool,
    added: differences
      .filter(({ kind }) => kind !== "removed")
      .map(({ path, after, before }) => {
        const fresh = after.filter((value) => !before.includes(value));
        return JSON.stringify({ [fieldName(path)]: fresh.length === 1 ? fresh[0] : fresh });
      }),
    unbound: telling.some(
      ({ difference, note }) =>
        note.id.startsWith("added:") &&
        !difference.constant &&
        difference.origins.every(({ from }) => from === "nowhere") &&
        typeof difference.after[0] === "string",
    ),
  };
}
