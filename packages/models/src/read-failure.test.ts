import { describe, expect, it } from "vitest";
import { readFailure } from "./read-failure.ts";

const now = 1_700_000_000_000;
const reply = (status: number, error: object = {}, headers: Record<string, string> = {}) => ({
  status,
  headers: new Headers(headers),
  error,
});
class OpenAIError extends Error {}
class APIConnectionError extends Error {}

describe("readFailure", () => {
  it.each([
    [reply(429, { code: "rate_limit_exceeded" }), "busy"],
    [reply(429, { type: "insufficient_quota" }), "quota"],
    [reply(403, { code: "insufficient_quota" }), "quota"],
    [reply(429, { message: "Limit of requests per day (RPD): 14400" }), "quota"],
    [reply(429, { message: "Rate limit exceeded: free-models-per-day" }), "quota"],
    [reply(429, { details: [{ quotaId: "GenerateRequestsPerDayPerProject" }] }), "quota"],
    [reply(429, {}, { "retry-after": "601" }), "quota"],
    [reply(429, {}, { "retry-after": "600" }), "busy"],
    [reply(429, { message: "You exceeded your current quota of tokens per minute" }), "busy"],
    [reply(500, { message: "Daily quota exceeded (TPD)" }), "fault"],
    [reply(504), "fault"],
    [reply(529), "fault"],
    [reply(401), "key"],
    [reply(403), "key"],
    [reply(404), "setup"],
    [reply(413), "request"],
    [reply(400, { code: "context_length_exceeded" }), "request"],
    [reply(400, { message: "This model's maximum context length is 8192 tokens" }), "request"],
    [reply(400, { message: "Something" }), "refused"],
    [reply(422), "refused"],
    [new APIConnectionError("Connection error."), "fault"],
    [new OpenAIError("Streaming is required"), "setup"],
    [new TypeError("fetch failed"), "fault"],
    [undefined, "fault"],
  ] as const)("reads %o as %s", (error, kind) => {
    expect(readFailure(error, now).kind).toBe(kind);
  });

  it("names status and code, and repeats no words of the server", () => {
    const error = { code: "bad key hunter2", type: "invalid_request_error", message: "hunter2" };
    expect(readFailure(reply(401, error), now).name).toBe("status 401, invalid_request_error");
    const cause = Object.assign(new Error("hunter2"), { code: "ECONNREFUSED" });
    expect(readFailure(new APIConnectionError("hunter2", { cause }), now).name).toBe("ECONNREFUSED");
    expect(readFailure(new APIConnectionError("hunter2"), now).name).toBe("APIConnectionError");
    expect(readFailure("hunter2", now).name).toBe("no answer");
  });

  it("reads headers of newer and of older clients, and errors however deep they are kept", () => {
    expect(readFailure(reply(429, {}, { "retry-after": "5" }), now).waitMs).toBe(5_000);
    const older = { status: 429, headers: { "retry-after": "5" }, error: { error: { type: "tokens" } } };
    expect(readFailure(older, now)).toEqual({ kind: "busy", name: "status 429, tokens", waitMs: 5_000 });
  });

  it.each([
    ["-5", undefined],
    ["soon", undefined],
    ["", undefined],
    ["0", 0],
    [new Date(now - 60_000).toUTCString(), 0],
  ])("reads the Retry-After %j as %s", (text, waitMs) => {
    expect(readFailure(reply(503, {}, { "retry-after": text }), now).waitMs).toBe(waitMs);
  });

  it.each([
    ["Please try again in 1m2.5s.", 62_500],
    ["try again in 1h2m3s", 3_723_000],
    ["Please retry in 20ms", 20],
    ["try again in 2 s", 2_000],
    ["Please try again in 2d", 172_800_000],
    ["try again later", undefined],
  ])("reads the words %j", (message, waitMs) => {
    expect(readFailure(reply(503, { message }), now).waitMs).toBe(waitMs);
  });
});
