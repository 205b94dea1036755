import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  creation,
  sampleEntry,
  sampleModelCall,
  sampleRow,
  sampleScope,
  sampleStoredClaim,
  within,
} from "../../testing/store-samples.ts";
import { loadNative } from "./native.ts";
import { openLanceStore } from "./open-lance-store.ts";
import { restoreHome } from "./restore.ts";

const all = within(sampleScope);

describe("backup and restore", () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "skillloop-backup-"));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));
  const path = (name: string) => join(folder, name);

  const homeWith = async (home: string, name: string) => {
    const store = await openLanceStore({ home });
    await store.writeHeads([creation({ name })]);
    await store.close();
  };
  const namesIn = async (home: string) => {
    const store = await openLanceStore({ home });
    const names = (await store.listHeads(all)).map(({ head }) => head.name);
    await store.close();
    return names;
  };

  it("copies a home that opens and counts its rows, while others go on writing", async () => {
    const store = await openLanceStore({ home: path("home") });
    await store.writeHeads([creation({ name: "push" })]);
    let writing = true;
    const writer = (async () => {
      for (let index = 0; writing; index += 1) await store.addTraces([sampleEntry(`t${index}`)]);
    })();
    const summary = await store.backup(path("copy"));
    writing = false;
    await writer;
    expect(summary.directory).toBe(path("copy"));
    expect(summary.tables).toMatchObject({ skills: 1, meta: 1 });
    await store.close();
    const copy = await openLanceStore({ home: path("copy") });
    expect(await copy.listHeads(all)).toEqual([sampleRow({ name: "push" })]);
    await copy.close();
  });

  it("refuses a directory inside the home", async () => {
    const store = await openLanceStore({ home: path("home") });
    const inside = store.backup(join(path("home"), "backup"));
    await expect(inside).rejects.toMatchObject({ code: "INVALID_OPTIONS" });
    await store.close();
  });

  it("refuses a directory that holds something", async () => {
    const store = await openLanceStore({ home: path("home") });
    await mkdir(path("taken"));
    await writeFile(join(path("taken"), "notes"), "mine");
    await expect(store.backup(path("taken"))).rejects.toMatchObject({ code: "INVALID_OPTIONS" });
    expect(await readdir(path("taken"))).toEqual(["notes"]);
    await store.close();
  });

  it("restores into a folder that is not there, and refuses one that is unless told to replace it", async () => {
    await homeWith(path("one"), "push");
    await homeWith(path("two"), "pull");
    const store = await openLanceStore({ home: path("one") });
    await store.backup(path("copy"));
    await store.close();

    expect((await restoreHome({ from: path("copy"), to: path("new") })).tables).toMatchObject({ skills: 1 });
    expect(await namesIn(path("new"))).toEqual(["push"]);

    await expect(restoreHome({ from: path("copy"), to: path("two") })).rejects.toMatchObject({
      code: "NOT_ALLOWED",
    });
    expect(await namesIn(path("two"))).toEqual(["pull"]);

    const { setAside } = await restoreHome({
      from: path("copy"),
      to: path("two"),
      replace: true,
      stamp: "s",
    });
    expect(setAside).toBe(path("two.before-restore-s"));
    expect(await namesIn(path("two"))).toEqual(["push"]);
    expect(await namesIn(path("two.before-restore-s"))).toEqual(["pull"]);
  });

  it("copies what says that work is done before the work, so that none is lost to who writes meanwhile", async () => {
    await homeWith(path("home"), "push");
    const store = await openLanceStore({ home: path("home") });
    await store.backup(path("copy"));
    await store.close();
    const endOf = async (table: string) =>
      (await stat(path(`copy/${table}.lance`), { bigint: true })).ctimeNs;
    const ends = await Promise.all(["jobs", "claims", "skills", "skill_versions", "traces"].map(endOf));
    expect([...ends].sort((a, b) => (a < b ? -1 : 1))).toEqual(ends);
    const tables = (await readdir(path("copy"))).filter((name) => name.endsWith(".lance"));
    const all = await Promise.all(tables.map((name) => endOf(name.replace(".lance", ""))));
    expect(all.every((end) => end >= (ends[0] ?? 0n))).toBe(true);
  });

  it("keeps claims and model calls, and counts them", async () => {
    const store = await openLanceStore({ home: path("home") });
    const claim = sampleStoredClaim({ id: "trace-1#0" });
    await store.addClaims([claim]);
    await store.addModelCalls([sampleModelCall({ id: "m" })]);
    expect((await store.backup(path("copy"))).tables).toMatchObject({ claims: 1, model_calls: 1 });
    await store.close();
    await restoreHome({ from: path("copy"), to: path("new") });
    const restored = await openLanceStore({ home: path("new") });
    expect(await restored.listClaims(all, {})).toEqual([claim]);
    expect((await restored.sumModelCalls(all, {})).reflect?.calls).toBe(1);
    await restored.close();
  });

  it("restores the backup of an older version, which lacks later tables; one of this version must have them", async () => {
    await homeWith(path("copy"), "push");
    const { lance } = await loadNative();
    const connection = await lance.connect(path("copy"));
    await connection.dropTable("claims");
    await connection.dropTable("model_calls");
    const whole = restoreHome({ from: path("copy"), to: path("new") });
    await expect(whole).rejects.toMatchObject({ code: "HOME_CORRUPT" });
    const meta = await connection.openTable("meta");
    await meta.update({ where: "id = 'schema_version'", values: { value: "2" } });
    connection.close();
    const { tables } = await restoreHome({ from: path("copy"), to: path("new") });
    expect(tables).not.toHaveProperty("claims");
    expect(await namesIn(path("new"))).toEqual(["push"]);
  });

  it("refuses what is no whole backup and leaves the home as it is", async () => {
    await homeWith(path("home"), "push");
    await mkdir(path("broken"));
    for (const from of ["broken", "missing"]) {
      const restoring = restoreHome({ from: path(from), to: path("home"), replace: true });
      await expect(restoring).rejects.toMatchObject({ code: "HOME_CORRUPT" });
    }
    expect(await namesIn(path("home"))).toEqual(["push"]);
    expect((await readdir(folder)).sort()).toEqual(["broken", "home"]);
  });
});
