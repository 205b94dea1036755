import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
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
      // A machine that runs other tests beside it may need longer than the 50 ms an agent would wait.
      env: { PATH: process.env.PATH, SKILLLOOP_RECALL_BUDGET_MS: "10000" },
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
  }, 120_000);

  const adapters = [
    "langchain-callback",
    "langchain-middleware",
    "langgraph-node",
    "ai-sdk-middleware",
    "ai-sdk-streaming",
    "mastra-agent",
  ];
  it.each(adapters)(
    "%s: its second run repeats no mistake",
    async (name) => {
      const { code, output } = await example(name);
      expect(code).toBe(0);
      expect(output).toContain("mistakes in the first run: 1, in the second: 0");
    },
    120_000,
  );

  it.each(adapters)("%s: is a page that can be read in one go", (name) => {
    const lines = readFileSync(new URL(`../examples/${name}/main.ts`, import.meta.url), "utf8").split("\n");
    expect(lines.length).toBeLessThan(80);
  });

  it("refuses a name it does not know and says which there are", async () => {
    const { code, output } = await example("no-such-example");
    expect(code).toBe(2);
    expect(output).toContain("quick-start");
  });
});
