import { describe, expect, it } from "vitest";
import { beginsWithCalls, inputKey, isTellingId, saidCalls } from "./call-keys.ts";
import type { RunCall } from "./call-table.ts";
import { promptTranscript } from "./provider-prompt.ts";

describe("inputKey", () => {
  it("is the same whatever the order of the fields, parsed or not", () => {
    expect(inputKey({ a: 1, b: [true, null] })).toBe(inputKey({ b: [true, null], a: 1 }));
    expect(inputKey('{"b": "x", "a": {"c": 2, "d": 3}}')).toBe(inputKey({ a: { d: 3, c: 2 }, b: "x" }));
    expect(inputKey(undefined)).toBe(inputKey({}));
    expect(inputKey("")).toBe(inputKey({}));
    expect(inputKey({ a: undefined, b: 1 })).toBe(inputKey({ b: 1 }));
  });

  it("reads the same arguments once, however often a conversation is gone through", () => {
    let read = 0;
    const input = {
      get text() {
        read += 1;
        return "x".repeat(2_000);
      },
    };
    expect(inputKey(input)).toBe(inputKey(input));
    expect(read).toBe(1);
  });

  it.each([
    [{ a: 1 }, { a: "1" }],
    [{ a: 1 }, { a: 2 }],
    [{ a: 1 }, { b: 1 }],
    [["a", "b"], ["ab"]],
    [{ a: { b: 1 } }, { a: {}, b: 1 }],
    [["a"], { 0: "a" }],
    [{ text: `${"x".repeat(9_000)}a` }, { text: `${"x".repeat(9_000)}b` }],
    [{ text: "x".repeat(9_000) }, { text: "x".repeat(9_001) }],
    ["plain", "words"],
  ])("differs for other arguments (%#)", (one, other) => {
    expect(inputKey(one)).not.toBe(inputKey(other));
  });

  it("never throws", () => {
    const circle: Record<string, unknown> = {};
    circle.self = circle;
    const hostile = {
      get a(): never {
        throw new Error("getter");
      },
    };
    for (const input of [circle, hostile, 1n, Symbol("s"), () => 1, new Proxy({}, hostileProxy)]) {
      expect(inputKey(input)).toMatch(/^[0-9a-z]+\.[0-9a-z]+$/);
    }
  });
});

const hostileProxy: ProxyHandler<object> = {
  ownKeys: () => {
    throw new Error("trap");
  },
};

describe("isTellingId", () => {
  it.each([
    "call_9fKq2LxT7bVw3ZmR8cYd1HsN",
    "toolu_01A09q90qw90lq917835lq9",
    "550e8400-e29b-41d4-a716-446655440000",
    "chatcmpl-tool-8a1f3c9be2d04f7a",
    "D681PevKs",
  ])("takes %s for drawn by lot", (id) => {
    expect(isTellingId(id, "getUserById")).toBe(true);
  });

  it.each([
    ["functions.getWeatherForecast:0", "getWeatherForecast"],
    ["getUserById_1", "getUserById"],
    ["readFileV2-1", "readFileV2"],
    ["call_mcp2Github4Search6_12", "mcp2Github4Search6"],
    ["functions.getWeatherForecast:0", "get_weather_forecast"],
    ["getUserById_1", ""],
    ["toolCallId_1", "search"],
    ["step1_call2_tool3_part4", "search"],
  ])("takes %j of the tool %j for counted, whatever letters its names are of", (id, tool) => {
    expect(isTellingId(id, tool)).toBe(false);
  });

  it("takes an id for drawn by lot that its tool's name stands before", () => {
    expect(isTellingId("getUserById_9fKq2LxT7bVw", "getUserById")).toBe(true);
    expect(isTellingId("D681PevKs", "P")).toBe(true);
  });

  it.each([
    "",
    "1",
    "call_1",
    "call_12",
    "functions.get_weather:0",
    "call-get-weather-2",
    "getWeather1",
    "tool_call_0",
  ])("takes %j for counted or named", (id) => {
    expect(isTellingId(id, "search")).toBe(false);
  });
});

describe("beginsWithCalls", () => {
  const runCall = (frameworkId: string, input: unknown): RunCall => ({
    frameworkId,
    recordedId: frameworkId,
    tool: "read",
    inputKey: inputKey(input),
    state: "open",
    asked: true,
    hint: Promise.resolve(undefined),
    note: undefined,
  });
  const said = (...calls: readonly (readonly [id: string, input: unknown])[]) => {
    const content = calls.map(([toolCallId, input]) => ({
      type: "tool-call",
      toolCallId,
      toolName: "read",
      input,
    }));
    return saidCalls(
      promptTranscript([
        { role: "user", content: "Read" },
        { role: "assistant", content },
      ]),
    );
  };
  const calls = [runCall("call_1", { path: "a", line: 1 }), runCall("call_2", {})];

  it("knows a run's calls by id, tool and arguments, in their order", () => {
    const first = ["call_1", { line: 1, path: "a" }] as const;
    expect(beginsWithCalls(said(first, ["call_2", {}], ["call_3", {}]), calls)).toBe(true);
    expect(beginsWithCalls(said(first), [])).toBe(true);
    expect(beginsWithCalls(said(["call_2", {}], first), calls)).toBe(false);
    expect(beginsWithCalls(said(first), calls)).toBe(false);
  });

  it("takes counted ids with other arguments for another run's, and ids drawn by lot for its own", () => {
    expect(beginsWithCalls(said(["call_1", { path: "b" }], ["call_2", {}]), calls)).toBe(false);
    const drawn = [runCall("call_a1B2c3D4e5F6", { path: "a" })];
    expect(beginsWithCalls(said(["call_a1B2c3D4e5F6", { path: "b" }]), drawn)).toBe(true);
  });
});
