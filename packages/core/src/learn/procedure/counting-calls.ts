import { canonicalJson } from "../../text/canonical-json.ts";
import { readShell, shellCommandLine } from "../../text/shell/shell-command.ts";
import type { Trace } from "../../types/trace.ts";
import { isLookingCall } from "../failure-kind.ts";
import { attemptsOf } from "../find-repairs.ts";
import { type Attempt, stringsIn } from "../repair.ts";
import { holdsWord, searchText } from "../search-text.ts";
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
  const parts = new Map(lasting.map((attempt) => [attempt, partsGiven(attempt)]));
  const firstGiven = new Map<string, number>();
  for (const attempt of lasting) {
    for (const part of parts.get(attempt) ?? []) if (!firstGiven.has(part)) firstGiven.set(part, attempt.at);
  }
  const kept: Attempt[] = [];
  const usedLater = new Set<string>();
  for (const attempt of [...lasting].reverse()) {
    if (isLook(attempt) && !isUsed(attempt, { usedLater, firstGiven, sources })) continue;
    kept.unshift(attempt);
    for (const part of parts.get(attempt) ?? []) usedLater.add(part);
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
  const undoers = attempts.filter(mayUndo);
  if (undoers.length === 0) return attempts;
  const gone = new Set<Attempt>();
  attempts.forEach((attempt, place) => {
    if (isLook(attempt)) return;
    const undoing = undoers.find(
      (later) => later.at > attempt.at && !gone.has(later) && isUndone([attempt.step], [later]),
    );
    if (undoing === undefined) return;
    const between = attempts.slice(place + 1, attempts.indexOf(undoing));
    // A scratch folder is made, used and removed: that is how the work was done.
    if (isScratch(undoing) && between.some((one) => !gone.has(one) && sharesOperand(attempt, one))) return;
    gone.add(attempt).add(undoing);
  });
  return attempts.filter((attempt) => !gone.has(attempt));
}

const undoWords =
  /\b(?:mv|chmod|rm|rmdir|unlink|unset|revert|reset|checkout|restore|branch|push|uninstall|remove|disable|stop|down|delete|unmount|apply)\b|--(?:abort|reverse|unset)|-R\b/;

/** Whether a call is of a kind that takes things back: of few calls it need be asked what they took back. */
function mayUndo({ step }: Attempt): boolean {
  const commandLine = shellCommandLine(step.tool, step.input);
  if (commandLine !== undefined) return undoWords.test(commandLine);
  const names = step.input !== null && typeof step.input === "object" ? Object.keys(step.input) : [];
  return (
    /^(?:cancel|delete|remove|undo|revert|roll|void|refund|restore|reset|withdraw|abort)/.test(step.tool) ||
    names.some((name) => name.startsWith("old"))
  );
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
    usedLater,
    firstGiven,
    sources,
  }: {
    readonly usedLater: ReadonlySet<string>;
    /** Where each value was first given to a call. */
    readonly firstGiven: ReadonlyMap<string, number>;
    readonly sources: ValueSources;
  },
): boolean {
  const output = searchText(look.step.output ?? "");
  const isLong = output.text.length > shortOutput;
  for (const value of usedLater) {
    // A plain word stands in every long output.
    if (isLong && /^[a-z]+$/.test(value)) continue;
    if ((firstGiven.get(value) ?? 0) <= look.at || !holdsWord(output, value)) continue;
    if (sources.originOf(value, look.at, -1).from === "nowhere") return true;
  }
  return false;
}

const partsGiven = (attempt: Attempt): readonly string[] =>
  givenValues(attempt)
    .flatMap((value) => [value, ...value.split(/[\s/=,:'"()]+/)])
    .filter((value) => value.length >= 3 && !conventional.test(value));
