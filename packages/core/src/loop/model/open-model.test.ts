import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { roleLanguageModel } from "../../testing/role-language-model.ts";
import { resolveSettings } from "../resolve-settings.ts";
import { openModel } from "./open-model.ts";

const settingsOf = (options: Parameters<typeof resolveSettings>[0]) =>
  resolveSettings(options, { variables: {} });

describe("openModel", () => {
  let directory: string;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), "skillloop-host-"));
  });
  afterEach(() => rm(directory, { recursive: true, force: true }));

  it("has none where none is named, and the host's own as it is", async () => {
    expect(await openModel(settingsOf({}), directory)).toBeUndefined();
    expect(await openModel(settingsOf({ model: "none" }), directory)).toBeUndefined();
    const model = roleLanguageModel({});
    expect(await openModel(settingsOf({ model }), directory)).toBe(model);
  });

  it("loads one that is named, with the address and the time limit of the settings", async () => {
    const folder = join(directory, "node_modules", "@skillloop", "models");
    await mkdir(folder, { recursive: true });
    const manifest = { name: "@skillloop/models", type: "module", exports: "./index.js" };
    await writeFile(join(folder, "package.json"), JSON.stringify(manifest));
    await writeFile(join(folder, "index.js"), "export const openAiModel = (options) => options;");
    const baseURL = "http://localhost:8000/v1";
    const settings = settingsOf({ model: "openai:small", modelBaseURL: baseURL, modelTimeoutMs: 700 });
    expect(await openModel(settings, directory)).toEqual({ model: "small", baseURL, timeoutMs: 700 });
  });
});
