import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));

function run(...args: readonly string[]) {
  const main = fileURLToPath(new URL("./main.ts", import.meta.url));
  return spawnSync(process.execPath, ["--import", "tsx", "--conditions=@skillloop/source", main, ...args], {
    cwd: root,
    encoding: "utf8",
  });
}

describe("qa:errors", () => {
  it("prints one JSON object alone, with a figure for each question", () => {
    const { stdout, status } = run("--half", "tune", "--json");
    const report = JSON.parse(stdout) as {
      readonly ok: boolean;
      readonly figures: readonly { name: string }[];
    };
    expect(report.figures.map(({ name }) => name)).toEqual([
      "signature.same",
      "signature.apart",
      "signature.told",
      "signature.clean",
      "recall.known",
      "recall.sibling",
      "recall.stranger",
    ]);
    expect(status).toBe(report.ok ? 0 : 1);
  });

  it("does not show the texts of the half that is held back", () => {
    const { stdout, stderr, status } = run("--misses");
    expect([stdout, status]).toEqual(["", 2]);
    expect(stderr).toContain("not looked at");
  });
});
