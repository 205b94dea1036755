import { describe, expect, it } from "vitest";
import { readJson } from "./read-json.ts";

describe("readJson", () => {
  it("reads any JSON value, with a byte order mark too", () => {
    expect(readJson('\uFEFF{"a":[1,null,"x"]}')).toEqual({ ok: true, value: { a: [1, null, "x"] } });
    expect(readJson("null")).toEqual({ ok: true, value: null });
  });

  it("says where the fault is and never quotes the text", () => {
    const secret = `hunter${"2".repeat(3)}`;
    for (const text of [
      `{"password": ${secret}}`,
      `{"a": "${secret}`,
      `${secret}`,
      `{"a":1}\n{"b":"${secret}"}`,
    ]) {
      const read = readJson(text);
      expect(read.ok).toBe(false);
      expect(JSON.stringify(read)).not.toContain("hunter");
    }
    expect(readJson("")).toMatchObject({ ok: false, message: expect.stringContaining("empty") });
    expect(readJson('{"a":1}\n{"b":2}')).toMatchObject({ message: expect.stringContaining("line 2") });
  });

  it("keeps a __proto__ key as data", () => {
    const read = readJson('{"__proto__": {"polluted": true}}');
    expect(read.ok && Object.keys(read.value as object)).toEqual(["__proto__"]);
    expect(({} as Record<string, unknown>).polluted).toBe(undefined);
  });
});
