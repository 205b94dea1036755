import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "skillloop-redact-"));

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("qa:redact", () => {
  it("scores a foreign file beside its caller without a bar and prints one JSON object alone", () => {
    const token = `gh${"p_"}${"a1".repeat(18)}`;
    const lines = [
      { id: "a", kind: "secret", parts: ["token ", token], secret_parts: [1] },
      { id: "b", kind: "secret", parts: ["nothing to find in ", "here"], secret_parts: [1] },
      { id: "c", kind: "keep", parts: ["npm ", "test"], secret_parts: [] },
    ];
    writeFileSync(join(folder, "lines.json"), JSON.stringify(lines));
    const main = fileURLToPath(new URL("./main.ts", import.meta.url));
    const { status, stdout } = spawnSync(
      process.execPath,
      ["--import", "tsx", "--conditions=@skillloop/source", main, "--lines", "lines.json", "--json"],
      { cwd: root, encoding: "utf8", env: { PATH: process.env.PATH, INIT_CWD: folder } },
    );
    expect(JSON.parse(stdout)).toEqual({
      ok: true,
      figures: [
        { name: "secret.masked", at: "2 lines", value: 50, unit: "%", bar: null, ok: true },
        { name: "keep.intact", at: "1 lines", value: 100, unit: "%", bar: null, ok: true },
      ],
      failures: ["b"],
    });
    expect(status).toBe(0);
  });
});
