import { describe, expect, it } from "vitest";
import { errorSignature } from "./error-signature.ts";
import { readableText } from "./readable-text.ts";

const noise = (lines: number): string =>
  Array.from({ length: lines }, (_, at) => `[${at}] GET /v1/orders/${at} 200 in ${at % 90} ms`).join("\n");
const cause = "fatal: refusing to merge unrelated histories";

describe("readableText", () => {
  it("reads a short text whole and a long one by its ends", () => {
    expect(readableText(noise(40))).toBe(noise(40));
    const long = noise(40_000);
    const read = readableText(long);
    expect(read.length).toBeLessThan(50_000);
    expect(read.startsWith(long.slice(0, 1_000))).toBe(true);
    expect(read.endsWith(long.slice(-1_000))).toBe(true);
  });

  it("finds the cause in the middle of a megabyte, in short and in endless lines", () => {
    const once = errorSignature(cause).hash;
    expect(errorSignature(`${noise(15_000)}\n${cause}\n${noise(15_000)}`).hash).toBe(once);
    const bar = Array.from({ length: 30_000 }, (_, at) => `${at}/30000`).join("\r");
    expect(errorSignature(`${bar}\n${cause}\n${bar}\n${noise(100)}`).hash).toBe(once);
  });
});

/** Shapes that make a careless expression look at the same characters again and again. */
const shapes = [
  "a",
  "a.",
  "a/",
  "a:",
  "a-",
  "a@",
  "1:",
  "' '",
  "\\",
  "[",
  "(",
  "{",
  "\r",
  "\t",
  "<n>",
  ": x",
  "\n{",
  "}\n",
  "x()",
  "a->",
  "[1] ",
  "C:\\",
];

describe("reading a hostile text", () => {
  it("costs about what any text of its length costs", () => {
    const length = 100_000;
    const cost = (text: string): number => {
      const times = Array.from({ length: 3 }, (_, run) => {
        const start = performance.now();
        errorSignature(`${text}${run}`);
        return performance.now() - start;
      });
      return Math.min(...times);
    };
    const usual = cost(`${noise(4_000)}\n${cause}`);
    const costs = shapes.flatMap((shape) =>
      ["", "error: "].map((head): [string, number] => {
        const body = shape.repeat(Math.ceil(length / shape.length)).slice(0, length);
        return [JSON.stringify(head + shape), cost(`${head}${body}!`)];
      }),
    );
    expect(costs.filter(([, ms]) => ms > usual * 40)).toEqual([]);
  });
});
