import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { memoryStore } from "../io/memory/memory-store.ts";
import { systemClock } from "../io/system-clock.ts";
import { learnedVersion, sampleContent } from "../testing/library-samples.ts";
import { sampleRow, sampleScope } from "../testing/store-samples.ts";
import { skillIdOf } from "../text/scope-key.ts";
import type { SkillsApi } from "../types/loop.ts";
import type { SkillStatus } from "../types/skill.ts";
import { createSkillsApi } from "./skills-api.ts";

let target = "";
beforeEach(async () => {
  target = await mkdtemp(join(tmpdir(), "skills-api-"));
});
afterEach(async () => {
  await rm(target, { recursive: true, force: true });
});

/** A library with one skill of each status, named after it. */
async function libraryApi(): Promise<SkillsApi> {
  const store = memoryStore();
  for (const name of ["quarantined", "candidate", "active", "trusted", "retired"] satisfies SkillStatus[]) {
    const content = sampleContent({ name });
    const served = learnedVersion({ content, skillId: skillIdOf(sampleScope, name) });
    await store.addVersions([served]);
    const row = { ...sampleRow({ name, status: name }), served };
    await store.writeHeads([{ row, expectedRev: null }]);
  }
  const embedding = {
    reembed: async (): Promise<never> => {
      throw new Error("No test here embeds.");
    },
  };
  return createSkillsApi({ store, clock: systemClock(), owner: "test", embedding }, sampleScope);
}
const fileOf = (name: string) => join(target, name, "SKILL.md");
async function handWritten(name: string): Promise<string> {
  const text = `---\nname: ${name}\ndescription: Mine.\nmetadata:\n  author: someone\n---\nMy own words.\n`;
  await mkdir(join(target, name));
  await writeFile(fileOf(name), text);
  return text;
}

describe("exportDirectory", () => {
  it("writes what is active or trusted, and nothing that nobody vouched for", async () => {
    const api = await libraryApi();
    expect((await api.exportDirectory(target)).exported).toEqual(["active", "trusted"]);
    expect((await readdir(target)).sort()).toEqual(["active", "trusted"]);
  });

  it("writes the skills that are named, whatever their status", async () => {
    const api = await libraryApi();
    const names = ["candidate", "quarantined"];
    expect((await api.exportDirectory(target, { names })).exported).toEqual(names);
  });

  it("overwrites its own files, and before it writes any refuses to overwrite those of other hands", async () => {
    const api = await libraryApi();
    await api.exportDirectory(target);
    await api.exportDirectory(target);
    await rm(join(target, "active"), { recursive: true });
    await rm(join(target, "trusted"), { recursive: true });
    const mine = await handWritten("trusted");
    await expect(api.exportDirectory(target)).rejects.toMatchObject({
      code: "NOT_ALLOWED",
      message: expect.stringContaining("trusted"),
    });
    expect(await readdir(target)).toEqual(["trusted"]);
    expect(await readFile(fileOf("trusted"), "utf8")).toBe(mine);
    await api.exportDirectory(target, { names: ["trusted"] });
    expect(await readFile(fileOf("trusted"), "utf8")).toContain("skillloop.status");
  });

  it("takes a file that it cannot read for one of other hands", async () => {
    const api = await libraryApi();
    await mkdir(join(target, "active"));
    await writeFile(fileOf("active"), "No front matter, skillloop.kind: repair.");
    await expect(api.exportDirectory(target)).rejects.toMatchObject({ code: "NOT_ALLOWED" });
  });
});
