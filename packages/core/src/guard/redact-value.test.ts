import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { JsonValue } from "../types/json.ts";
import { redactValue } from "./redact-value.ts";

describe("redactValue", () => {
  it("RD5: masks by key name and keeps the types of all else", () => {
    const value = { user: "alice", db_password: "x1", port: 5432, ok: true, none: null, token: "abc" };
    expect(redactValue(value)).toEqual({
      value: {
        user: "alice",
        db_password: "[redacted]",
        port: 5432,
        ok: true,
        none: null,
        token: "[redacted]",
      },
      count: 2,
    });
  });

  it("masks strings in lists and objects under a key that names a secret", () => {
    const { value, count } = redactValue({
      passwords: ["aa", "bb"],
      credentials: { user: "cc", n: 7, deep: [{ x: "dd" }] },
    });
    expect(value).toEqual({
      passwords: ["[redacted]", "[redacted]"],
      credentials: { user: "[redacted]", n: 7, deep: [{ x: "[redacted]" }] },
    });
    expect(count).toBe(4);
  });

  it("RD8: masks secrets in a string that holds JSON, at any depth", () => {
    const inner = JSON.stringify({ a: JSON.stringify({ password: "hunter2", keep: 1 }) });
    const { value } = redactValue({ body: inner });
    expect(JSON.stringify(value)).not.toContain("hunter2");
    const outer = JSON.parse((value as { body: string }).body) as { a: string };
    expect(JSON.parse(outer.a)).toEqual({ password: "[redacted]", keep: 1 });
  });

  it("masks the value of a name-value pair, of a flag and of a header pair", () => {
    expect(
      redactValue([
        { name: "DB_PASSWORD", value: "x1" },
        ["login", "--password", "x2", "--user", "a"],
        ["X-Api-Key", "x3"],
        ["Authorization", "Bearer x4opaque"],
      ]).value,
    ).toEqual([
      { name: "DB_PASSWORD", value: "[redacted]" },
      ["login", "--password", "[redacted]", "--user", "a"],
      ["X-Api-Key", "[redacted]"],
      ["Authorization", "Bearer [redacted]"],
    ]);
  });

  it("masks secrets in keys and keeps keys apart", () => {
    const [a, b] = [`gh${"p_"}${"a".repeat(36)}`, `gh${"p_"}${"b".repeat(36)}`];
    expect(redactValue({ [a]: 1, [b]: 2 }).value).toEqual({ "[redacted]": 1, "[redacted] 2": 2 });
  });

  it("keeps usage counts, page tokens, references and nulls under secret-like names", () => {
    const value = {
      max_tokens: 4096,
      tokens: { input: 10, output: 20 },
      next_page_token: "abc123def456",
      password: null,
      token: "$TOKEN",
      secretKeyRef: { name: "db", key: "password" },
      ttl: { access_token_ttl: 3600 },
    };
    expect(redactValue(value)).toEqual({ value, count: 0 });
  });

  it("masks a number that is a password", () => {
    expect(redactValue({ password: 12345678 }).value).toEqual({ password: "[redacted]" });
  });

  it("cuts values that contain themselves or are too deep, and keeps secrets out of what it cuts", () => {
    const loop: Record<string, unknown> = { password: "hunter2" };
    loop.self = loop;
    expect(redactValue(loop as JsonValue).value).toEqual({ password: "[redacted]", self: "[circular]" });
    let deep: JsonValue = { password: "hunter2" };
    for (let level = 0; level < 5000; level += 1) deep = [deep];
    expect(JSON.stringify(redactValue(deep).value)).not.toContain("hunter2");
  });

  it("never throws, never adds a second count and never changes what has no secret in it", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
        const once = redactValue(value as JsonValue);
        expect(redactValue(once.value)).toEqual({ value: once.value, count: 0 });
        if (once.count === 0) expect(once.value).toEqual(value);
      }),
      { numRuns: 400 },
    );
  });
});
