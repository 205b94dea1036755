import { errorText } from "../text/error-signature/error-text.ts";
import { readJson } from "../text/read-json.ts";
import { type ShellSegment, shellSegments } from "../text/shell/shell-words.ts";
import type { JsonValue } from "../types/json.ts";
import type { StepOutcome } from "../types/trace.ts";
import { boundText } from "./bound-texts.ts";
import { commandOf, exitOneIsAnswer, masksExitCode, onlyReads } from "./command-facts.ts";
import { isErrorEnvelope } from "./error-envelope.ts";
import { exitCodeInText, type ProcessResult, processResult, withoutExitLines } from "./exit-code.ts";
import { isJsonObject, toJsonValue, valueText } from "./json-value.ts";
import { isComplaintText, isErrorText } from "./text-form.ts";
import { unwrapResult } from "./unwrap-result.ts";
import { controlFlowOf, outcomeByWording } from "./wording.ts";

/** What is known of one finished call, in whatever form its host gave it. */
export interface CallFacts {
  readonly input: JsonValue;
  readonly callId?: string | undefined;
  readonly output?: unknown;
  /** A thrown value, or a framework's error text. */
  readonly error?: unknown;
  /** The framework said that the call failed. `false` proves nothing: many tools return errors as text. */
  readonly failed?: boolean | undefined;
  /** `null` when a signal killed the process. */
  readonly exitCode?: number | null | undefined;
  /** Said by the host itself; decides. */
  readonly outcome?: StepOutcome | undefined;
  /** The call's arguments could not be read. */
  readonly invalidInput?: boolean | undefined;
}

export interface JudgedCall {
  readonly outcome: StepOutcome;
  readonly output?: string;
  readonly error?: string;
  readonly exitCode?: number;
}

interface Evidence {
  readonly thrown: boolean;
  readonly failed: boolean;
  readonly text: string;
  readonly value: JsonValue;
  readonly process: ProcessResult | undefined;
  readonly exitCode: number | null | undefined;
  /** The shell command of the call in its parts, parsed once. */
  readonly segments: readonly ShellSegment[] | undefined;
}

function isPresent(value: unknown): boolean {
  if (value === undefined || value === null || value === false || value === 0) return false;
  if (Array.isArray(value)) return value.length > 0;
  return typeof value !== "string" || value.trim() !== "";
}

const maximumStdout = 2_000;

/**
 * The last whole lines of what was printed. The texts are not masked yet: a cut inside a line would part a
 * secret from the key that tells it for one.
 */
function endOf(printed: string): string {
  if (printed.length <= maximumStdout) return printed;
  const end = printed.slice(-maximumStdout);
  const line = end.indexOf("\n");
  return line < 0 ? end.replace(/^\S{0,512}\s?/, "") : end.slice(line + 1);
}

/** Stderr first, then the end of what was printed, then the code: the order in which they explain. */
function processErrorText(process: ProcessResult): string {
  const printed = process.stdout.trimEnd();
  const code = process.exitCode == null ? "" : `exit code ${process.exitCode}`;
  const ending = process.signal !== undefined ? `killed by ${process.signal}` : code;
  return [process.stderr.trim(), endOf(printed).trim(), ending].filter((part) => part !== "").join("\n");
}

/** JSON in a text result is read, so that a reply that was only serialised is judged like the object. */
function structured(value: JsonValue): JsonValue {
  if (typeof value !== "string" || !/^\s*\{/.test(value) || value.length > 200_000) return value;
  const read = readJson(value);
  return read.ok ? read.value : value;
}

function collect(facts: CallFacts): Evidence & { readonly outcome: StepOutcome | undefined } {
  const thrown = isPresent(facts.error);
  const unwrapped = unwrapResult(facts.output, facts.callId);
  const value = structured(toJsonValue(unwrapped.value));
  const process =
    (thrown ? processResult(facts.error) : undefined) ??
    processResult(unwrapped.value) ??
    processResult(value);
  const plain = boundText(thrown ? errorText(facts.error) : valueText(unwrapped.value));
  const printed = process?.exitCode;
  const command = commandOf(facts.input);
  const segments = command === undefined ? undefined : shellSegments(command);
  const silent = thrown || printed !== undefined || isJsonObject(value);
  const content = segments !== undefined && onlyReads(segments);
  const inText = silent ? undefined : exitCodeInText(plain, { content });
  return {
    thrown,
    failed: facts.failed === true || unwrapped.failed === true,
    outcome: unwrapped.outcome,
    text: plain,
    value,
    process,
    exitCode: facts.exitCode !== undefined ? facts.exitCode : (printed ?? inText),
    segments,
  };
}

/** Exit code 1 of `grep`, `test`, `diff` with nothing on stderr is an answer. */
function isAnswer(evidence: Evidence): boolean {
  const { segments, exitCode, process, text } = evidence;
  if (exitCode !== 1 || segments === undefined || !exitOneIsAnswer(segments)) return false;
  if (process !== undefined) return process.stderr.trim() === "";
  return !isComplaintText(withoutExitLines(text)) && outcomeByWording(text) === undefined;
}

/** The outcome by a plain text's own form, with what the command line says about it. */
function failsByForm(evidence: Evidence): boolean {
  const { segments, exitCode, process, text, value } = evidence;
  if (typeof value !== "string" && process === undefined) return isErrorEnvelope(value);
  const printed = process === undefined ? text : `${process.stdout}\n${process.stderr}`;
  const shown = withoutExitLines(printed);
  if (exitCode === 0 && (segments === undefined || !masksExitCode(segments))) return false;
  if (segments !== undefined && onlyReads(segments)) return exitCode === undefined && isComplaintText(shown);
  return isErrorText(shown);
}

function outcomeOf(facts: CallFacts, evidence: Evidence): StepOutcome {
  const { thrown, failed, exitCode, text, process } = evidence;
  const control = thrown ? controlFlowOf(facts.error) : undefined;
  if (control !== undefined) return control;
  if (exitCode === null || (process?.signal !== undefined && process.exitCode === null)) return "aborted";
  if (exitCode === 130) return "aborted";
  if (isAnswer(evidence)) return "ok";
  const message = isJsonObject(evidence.value) ? envelopeMessage(evidence.value) : text;
  const flagged = thrown || failed || (exitCode !== undefined && exitCode !== 0);
  const isSentence =
    typeof evidence.value === "string" && text.length < 2_000 && evidence.segments === undefined;
  const fails = flagged || failsByForm(evidence);
  if (!fails && !isSentence) return "ok";
  const worded = exitCode === 0 ? undefined : outcomeByWording(message);
  if (fails) {
    if (facts.invalidInput === true && worded !== "unknown-tool") return worded ?? "invalid-input";
    return worded ?? "tool-error";
  }
  // A refusal that no flag marks is still one, when the whole short result is the framework's sentence.
  return worded ?? "ok";
}

function envelopeMessage(value: JsonValue): string {
  if (!isJsonObject(value)) return typeof value === "string" ? value : "";
  const inner = value.message ?? value.error ?? "";
  return isJsonObject(inner) ? envelopeMessage(inner) : valueText(inner);
}

/**
 * How one call ended and what its agent saw of it. From the surest to the weakest: what the host said,
 * control flow, exit codes, flags and thrown errors, a service's error reply, the text's own form.
 */
export function judgeCall(facts: CallFacts): JudgedCall {
  // A call that nobody has answered yet leaves nothing to look at.
  const { outcome: said, output, error, exitCode: told } = facts;
  if (said === "missing" && output === undefined && error === undefined && told === undefined) {
    return { outcome: "missing", error: emptyError("missing", undefined) };
  }
  const evidence = collect(facts);
  const outcome = facts.outcome ?? evidence.outcome ?? outcomeOf(facts, evidence);
  const { process, exitCode, text, thrown } = evidence;
  const code = typeof exitCode === "number" ? { exitCode } : {};
  const separate = thrown ? boundText(valueText(unwrapResult(facts.output, facts.callId).value)) : "";
  if (outcome === "ok") {
    const printed = process === undefined ? "" : streamsText(process);
    const output = printed !== "" ? printed : thrown ? separate : text;
    return { outcome, ...(output === "" ? {} : { output }), ...code };
  }
  const streams = process !== undefined && streamsText(process) !== "";
  const failure = streams ? processErrorText(process) : text;
  return {
    outcome,
    ...(separate === "" ? {} : { output: separate }),
    error: failure.trim() === "" ? emptyError(outcome, exitCode) : failure,
    ...code,
  };
}

const streamsText = ({ stdout, stderr }: ProcessResult): string =>
  [stdout.trimEnd(), stderr.trimEnd()].filter((part) => part !== "").join("\n");

/** What stands for the error of a call whose result nobody saw. */
export const noResultText = "No result was recorded for this call.";

function emptyError(outcome: StepOutcome, exitCode: number | null | undefined): string {
  if (outcome === "missing") return noResultText;
  if (typeof exitCode === "number") return `exit code ${exitCode}`;
  return exitCode === null ? "killed by a signal" : `The call ended as ${outcome} without a message.`;
}
