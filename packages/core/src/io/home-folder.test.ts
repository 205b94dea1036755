import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { homePlace, prepareHomeFolder } from "./home-folder.ts";

describe("home folder", () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "skillloop-home-"));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it("makes a relative name absolute, also one that LanceDB would take for its cloud", () => {
    expect(homePlace("db-of-mine")).toEqual({ kind: "folder", path: resolve("db-of-mine") });
  });

  it("passes the URI of an object store on", () => {
    expect(homePlace("s3://bucket/home")).toEqual({ kind: "object-store", uri: "s3://bucket/home" });
  });

  it("is made for its owner alone and ignored by version control", async () => {
    const home = join(folder, "deep", ".skillloop");
    await prepareHomeFolder(home);
    expect((await stat(home)).mode & 0o777).toBe(0o700);
    expect(await readFile(join(home, ".gitignore"), "utf8")).toBe("*\n");
  });

  it("leaves a .gitignore that is there as it is", async () => {
    await writeFile(join(folder, ".gitignore"), "mine\n");
    await prepareHomeFolder(folder);
    expect(await readFile(join(folder, ".gitignore"), "utf8")).toBe("mine\n");
  });

  it("refuses a folder of other files, and hides none of them from version control", async () => {
    for (const name of ["package.json", ".git", "a.lance"]) {
      const project = await mkdtemp(join(folder, "project-"));
      await writeFile(join(project, name), "");
      await expect(prepareHomeFolder(project)).rejects.toMatchObject({
        code: "INVALID_OPTIONS",
        message: expect.stringContaining("holds other files"),
      });
      expect(await readdir(project)).toEqual([name]);
    }
  });

  it("takes a home that is there, also beside files of others, and adds nothing to it", async () => {
    await mkdir(join(folder, "skills.lance"));
    await writeFile(join(folder, "notes.txt"), "");
    await prepareHomeFolder(folder);
    expect((await readdir(folder)).sort()).toEqual(["notes.txt", "skills.lance"]);
  });

  it("takes a home whose first process died while it was being made", async () => {
    await writeFile(join(folder, ".gitignore"), "*\n");
    await mkdir(join(folder, ".home.lock"));
    await prepareHomeFolder(folder);
  });

  it("refuses a file in the folder's place", async () => {
    const file = join(folder, "file");
    await writeFile(file, "");
    await expect(prepareHomeFolder(file)).rejects.toMatchObject({ code: "INVALID_OPTIONS" });
    await expect(prepareHomeFolder(join(file, "below"))).rejects.toMatchObject({ code: "INVALID_OPTIONS" });
  });

  it("says when the place cannot be written to", async () => {
    // Even root cannot make a folder in these.
    const readOnly = process.platform === "darwin" ? "/System/skillloop" : "/sys/skillloop";
    await expect(prepareHomeFolder(readOnly)).rejects.toMatchObject({ code: "HOME_READ_ONLY" });
  });
});
