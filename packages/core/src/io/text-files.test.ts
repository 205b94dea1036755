import { mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readTextFile, writeTextFile } from "./text-files.ts";

describe("text files", () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "skillloop-files-"));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it("writes into folders that are not there yet and over what is there, leaving no draft", async () => {
    const path = join(folder, "a", "b.md");
    await writeTextFile(path, "one");
    await writeTextFile(path, "two ✓");
    expect(await readTextFile(path)).toBe("two ✓");
    expect(await readdir(join(folder, "a"))).toEqual(["b.md"]);
  });

  it("answers undefined for a file that is not there", async () => {
    expect(await readTextFile(join(folder, "none"))).toBeUndefined();
  });

  it("throws a typed error when it cannot write, and leaves no draft", async () => {
    await mkdir(join(folder, "taken"));
    await expect(writeTextFile(join(folder, "taken"), "x")).rejects.toMatchObject({ code: "STORE_FAILED" });
    expect(await readdir(folder)).toEqual(["taken"]);
  });
});
