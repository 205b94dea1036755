import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));

async function example(
  ...names: readonly string[]
): Promise<{ readonly code: number; readonly output: string }> {
  const args = ["--import", "tsx", "--conditions=@skillloop/source", "tools/example.ts", ...names];
  try {
    const { stdout } = await promisify(execFile)(process.execPath, args, {
      cwd: root,
      env: { PATH: process.env.PATH },
    });
    return { code: 0, output: stdout };
  } catch (error) {
    const failed = error as { readonly code?: number; readonly stderr?: string };
    return { code: failed.code ?? -1, output: failed.stderr ?? "" };
  }
}

describe("pnpm example", () => {
  // The demo is the other example, and has a test of its own beside it.
  it("runs the quick start, whose own assertions hold", async () => {
    const { code, output } = await example("quick-start");
    expect(code).toBe(0);
    expect(output).toContain("mkdir -p");
  });

  it("refuses a name it does not know and says which there are", async () => {
    const { code, output } = await example("no-such-example");
    expect(code).toBe(2);
    expect(output).toContain("quick-start");
  });
});
