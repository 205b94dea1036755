import { readField } from "@skillloop/core/adapter";
import { askedWait } from "./asked-wait.ts";

/**
 * Why a request came to nothing. `busy` and `quota` are of the key, `key` says that the key itself is refused; `fault` is of the
 * server or of the way to it; `request` is about this very request, and `setup` about all of them.
 */
export type FailureKind = "busy" | "quota" | "key" | "fault" | "request" | "setup" | "refused";

export interface Failure {
  readonly kind: FailureKind;
  /** Status and code as the server gave them; no words of its own, which may quote the request or the key. */
  readonly name: string;
  readonly waitMs?: number;
}

/** A server that asks for longer than this is not busy: the day's share of the key is used up. */
const longestBusyMs = 600_000;

/** Codes and types of servers whose meaning is that nothing more will be answered today. */
const quotaCodes =
  /^(?:insufficient_quota|billing_hard_limit_reached|billing_not_active|billing_error|daily_limit_exceeded|insufficient_balance)$/;
/** What servers that have one code for all limits call the daily one. Not any text that speaks of a quota. */
const dailyLimits = /\((?:TPD|RPD)\)|\bfree-models-per-day\b|"quotaId":"\w*PerDay/;
const ofRequest =
  /^(?:context_length_exceeded|string_above_max_length|content_policy_violation|content_filter|request_too_large)$/;
const tooLong = /\bprompt is too long\b|\bmaximum context length\b/i;

/** Reads an error of a client, or the `error` that some servers put into an answer of status 200. */
export function readFailure(error: unknown, now: number): Failure {
  const { status, code, type, message, text } = readReply(error);
  const waitMs = askedWait(headersOf(error), message, now);
  const words = [status === undefined ? nameOf(error) : `status ${status}`, code ?? type];
  const named = { name: words.filter((word) => word !== undefined).join(", ") };
  const failure = (kind: FailureKind): Failure => ({
    kind,
    ...named,
    ...(waitMs !== undefined && { waitMs }),
  });

  if ([code, type].some((word) => word !== undefined && quotaCodes.test(word))) return failure("quota");
  if (status === 402 || (status === 400 && /\bcredit balance is too low\b/i.test(message)))
    return failure("quota");
  if (status === 429) {
    if (dailyLimits.test(text) || (waitMs ?? 0) > longestBusyMs) return failure("quota");
    return failure("busy");
  }
  // The client's own complaint about what it was asked to send.
  if (status === undefined && /^(?:OpenAI|Anthropic)Error$/.test(kindOf(error) ?? ""))
    return failure("setup");
  if (status === undefined || status === 408 || status === 409 || status >= 500) return failure("fault");
  if (status === 401 || status === 403) return failure("key");
  if (status === 413 || [code, type].some((word) => word !== undefined && ofRequest.test(word)))
    return failure("request");
  if (status === 400 && tooLong.test(message)) return failure("request");
  return failure(status === 400 || status === 422 ? "refused" : "setup");
}

export interface Reply {
  readonly status: number | undefined;
  readonly code: string | undefined;
  readonly type: string | undefined;
  /** The parameter that the server did not like. */
  readonly param: string | undefined;
  readonly message: string;
  /** All it said, to look for known words in. */
  readonly text: string;
}

/** What the server said, however deep its client keeps it. */
export function readReply(error: unknown): Reply {
  const body = readField(error, "error") ?? error;
  const inner = readField(body, "error") ?? body;
  const word = (name: string): string | undefined => {
    const value = readField(inner, name) ?? readField(error, name);
    return typeof value === "string" && /^[\w.-]{1,60}$/.test(value) ? value : undefined;
  };
  const message = readField(inner, "message") ?? readField(error, "message");
  const said = typeof message === "string" ? message.slice(0, 5_000) : "";
  return {
    status: [readField(error, "status"), readField(inner, "code")].find(
      (value) => typeof value === "number",
    ) as number | undefined,
    code: word("code"),
    type: word("type"),
    param: word("param"),
    message: said,
    text: `${said}\n${jsonOf(inner)}`,
  };
}

function jsonOf(value: unknown): string {
  try {
    return (JSON.stringify(value) ?? "").slice(0, 20_000);
  } catch {
    return "";
  }
}

const kindOf = (error: unknown): string | undefined =>
  error instanceof Error ? error.constructor.name : undefined;

/** What kind of error it was, where no status came. */
function nameOf(error: unknown): string {
  const inner = readField(error, "cause");
  const codes = [readField(inner, "code"), readField(readField(inner, "cause"), "code")];
  const kind = kindOf(error);
  const isName = (name: unknown): name is string => typeof name === "string" && /^\w{1,60}$/.test(name);
  return [...codes, kind].find(isName) ?? "no answer";
}

/** `Headers` in newer clients, a plain object in older ones. */
function headersOf(error: unknown): (name: string) => string | undefined {
  const headers = readField(error, "headers");
  return (name) => {
    const value = headers instanceof Headers ? headers.get(name) : readField(headers, name);
    return typeof value === "string" ? value : undefined;
  };
}
