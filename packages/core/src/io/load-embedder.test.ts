import { spawnSync } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { loadLocalEmbedder } from "./load-embedder.ts";

describe("loadLocalEmbedder", () => {
  let directory: string;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), "skillloop-host-"));
  });
  afterEach(() => rm(directory, { recursive: true, force: true }));

  async function install(code: string): Promise<void> {
    const folder = join(directory, "node_modules", "@skillloop", "embedder");
    await mkdir(folder, { recursive: true });
    const manifest = {
      name: "@skillloop/embedder",
      type: "module",
      exports: { ".": { default: "./index.js" } },
    };
    await writeFile(join(folder, "package.json"), JSON.stringify(manifest));
    await writeFile(join(folder, "index.js"), code);
  }

  it("loads what is installed beside the host, also where core's own folder does not see it", async () => {
    await install(
      `export const localEmbedder = () => ({ id: "installed", dimension: 2, embed: async () => [] });`,
    );
    expect(await loadLocalEmbedder(directory)).toMatchObject({ id: "installed", dimension: 2 });
  });

  it("names the package and how to install it when it is missing", async () => {
    // In a process of its own: a test runner may be started with NODE_PATH, which shows it every package there is.
    const own = JSON.stringify(pathToFileURL(join(directory, "core.js")).href);
    const program = `
      import { loadLocalEmbedder } from ${JSON.stringify(new URL("./load-embedder.ts", import.meta.url).href)};
      await loadLocalEmbedder(process.argv[1], ${own}).catch(({ code, message }) => console.log(code, message));
    `;
    const flags = ["--import", "tsx", "--conditions=@skillloop/source", "--input-type=module"];
    const { NODE_PATH: _shown, ...env } = process.env;
    const { stdout } = spawnSync(process.execPath, [...flags, "--eval", program, directory], {
      cwd: fileURLToPath(new URL("../../../..", import.meta.url)),
      encoding: "utf8",
      env,
    });
    expect(stdout).toContain("EMBEDDER_UNAVAILABLE");
    expect(stdout).toContain("npm install @skillloop/embedder");
  });

  it("tells a package that does not load from one that is missing", async () => {
    await install(`throw new Error("wrong binary");`);
    const loading = loadLocalEmbedder(directory);
    await expect(loading).rejects.toThrow("could not be loaded");
    await expect(loading).rejects.toMatchObject({ cause: { message: "wrong binary" } });
  });
});
