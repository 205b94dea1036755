import { errorSignature } from "../../text/error-signature/error-signature.ts";
import { traceOutcome } from "../../text/trace-outcome.ts";
import type { SkillPatch } from "../../types/patch.ts";
import type { SkillVersion } from "../../types/skill.ts";
import type { Trace } from "../../types/trace.ts";
import { abstractError } from "../abstract-text.ts";
import { failureText } from "../failure-kind.ts";
import { fetchesAndExecutes, raisesPrivilege, safetyHolds } from "../fix-safety.ts";
import { code } from "../lesson-lines.ts";
import { dataOf, wordsOfCalls } from "../output-instruction.ts";
import { isSameLine } from "../patch/same-line.ts";
import { abstractCalls, calledText } from "../procedure/abstract-steps.ts";
import { callHead, callLine } from "../procedure/step-lines.ts";
import { toldToCall } from "../procedure/told-to-call.ts";
import { valueBindings } from "../procedure/value-bindings.ts";
import type { Attempt } from "../repair.ts";
import { valueSources } from "../value-sources.ts";
import { longestLine } from "../written-line.ts";
import { type AnotherWay, anotherWay } from "./another-way.ts";

const longestSymptom = 140;

/**
 * What a run adds to a procedure that it followed, where a call of it failed and the run then passed its check another
 * way: a line that says what to do then. Without a model. `used` is a version that the run was shown and is known to
 * have used. Nothing comes of a run that failed, of an error that says nothing or may pass by itself, of a way
 * that a person would have to allow, or where the procedure says it already.
 */
export function proposeFallback(trace: Trace, used: SkillVersion): SkillPatch | undefined {
  const { outcome, source } = traceOutcome(trace.signals);
  if (outcome !== "success" || source !== "test" || trace.end !== "completed") return undefined;
  if (trace.rerunOf !== undefined) return undefined;
  const { kind, example, bullets } = used.content;
  if (kind !== "procedure" || example === undefined) return undefined;
  const way = anotherWay(trace, example.calls);
  if (way === undefined) return undefined;
  const text = fallbackLine(trace, way);
  if (text === undefined || text.length > longestLine) return undefined;
  if (bullets.some((bullet) => bullet.section === "failure-modes" && isSameLine(bullet.text, text)))
    return undefined;
  return {
    skillId: used.skillId,
    base: used.version,
    operations: [{ op: "ADD", section: "failure-modes", text }],
    reason: `A run that followed it went on another way after ${code(callHead(way.failed.step.tool, way.failed.step.input))} failed, and passed its check.`,
  };
}

function fallbackLine(trace: Trace, { failed, instead, resumed }: AnotherWay): string | undefined {
  const called = instead.map(calledText);
  if (called.some((text) => fetchesAndExecutes(text) || raisesPrivilege(text))) return undefined;
  const { calls, unbound } = abstractCalls(trace, instead);
  const told = toldToCall(trace, instead, valueSources(trace));
  if (safetyHolds({ added: called.join("\n"), told, unbound }).length > 0) return undefined;
  const symptom = symptomOf(trace, failed, instead);
  if (symptom === undefined) return undefined;
  const ways = calls.map((call) => callLine(call, false).replace(/\.$/, ""));
  const first = ways.map((way, at) => (at === 0 ? lowerFirst(way) : `then ${lowerFirst(way)}`)).join(", ");
  const head = code(callHead(failed.step.tool, failed.step.input));
  return `If ${head} fails with "${symptom}", ${first}${resumed ? "; then make the call again" : " instead"}.`;
}

const lowerFirst = (text: string): string => text.replace(/^[A-Z]/, (letter) => letter.toLowerCase());

/** What the error said, without values of the run and without what it told its reader to do. */
function symptomOf(trace: Trace, failed: Attempt, instead: readonly Attempt[]): string | undefined {
  const bindings = valueBindings(trace);
  const { placeholders } = bindings;
  const known = wordsOfCalls([failed, ...instead].map((one) => `${one.step.tool} ${calledText(one)}`));
  const [line = ""] = errorSignature(failureText(failed.step)).lines;
  const text = abstractError(dataOf(line, known), { placeholders, sources: valueSources(trace) });
  const symptom = text.replaceAll('"', "'").replace(/[\s.]+$/, "");
  if (!/\p{L}{3}/u.test(symptom)) return undefined;
  return symptom.length <= longestSymptom
    ? symptom
    : `${symptom.slice(0, longestSymptom).replace(/\s*\S*$/, "")}…`;
}
