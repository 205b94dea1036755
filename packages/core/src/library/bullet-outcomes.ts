import { matchesSignature } from "../text/mistake-match.ts";
import { commandSkeleton, shellSkeleton, workingCommands } from "../text/shell/command-skeleton.ts";
import { readShell, shellCommandLine } from "../text/shell/shell-command.ts";
import { traceOutcome } from "../text/trace-outcome.ts";
import type { StatsIncrement } from "../types/evidence.ts";
import type { Bullet, SkillVersion } from "../types/skill.ts";
import type { ShownSkill, ToolStep, Trace } from "../types/trace.ts";
import {
  type AttributedUse,
  credibleShown,
  type KnownVersions,
  stepsAfter,
  versionKey,
} from "./attribute-uses.ts";

const codeSpans = /(`+)(?=[^`])([^`]*)\1/g;
/** A call that was made, whatever came of it. */
const made: ReadonlySet<ToolStep["outcome"]> = new Set(["ok", "tool-error", "invalid-input"]);

/**
 * What a run with a test's outcome says of single lines of the skills used in it: a line of the procedure is followed where a
 * later call is of the kind that its code names. It helped where the run passed and such a call went well; it did harm where
 * the run failed, or repeated the mistake. A run counts once for a line. Nothing else moves these counters by itself: a line that
 * is only shown, or in no call, is not judged.
 */
export function bulletOutcomes(
  trace: Trace,
  uses: readonly AttributedUse[],
  versions: KnownVersions,
): readonly StatsIncrement[] {
  const { outcome, source } = traceOutcome(trace.signals);
  if (source !== "test" || (outcome !== "success" && outcome !== "failure")) return [];
  const counted = new Map<string, StatsIncrement>();
  for (const use of uses) {
    const version = versions.get(versionKey(use));
    const shown = credibleShown(trace, versions).find((one) => versionKey(one) === versionKey(use));
    if (version === undefined || shown === undefined) continue;
    const calls = callsAfter(trace, shown);
    const isHarmful = outcome === "failure" || use.mistakeRepeated;
    for (const bullet of followable(version)) {
      const followed = calls.filter((call) => isCalledFor(bullet, call));
      const judged = isHarmful ? followed : followed.filter((call) => call.outcome === "ok");
      if (judged.length === 0) continue;
      const { skillId, scope } = version;
      const key = `${skillId}#${bullet.id}`;
      const effect = isHarmful ? { harmful: 1 } : { helpful: 1 };
      if (!counted.has(key)) counted.set(key, { scope, skillId, bulletId: bullet.id, ...effect });
    }
  }
  return [...counted.values()];
}

function callsAfter(trace: Trace, shown: ShownSkill): readonly ToolStep[] {
  return stepsAfter(trace.steps, shown).flatMap((step) =>
    step.kind === "tool" && made.has(step.outcome) ? [step] : [],
  );
}

function followable({ content }: SkillVersion): readonly Bullet[] {
  return content.bullets.filter(({ section }) => section === "procedure");
}

/** Whether a call is of the kind that the line's code names: a command with its values left open, or a tool by its name. */
function isCalledFor({ text }: Bullet, call: ToolStep): boolean {
  const skeletons = skeletonsOf(call);
  return [...text.matchAll(codeSpans)].some(([, , span = ""]) => {
    const code = span.trim();
    if (skeletons === undefined) return /^([\w.-]+)(?:\(|$)/.exec(code)?.[1] === call.tool;
    const pattern = shellSkeleton(code);
    return pattern !== "" && skeletons.some((skeleton) => matchesSignature(pattern, skeleton));
  });
}

/** What a shell call did, as a whole and command by command; `undefined` for a call of another tool. */
function skeletonsOf({ tool, input }: ToolStep): readonly string[] | undefined {
  const line = shellCommandLine(tool, input);
  if (line === undefined) return undefined;
  return [shellSkeleton(line), ...workingCommands(readShell(line)).map(commandSkeleton)];
}
