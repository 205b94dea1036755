import { describe, expect, it } from "vitest";
import { boundText, boundTexts, maximumRaw } from "./bound-texts.ts";

const long = `HEAD ${"x".repeat(300_000)} TAIL`;

describe("boundText", () => {
  it("keeps head and tail of a long text, and a short one as it is", () => {
    const text = boundText(long);
    expect(text.length).toBeLessThanOrEqual(maximumRaw);
    expect(text).toMatch(/^HEAD x+\n… \[\d+ characters cut\] …\nx+ TAIL$/);
    expect(boundText("short")).toBe("short");
    expect(boundText(text)).toBe(text);
  });
});

describe("boundTexts", () => {
  it("gives a value without a long text back as it is", () => {
    const value = { a: ["b", { c: 1 }], error: new Error("x"), bytes: new Uint8Array(4), when: new Date(0) };
    expect(boundTexts(value)).toBe(value);
  });

  it("cuts inside lists, objects and errors, and keeps what they are", () => {
    class Result {
      readonly text = long;
      shout(): string {
        return this.text.slice(0, 4);
      }
    }
    const cause = Object.assign(new TypeError(long), { stdout: long, code: "E" });
    const cut = boundTexts({ list: [1, long], result: new Result(), error: new Error("x", { cause }) });
    expect(JSON.stringify(cut).length).toBeLessThan(4 * maximumRaw);
    expect(cut.result).toBeInstanceOf(Result);
    expect(cut.result.shout()).toBe("HEAD");
    const inner = cut.error.cause as typeof cause;
    expect(inner).toBeInstanceOf(TypeError);
    expect(inner.message.length).toBeLessThanOrEqual(maximumRaw);
    expect(inner.stdout.length).toBeLessThanOrEqual(maximumRaw);
    expect(inner.code).toBe("E");
  });

  it("leaves circles, getters that throw and proxies to the reader", () => {
    const circle: Record<string, unknown> = { long };
    circle["self"] = circle;
    Object.defineProperty(circle, "trap", {
      enumerable: true,
      get: () => {
        throw new Error("getter");
      },
    });
    expect(String(boundTexts(circle)["long"]).length).toBeLessThanOrEqual(maximumRaw);
    const proxy = new Proxy(
      {},
      {
        ownKeys: () => {
          throw new Error("proxy");
        },
      },
    );
    expect(boundTexts({ proxy }).proxy).toBe(proxy);
  });
});
