import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readSkillFolders, writeSkillFolders } from "./skill-files.ts";

let base = "";
beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), "skill-files-"));
});
afterEach(async () => {
  await rm(base, { recursive: true, force: true });
});

describe("writeSkillFolders", () => {
  it("writes one folder a skill, and what it wrote is read back", async () => {
    const directory = join(base, "out", "skills");
    const paths = await writeSkillFolders(directory, [
      { name: "b", text: "B" },
      { name: "a", text: "日本" },
    ]);
    expect(paths).toHaveLength(2);
    const { files, refused } = await readSkillFolders(directory);
    expect(files.map(({ folder, text }) => [folder, text])).toEqual([
      ["a", "日本"],
      ["b", "B"],
    ]);
    expect(refused).toEqual([]);
    await writeSkillFolders(directory, [{ name: "a", text: "new" }]);
    expect(await readFile(join(directory, "a", "SKILL.md"), "utf8")).toBe("new");
    expect(await readdir(join(directory, "a"))).toEqual(["SKILL.md"]);
  });

  it("PI4: writes nothing for a name that could leave the folder, not even its neighbours", async () => {
    const directory = join(base, "skills");
    for (const name of ["../../x", "..", "a/b", "/etc", "A"]) {
      const files = [
        { name: "fine", text: "x" },
        { name, text: "x" },
      ];
      await expect(writeSkillFolders(directory, files)).rejects.toMatchObject({ code: "INVALID_SKILL" });
    }
    expect(await readdir(base)).toEqual([]);
  });

  it("PI4: follows no link out of the folder", async () => {
    const directory = join(base, "skills");
    const elsewhere = join(base, "elsewhere");
    await mkdir(join(directory, "b"), { recursive: true });
    await mkdir(elsewhere);
    await symlink(elsewhere, join(directory, "a"));
    await writeFile(join(elsewhere, "target"), "old");
    await symlink(join(elsewhere, "target"), join(directory, "b", "SKILL.md"));
    for (const name of ["a", "b"]) {
      const written = writeSkillFolders(directory, [{ name, text: "x" }]);
      await expect(written).rejects.toMatchObject({ code: "NOT_ALLOWED" });
    }
    expect(await readdir(elsewhere)).toEqual(["target"]);
    expect(await readFile(join(elsewhere, "target"), "utf8")).toBe("old");
  });
});

describe("readSkillFolders", () => {
  it("refuses links and oversized files, and passes over what is no skill", async () => {
    const secret = join(base, "secret");
    await writeFile(secret, "secret");
    const directory = join(base, "skills");
    for (const folder of ["linked-file", "large", "empty", "good"]) {
      await mkdir(join(directory, folder), { recursive: true });
    }
    await symlink(secret, join(directory, "linked-file", "SKILL.md"));
    await symlink(join(directory, "good"), join(directory, "linked-folder"));
    await writeFile(join(directory, "large", "SKILL.md"), "x".repeat(1_000_001));
    await writeFile(join(directory, "good", "SKILL.md"), "good");
    await writeFile(join(directory, "README.md"), "no skill");
    const { files, refused } = await readSkillFolders(directory);
    expect(files.map(({ folder }) => folder)).toEqual(["good"]);
    expect(refused.map(({ path }) => path.slice(directory.length + 1))).toEqual([
      join("large", "SKILL.md"),
      join("linked-file", "SKILL.md"),
      "linked-folder",
    ]);
  });

  it("reads a folder that is itself a skill", async () => {
    const directory = join(base, "my-skill");
    await mkdir(directory);
    await writeFile(join(directory, "SKILL.md"), "text");
    expect((await readSkillFolders(directory)).files).toMatchObject([{ folder: "my-skill", text: "text" }]);
  });

  it("says so when there is no such folder", async () => {
    await expect(readSkillFolders(join(base, "none"))).rejects.toMatchObject({ code: "INVALID_OPTIONS" });
  });
});
