import { resolve } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Figure, printReport, resolveFromCaller } from "./report.ts";

const met: Figure = {
  name: "recall.p50",
  at: "200 skills",
  value: 0.31,
  unit: "ms",
  bar: "<= 0.4",
  ok: true,
};
const missed: Figure = { ...met, name: "recall.p95", value: 9, ok: false };

describe("printReport", () => {
  let written: string;

  beforeEach(() => {
    written = "";
    process.exitCode = undefined;
    vi.spyOn(process.stdout, "write").mockImplementation((chunk) => {
      written += String(chunk);
      return true;
    });
  });

  afterEach(() => {
    vi.restoreAllMocks();
    process.exitCode = undefined;
  });

  it("prints one JSON object alone, and leaves the exit code when every bar is met", () => {
    printReport({ figures: [met] }, { json: true });
    expect(JSON.parse(written)).toEqual({ ok: true, figures: [met] });
    expect(process.exitCode).toBeUndefined();
  });

  it("is not ok and exits with 1 when one figure misses its bar", () => {
    printReport({ figures: [met, missed], failures: ["case-7"] }, { json: true });
    expect(JSON.parse(written)).toMatchObject({ ok: false, failures: ["case-7"] });
    expect(process.exitCode).toBe(1);
  });

  it("prints a readable table without json", () => {
    printReport({ figures: [met, missed], failures: ["case-7"] }, { json: false });
    expect(written).toContain("recall.p95");
    expect(written).toContain("failures: case-7");
    expect(written).toContain("a bar was missed");
  });
});

describe("resolveFromCaller", () => {
  afterEach(() => vi.unstubAllEnvs());

  it("resolves against the directory the command was called from", () => {
    vi.stubEnv("INIT_CWD", resolve("/elsewhere"));
    expect(resolveFromCaller("lines.json")).toBe(resolve("/elsewhere/lines.json"));
    expect(resolveFromCaller(resolve("/kept/lines.json"))).toBe(resolve("/kept/lines.json"));
  });

  it("resolves against the working directory when no runner is between", () => {
    vi.stubEnv("INIT_CWD", undefined);
    expect(resolveFromCaller("lines.json")).toBe(resolve(process.cwd(), "lines.json"));
  });
});
