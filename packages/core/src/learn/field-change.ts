import { callSkeleton } from "../text/shell/command-skeleton.ts";
import type { JsonValue } from "../types/json.ts";
import type { ExampleCall } from "../types/skill.ts";
import { abstractInput, abstractStateInput, fieldName, leavesOf } from "./abstract-fields.ts";
import { failureText } from "./failure-kind.ts";
import { differencesOf, narrowsInput } from "./field-differences.ts";
import { type FieldContext, type JudgedDifference, judgeDifference, noteOf } from "./field-notes.ts";
import { numberRelation, relationInShort, relationText } from "./number-relation.ts";
import { type Placeholders, placeholderName } from "./placeholders.ts";
import type { Attempt, Dismissal, RepairChange } from "./repair.ts";
import { namingWords, relevantStateSteps } from "./state-steps.ts";

export interface FieldRepair extends FieldContext {
  readonly placeholders: Placeholders;
  readonly attempts: readonly Attempt[];
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
  const error = failureText(failed.step);
  const found = differencesOf(failed.step.input, fixed.step.input);
  if (narrowsInput(failed.step.input, fixed.step.input, found)) {
    return { rule: "narrowed-effect", detail: "The working call does less than the failed one was to do." };
  }
  const differences = found.map((difference) => judgeDifference(difference, context));
  const relation = numberRelation({ failed: failed.step.input, fixed: fixed.step.input, error });
  const named = namingWords(error.replaceAll("_", " "));
  const concerns = (path: string): boolean =>
    fieldName(path)
      .split(/[_-]/)
      .some((word) => named.has(word.toLowerCase()));
  const noted = differences.flatMap((difference) => {
    // A relation explains the repair; what else changed is of this task.
    if (relation !== undefined && difference.path !== relation.path) return [];
    const note =
      relation === undefined
        ? noteOf(difference, context)
        : {
            id: `relation:${difference.path}`,
            text: relationText(relation),
            brief: relationInShort(relation),
          };
    return note === undefined ? [] : [{ difference, note }];
  });
  // Several things changed at once: those that the error speaks of, if it speaks of any.
  const spoken = noted.filter(({ difference }) => concerns(difference.path));
  const telling = spoken.length > 0 ? spoken : noted;
  const guessed = spoken.length === 0 && noted.every(({ note }) => note.id.startsWith("found:"));
  if (guessed && noted.length > 0 && found.length > 1) {
    return {
      rule: "unclear",
      detail: "Several values changed at once and the error speaks of none of them.",
    };
  }
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
    unchanged: new Set<string>(),
  };
  const constants = new Set(differences.filter(({ constant }) => constant).map(({ path }) => path));
  // The failed call's values stand in the error.
  abstractInput(failed.step.input, { placeholders, constants });
  const callOf = (attempt: Attempt, input: JsonValue): ExampleCall => ({
    tool: attempt.step.tool,
    input,
    skeleton: callSkeleton(attempt.step.tool, attempt.step.input),
  });
  const told = telling.map(({ difference }) => difference);
  // A number that the error names need not be looked up.
  const discoveries = relation === undefined ? discoveriesOf(told, context) : [];
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
    // A field's name says what the task must give; only what the repair is about needs a word more.
    if (change !== undefined) placeholders.explain(name, "as the procedure says");
  }
  const representative = telling[0];
  return {
    kind: telling.length === 0 ? "state" : "call",
    atom:
      representative === undefined
        ? `state:${states.at(-1)?.attempt.step.tool ?? ""}`
        : `field:${representative.difference.path}`,
    notes: telling.map(({ note }) => note),
    calls,
    rendered: calls.map((call) => `${call.tool} ${JSON.stringify(call.input)}`),
    states: states.map(({ attempt }) => attempt),
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
