import { spawnSync } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { loadModel } from "./load-model.ts";

const echo = ["openAiModel", "anthropicModel", "manualModel"]
  .map((name) => `export const ${name} = (options) => ({ id: "${name}", options });`)
  .join("\n");

describe("loadModel", () => {
  let directory: string;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), "skillloop-host-"));
  });
  afterEach(() => rm(directory, { recursive: true, force: true }));

  async function install(code: string): Promise<void> {
    const folder = join(directory, "node_modules", "@skillloop", "models");
    await mkdir(folder, { recursive: true });
    const manifest = {
      name: "@skillloop/models",
      type: "module",
      exports: { ".": { default: "./index.js" } },
    };
    await writeFile(join(folder, "package.json"), JSON.stringify(manifest));
    await writeFile(join(folder, "index.js"), code);
  }

  it("makes the model that a name tells, of what is installed beside the host", async () => {
    await install(echo);
    const common = { directory, timeoutMs: 500 };
    const baseURL = "http://localhost:1/v1";
    expect(await loadModel("openai:qwen3:8b", { ...common, baseURL })).toEqual({
      id: "openAiModel",
      options: { model: "qwen3:8b", timeoutMs: 500, baseURL },
    });
    expect(await loadModel("anthropic:big", common)).toEqual({
      id: "anthropicModel",
      options: { model: "big", timeoutMs: 500 },
    });
    expect(await loadModel("manual:questions", common)).toEqual({
      id: "manualModel",
      options: { directory: join(directory, "questions") },
    });
    await expect(loadModel("other:big", common)).rejects.toMatchObject({ code: "INVALID_OPTIONS" });
  });

  it("names the packages and how to install them when they are missing", async () => {
    // In a process of its own: a test runner may be started with NODE_PATH, which shows it every package there is.
    const own = JSON.stringify(pathToFileURL(join(directory, "core.js")).href);
    const program = `
      import { loadModel } from ${JSON.stringify(new URL("./load-model.ts", import.meta.url).href)};
      const options = { directory: process.argv[1], timeoutMs: 1 };
      for (const name of ["openai:m", "anthropic:m"])
        await loadModel(name, options, ${own}).catch(({ code, message }) => console.log(code, message));
    `;
    const flags = ["--import", "tsx", "--conditions=@skillloop/source", "--input-type=module"];
    const { NODE_PATH: _shown, ...env } = process.env;
    const { stdout } = spawnSync(process.execPath, [...flags, "--eval", program, directory], {
      cwd: fileURLToPath(new URL("../../../..", import.meta.url)),
      encoding: "utf8",
      env,
    });
    expect(stdout).toContain("MODEL_UNAVAILABLE");
    expect(stdout).toContain("npm install @skillloop/models openai");
    expect(stdout).toContain("npm install @skillloop/models @anthropic-ai/sdk");
  });

  it("tells a package that does not load from one that is missing", async () => {
    await install(`throw new Error("wrong version");`);
    const loading = loadModel("openai:m", { directory, timeoutMs: 1 });
    await expect(loading).rejects.toThrow("could not be loaded");
    await expect(loading).rejects.toMatchObject({
      code: "MODEL_UNAVAILABLE",
      cause: { message: "wrong version" },
    });
  });
});
