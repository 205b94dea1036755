import { canonicalJson } from "../../text/canonical-json.ts";
import { readShell, shellCommandLine } from "../../text/shell/shell-command.ts";
import type { Trace } from "../../types/trace.ts";
import { isLookingCall } from "../failure-kind.ts";
import { attemptsOf } from "../find-repairs.ts";
import { type Attempt, stringsIn } from "../repair.ts";
import { isUndone } from "../undone.ts";
import { type ValueSources, valueSources } from "../value-sources.ts";

const shortOutput = 200;
const conventional =
  /^(?:origin|upstream|head|main|master|true|false|null|none|all|yes|no|ok|default|latest)$/i;

/**
 * The calls of a run that its result rests on, in order: those that went well, without looks that nothing later used,
 * what was taken back, and what was said twice in one turn. Of a repair its working form.
 */
export function countingCalls(trace: Trace, sources: ValueSources = valueSources(trace)): readonly Attempt[] {
  const worked = attemptsOf(trace).filter(({ step }) => step.outcome === "ok");
  const lasting = withoutUndone(withoutDoubles(worked));
  const kept: Attempt[] = [];
  for (const attempt of [...lasting].reverse()) {
    const before = lasting.filter(({ at }) => at <= attempt.at);
    if (isLook(attempt) && !isUsed(attempt, { before, after: kept, sources })) continue;
    kept.unshift(attempt);
  }
  return kept;
}

// `open_ticket` and `check_in` change something; `open_page` and `check_status` do not.
const acts =
  /^(?:open(?!_?(?:file|page|url|link|tab|browser|document|folder|image)(?:$|[_A-Z]))|check_?(?:in|out))(?:$|[_A-Z])/;

const isLook = ({ step }: Attempt): boolean => isLookingCall(step) && !acts.test(step.tool);

function withoutDoubles(attempts: readonly Attempt[]): readonly Attempt[] {
  const seen = new Set<string>();
  return attempts.filter(({ step: { turn, tool, input } }) => {
    const call = `${turn} ${tool} ${canonicalJson(input)}`;
    if (seen.has(call)) return false;
    seen.add(call);
    return true;
  });
}

/** Without calls that a later one took back, and without the one that did. */
function withoutUndone(attempts: readonly Attempt[]): readonly Attempt[] {
  const gone = new Set<Attempt>();
  attempts.forEach((attempt, place) => {
    if (isLook(attempt)) return;
    const undoing = attempts
      .slice(place + 1)
      .find((later) => !gone.has(later) && isUndone([attempt.step], [later]));
    if (undoing === undefined) return;
    const between = attempts.slice(place + 1, attempts.indexOf(undoing));
    // A scratch folder is made, used and removed: that is how the work was done.
    if (isScratch(undoing) && between.some((one) => !gone.has(one) && sharesOperand(attempt, one))) return;
    gone.add(attempt).add(undoing);
  });
  return attempts.filter((attempt) => !gone.has(attempt));
}

const isScratch = ({ step }: Attempt): boolean => {
  const commandLine = shellCommandLine(step.tool, step.input);
  return (
    commandLine !== undefined && readShell(commandLine).some(({ program }) => /^(?:rm|rmdir)$/.test(program))
  );
};

function sharesOperand(one: Attempt, other: Attempt): boolean {
  const values = new Set(givenValues(one));
  return givenValues(other).some((value) => values.has(value) || values.has(value.split("/")[0] ?? ""));
}

/** What a call was given: the strings of its input, of a shell the arguments that are no options. */
function givenValues({ step }: Attempt): readonly string[] {
  const commandLine = shellCommandLine(step.tool, step.input);
  if (commandLine === undefined) return stringsIn(step.input);
  return readShell(commandLine).flatMap((command) => [
    ...command.arguments.filter(({ kind }) => kind !== "option").map(({ text }) => text.replace(/^\.\//, "")),
    ...command.assignments.map(({ value }) => value),
    ...command.redirects.map(({ target }) => target),
  ]);
}

/** Whether a later call was given something that this look was the first to tell. */
function isUsed(
  look: Attempt,
  {
    before,
    after,
    sources,
  }: {
    readonly before: readonly Attempt[];
    readonly after: readonly Attempt[];
    readonly sources: ValueSources;
  },
): boolean {
  const output = look.step.output ?? "";
  const given = new Set(before.flatMap(partsGiven));
  return after.flatMap(partsGiven).some((value) => {
    if (value.length < 3 || conventional.test(value) || given.has(value)) return false;
    // A plain word stands in every long output.
    if (/^[a-z]+$/.test(value) && output.length > shortOutput) return false;
    return sources.outputHolds(look.at, value) && sources.originOf(value, look.at, -1).from === "nowhere";
  });
}

const partsGiven = (attempt: Attempt): readonly string[] =>
  givenValues(attempt).flatMap((value) => [value, ...value.split(/[\s/=,:'"()]+/)]);
