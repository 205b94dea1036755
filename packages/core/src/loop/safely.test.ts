import { describe, expect, it } from "vitest";
import { callHost, safely } from "./safely.ts";

describe("safely", () => {
  it("gives the answer, or the fallback when the work throws", () => {
    const failures: unknown[] = [];
    const thrown = new Error("no");
    const fail = (): number => {
      throw thrown;
    };
    expect(safely(() => 1, failures.push.bind(failures), 2)).toBe(1);
    expect(safely(fail, failures.push.bind(failures), 2)).toBe(2);
    expect(failures).toEqual([thrown]);
  });
});

describe("callHost", () => {
  it("catches what a callback throws, rejects with later, or hides in a getter", async () => {
    const failures: unknown[] = [];
    const note = (error: unknown): void => void failures.push(error);
    const key = "then";
    const hostile = Object.defineProperty({}, key, {
      get: () => {
        throw "getter";
      },
    });
    callHost(() => {
      throw "thrown";
    }, note);
    callHost(async () => {
      throw "rejected";
    }, note);
    callHost(() => hostile, note);
    callHost(() => 1, note);
    await new Promise((resolve) => setTimeout(resolve, 0));
    expect(failures).toEqual(["thrown", "rejected", "getter"]);
  });
});
