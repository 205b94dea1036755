import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { changeStamps } from "./change-stamp.ts";

describe("changeStamps", () => {
  let home = "";
  let versions = "";
  beforeEach(async () => {
    home = await mkdtemp(join(tmpdir(), "skillloop-stamp-"));
    versions = join(home, "skills.lance", "_versions");
    await mkdir(versions, { recursive: true });
  });
  afterEach(() => rm(home, { recursive: true, force: true }));

  it("gives one stamp until a file comes into the folder, whether it has found out about the disk or not", async () => {
    const look = changeStamps(home, "skills");
    const first = await look();
    await setTimeout(250);
    const later = await look();
    expect(later?.value).toBe(first?.value);
    expect(later?.settled).toBe(true);
    await writeFile(join(versions, "2.manifest"), "");
    const changed = await look();
    expect(changed?.value).not.toBe(first?.value);
    expect(changed?.settled).toBe(false);
  });

  it("gives none where there is no such folder, at first and later", async () => {
    const look = changeStamps(home, "traces");
    expect(await look()).toBeUndefined();
    await setTimeout(20);
    expect(await look()).toBeUndefined();
  });
});
