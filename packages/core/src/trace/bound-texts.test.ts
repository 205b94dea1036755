import { describe, expect, it } from "vitest";
import { boundText, boundTexts, maximumRaw, maximumVisits } from "./bound-texts.ts";

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

  it("does not make an error write out its stack, which nobody reads", () => {
    const original = Error.prepareStackTrace;
    let written = 0;
    Error.prepareStackTrace = () => {
      written += 1;
      return "";
    };
    try {
      boundTexts({ error: new Error("x") });
    } finally {
      Error.prepareStackTrace = original;
    }
    expect(written).toBe(0);
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

  describe("looks at each object once", () => {
    /** Makes objects that count how often somebody looks at what they have. */
    function counted() {
      const count = { looks: 0 };
      const object = (fields: Record<string, unknown>): Record<string, unknown> =>
        new Proxy(fields, {
          ownKeys: (target) => {
            count.looks += 1;
            return Reflect.ownKeys(target);
          },
        });
      return { count, object };
    }

    it("of entities that all point at each other", () => {
      const { count, object } = counted();
      const entities = Array.from({ length: 9 }, (_, at) => object({ at, text: "short" }));
      for (const one of entities) for (const [at, other] of entities.entries()) one[`to${at}`] = other;
      expect(boundTexts(entities)).toBe(entities);
      expect(count.looks).toBe(9);
    });

    it("of a chain each of whose links is held twice, where it cuts both alike", () => {
      const { count, object } = counted();
      let link = object({ text: long });
      for (let depth = 1; depth < 10; depth += 1) link = object({ a: link, b: link });
      let cut = boundTexts(link);
      // Once to look, and once to copy.
      expect(count.looks).toBeLessThanOrEqual(2 * 10);
      for (let depth = 1; depth < 10; depth += 1) {
        expect(cut["a"]).toBe(cut["b"]);
        cut = cut["a"] as typeof cut;
      }
      expect(String(cut["text"]).length).toBeLessThanOrEqual(maximumRaw);
    });

    it("of many rows, and leaves those behind the limit as they are", () => {
      const { count, object } = counted();
      const rows = Array.from({ length: maximumVisits + 10_000 }, (_, at) => object({ at, text: "short" }));
      const last = rows.at(-1);
      rows.push(object({ text: long }));
      rows.unshift({ text: long });
      const cut = boundTexts(rows);
      expect(count.looks).toBeLessThan(maximumVisits);
      expect(String(cut[0]?.["text"]).length).toBeLessThanOrEqual(maximumRaw);
      expect(cut.at(-2)).toBe(last);
      expect(cut.at(-1)?.["text"]).toBe(long);
    });
  });
});
