import { spawnSync } from "node:child_process";
import { mkdtemp, readdir, rm, stat, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { SkillLoopError } from "../../errors.ts";
import type { Store } from "../../ports/store.ts";
import {
  creation,
  sampleEntry,
  sampleEvent,
  sampleEvidence,
  sampleModelCall,
  sampleRow,
  sampleScope,
  sampleStoredClaim,
  within,
} from "../../testing/store-samples.ts";
import { type CommitPoint, commitPoints } from "./commit-points.ts";
import { folderLock } from "./home-lock.ts";
import { loadNative } from "./native.ts";
import { type LanceStoreOptions, openLanceStore } from "./open-lance-store.ts";
import type { RecoveredTable } from "./recovery.ts";
import { arrowSchema, missingFields, schemaVersion, tableNames } from "./schemas.ts";

const all = within(sampleScope);

describe("openLanceStore", () => {
  let home: string;
  const opened: Store[] = [];
  const open = async (options: Partial<LanceStoreOptions> = {}) => {
    const store = await openLanceStore({ home, ...options });
    opened.push(store);
    return store;
  };
  beforeEach(async () => {
    home = join(await mkdtemp(join(tmpdir(), "skillloop-open-")), "home");
  });
  afterEach(async () => {
    for (const store of opened.splice(0)) await store.close();
    await rm(join(home, ".."), { recursive: true, force: true });
  });
  const connect = async () => {
    const { lance, arrow } = await loadNative();
    return { arrow, connection: await lance.connect(home) };
  };

  it("refuses a processor without AVX2 before the native part is loaded", async () => {
    let loaded = false;
    const load = async (): Promise<never> => {
      loaded = true;
      throw new Error("not reached");
    };
    const processor = { platform: "linux", architecture: "x64", cpuFlags: new Set(["sse4_2"]) };
    await expect(open({ native: { processor, load } })).rejects.toMatchObject({
      code: "UNSUPPORTED_PROCESSOR",
    });
    expect(loaded).toBe(false);
  });

  it("says what to do when the native part is not installed", async () => {
    const load = async (): Promise<never> => {
      throw new Error("Cannot find native binding");
    };
    await expect(open({ native: { load } })).rejects.toMatchObject({ code: "NATIVE_MISSING" });
  });

  it("refuses a home of a newer version and changes nothing in it", async () => {
    await (await open()).addEvents([sampleEvent({ id: "v1" })]);
    const { connection } = await connect();
    const meta = await connection.openTable("meta");
    await meta.update({ where: "id = 'schema_version'", values: { value: String(schemaVersion + 1) } });
    await connection.dropTable("events");
    const before = await readdir(home);
    await expect(open()).rejects.toMatchObject({ code: "HOME_NEWER" });
    expect(await readdir(home)).toEqual(before);
  });

  it("brings an older home up to date without touching its rows", async () => {
    await (await open()).writeHeads([creation({ name: "push" })]);
    const { connection } = await connect();
    const skills = await connection.openTable("skills");
    await skills.dropColumns(["trial_version", "trial_status"]);
    await connection.dropTable("events");
    const meta = await connection.openTable("meta");
    await meta.update({ where: "id = 'schema_version'", values: { value: String(schemaVersion - 1) } });

    const store = await open();
    expect(await store.listHeads(all)).toEqual([sampleRow({ name: "push" })]);
    await store.addEvents([sampleEvent({ id: "v1" })]);
    const trial = { version: 2, status: "candidate" } as const;
    await store.writeHeads([creation({ name: "other", trial })]);
    expect((await store.findHeads(all, { names: ["other"] }))[0]?.head.trial).toEqual(trial);
  });

  it("gives a home of version 1 columns for vectors, keeps every row, and refuses version 1 from then on", async () => {
    await (await open()).writeHeads([creation({ name: "push" })]);
    const { connection, arrow } = await connect();
    const skills = await connection.openTable("skills");
    const added = ["vectors", "vectors_embedder", "vectors_text_key", "vectors_dimension"];
    await skills.dropColumns(added);
    const meta = await connection.openTable("meta");
    await meta.update({ where: "id = 'schema_version'", values: { value: "1" } });
    const present = new Set((await skills.schema()).fields.map(({ name }) => name));
    expect(missingFields(arrow, "skills", present).map(({ name }) => name)).toEqual(added);

    const store = await open();
    const [row = sampleRow({ name: "push" })] = await store.listHeads(all);
    expect(row).toEqual(sampleRow({ name: "push" }));
    expect(await store.listVectorStates(all, {})).toEqual([{ id: row.head.id }]);
    const vectors = { embedder: "mini", textKey: "k", dimension: 2, bytes: Int8Array.from([127, -3]) };
    const head = { ...row.head, rev: 2 };
    await store.writeHeads([{ row: { ...row, head, vectors }, expectedRev: 1 }]);
    expect((await store.readLibrary(all)).changed[0]?.vectors).toEqual(vectors);
    await meta.checkoutLatest();
    // What version 1 compares with its own number before it refuses the home as newer.
    expect(Number((await meta.query().where("id = 'schema_version'").toArray())[0]?.value)).toBe(
      schemaVersion,
    );
  });

  it("gives a home of version 2 the tables of claims and model calls, and keeps every row", async () => {
    await (await open()).writeHeads([creation({ name: "push" })]);
    const { connection } = await connect();
    for (const name of ["claims", "model_calls"]) await connection.dropTable(name);
    const meta = await connection.openTable("meta");
    await meta.update({ where: "id = 'schema_version'", values: { value: "2" } });

    const store = await open();
    expect(await store.listHeads(all)).toEqual([sampleRow({ name: "push" })]);
    const claim = sampleStoredClaim({ id: "trace-1#0" });
    await store.addClaims([claim]);
    expect(await store.listClaims(all, {})).toEqual([claim]);
    await store.addModelCalls([sampleModelCall({ id: "m", cost: 0.25 })]);
    expect((await store.sumModelCalls(all, {})).reflect?.cost).toBe(0.25);
    await meta.checkoutLatest();
    // What version 2 compares with its own number before it refuses the home as newer.
    expect(Number((await meta.query().where("id = 'schema_version'").toArray())[0]?.value)).toBe(3);
  });

  it("brings a home of version 1 up to date in a plain process too, where Arrow could be loaded twice", async () => {
    await (await open()).writeHeads([creation({ name: "push" })]);
    const { connection } = await connect();
    await (await connection.openTable("skills")).dropColumns(["vectors", "vectors_dimension"]);
    const meta = await connection.openTable("meta");
    await meta.update({ where: "id = 'schema_version'", values: { value: "1" } });
    const program = `
      import { openLanceStore } from ${JSON.stringify(new URL("./open-lance-store.ts", import.meta.url).href)};
      const store = await openLanceStore({ home: process.argv[1] });
      console.log((await store.listHeads(${JSON.stringify(all)})).length);
      await store.close();
    `;
    const flags = ["--import", "tsx", "--conditions=@skillloop/source", "--input-type=module"];
    const { stdout, stderr } = spawnSync(process.execPath, [...flags, "--eval", program, home], {
      cwd: fileURLToPath(new URL("../../../../..", import.meta.url)),
      encoding: "utf8",
    });
    expect({ stdout, stderr }).toEqual({ stdout: "1\n", stderr: "" });
  });

  it("keeps nothing of a removed skill's text on its row, its vectors included", async () => {
    const store = await open();
    const { row } = creation({ name: "push" });
    const vectors = { embedder: "mini", textKey: "k", dimension: 2, bytes: Int8Array.from([127, -3]) };
    await store.writeHeads([{ row: { ...row, vectors }, expectedRev: null }]);
    await store.removeSkills(all, [row.head.id]);
    const { connection } = await connect();
    const [left] = await (await connection.openTable("skills")).query().toArray();
    expect(left).toMatchObject({ deleted: true, served_json: "{}", search_document: "" });
    expect([left?.vectors, left?.vectors_text_key, left?.vectors_dimension]).toEqual([null, null, null]);
  });

  it("finishes a creation that was cut short", async () => {
    const { connection, arrow } = await connect();
    await connection.createEmptyTable("skills", arrowSchema(arrow, "skills"));
    await connection.createEmptyTable("meta", arrowSchema(arrow, "meta"));
    const store = await open();
    expect(await store.addTraces([sampleEntry("t1")])).toEqual(new Set(["t1"]));
  });

  it.each([...tableNames])(
    "makes %s anew when its making was cut short before it held anything",
    async (name) => {
      await (await open()).close();
      const folder = join(home, `${name}.lance`);
      for (const part of await readdir(folder))
        if (part !== "_transactions") await rm(join(folder, part), { recursive: true });
      const store = await open();
      await store.addTraces([sampleEntry("t1")]);
      await store.writeHeads([creation({ name: "s" })]);
      expect(await store.listTraces(all, { limit: 10 })).toHaveLength(1);
      expect(await store.listHeads(all)).toHaveLength(1);
      expect((await store.countJobs(all)).trace.waiting).toBe(1);
    },
  );

  it("says HOME_CORRUPT, and makes nothing anew, when data is there and no version of its table", async () => {
    await (await open()).addTraces([sampleEntry("t1")]);
    await opened.pop()?.close();
    await rm(join(home, "traces.lance", "_versions"), { recursive: true });
    await expect(open()).rejects.toMatchObject({ code: "HOME_CORRUPT" });
    expect(await readdir(join(home, "traces.lance", "data"))).not.toEqual([]);
  });

  it("opens a new home from many places at once", async () => {
    const stores = await Promise.all(Array.from({ length: 5 }, () => open()));
    await Promise.all(stores.map((store, index) => store.addTraces([sampleEntry(`t${index}`)])));
    expect(await stores[0]?.listTraces(all, { limit: 10 })).toHaveLength(5);
  });

  it("says HOME_LOCKED when another process keeps the lock", async () => {
    await (await open()).close();
    const { connection } = await connect();
    await connection.dropTable("events");
    const release = await folderLock(home)("home");
    await expect(open({ lockWaitMs: 50 })).rejects.toMatchObject({ code: "HOME_LOCKED" });
    await release?.();
    await (await open()).addEvents([sampleEvent({ id: "v1" })]);
  });

  describe("with a damaged head manifest", () => {
    const newest = async (table: string) => {
      const folder = join(home, `${table}.lance`, "_versions");
      const names = (await readdir(folder)).filter((name) => name.endsWith(".manifest")).sort();
      return names.map((name) => join(folder, name));
    };

    it.each([
      ["empty", (path: string) => truncate(path, 0)],
      [
        "garbled",
        (path: string) => writeFile(path, "not a manifest, but long enough to have a footer of its own"),
      ],
    ])("opens the version before an %s one and keeps the file", async (_how, damage) => {
      const store = await open();
      await store.addEvents([sampleEvent({ id: "v1" })]);
      await store.addEvents([sampleEvent({ id: "v2" })]);
      await store.close();
      const [head = ""] = await newest("events");
      await damage(head);

      const recovered: RecoveredTable[] = [];
      const again = await open({ onRecovered: (table) => recovered.push(table) });
      expect((await again.listEvents(all, { limit: 5 })).map(({ id }) => id)).toEqual(["v1"]);
      expect(recovered).toHaveLength(1);
      expect(recovered[0]?.table).toBe("events");
      expect((await stat(recovered[0]?.quarantined[0] ?? "")).isFile()).toBe(true);
      await again.addEvents([sampleEvent({ id: "v3", at: 2_000 })]);
      expect((await again.listEvents(all, { limit: 5 })).map(({ id }) => id)).toEqual(["v3", "v1"]);
    });

    it("opens the version before one whose data never reached the disk", async () => {
      const store = await open();
      await store.addEvents([sampleEvent({ id: "v1" })]);
      await store.close();
      const data = join(home, "events.lance", "data");
      const before = new Set(await readdir(data));
      await (await open()).addEvents([sampleEvent({ id: "v2" })]);
      const lost = (await readdir(data)).filter((name) => !before.has(name));
      for (const name of lost) await truncate(join(data, name), 0);

      const recovered: RecoveredTable[] = [];
      const again = await open({ onRecovered: (table) => recovered.push(table) });
      expect((await again.listEvents(all, { limit: 5 })).map(({ id }) => id)).toEqual(["v1"]);
      expect(recovered.map(({ table }) => table)).toEqual(["events"]);
    });

    it("says HOME_CORRUPT and puts every file back when no version can be read", async () => {
      const store = await open();
      for (const id of ["v1", "v2", "v3"]) await store.addEvents([sampleEvent({ id })]);
      await store.close();
      const manifests = await newest("events");
      for (const path of manifests) await truncate(path, 0);
      await expect(open()).rejects.toMatchObject({ code: "HOME_CORRUPT" });
      expect(await newest("events")).toEqual(manifests);
    });
  });

  it("DISK_FULL at any point loses nothing that was acknowledged, and the same write then succeeds", async () => {
    for (const point of commitPoints.filter((name) => name !== "maintained")) {
      await rm(home, { recursive: true, force: true });
      let full: CommitPoint | undefined;
      const at = (reached: CommitPoint) => {
        if (reached === full) throw Object.assign(new Error("write"), { code: "ENOSPC" });
      };
      const store = await open({ faults: { at } });
      await everyWrite(store, "before");
      full = point;
      const failure = await everyWrite(store, "during").then(
        () => undefined,
        (error: unknown) => error,
      );
      expect(SkillLoopError.isInstance(failure) && failure.code, point).toBe("DISK_FULL");
      full = undefined;
      await everyWrite(store, "during");
      const names = (await store.listHeads(all)).map(({ head }) => head.name).sort();
      expect(names, point).toEqual(["before", "during"]);
      expect(await store.listTraces(all, { limit: 5 }), point).toHaveLength(2);
      await store.close();
    }
  }, 60_000);

  it("refuses calls after close, and close waits for calls that still run", async () => {
    const store = await open();
    const adding = store.addTraces([sampleEntry("t1")]);
    await store.close();
    expect(await adding).toEqual(new Set(["t1"]));
    await expect(store.listHeads(all)).rejects.toMatchObject({ code: "CLOSED" });
    await store.close();
  });

  it("writes with fsync when asked to", async () => {
    const store = await open({ durability: "fsync" });
    await store.addTraces([sampleEntry("t1")]);
    await everyWrite(store, "x");
    expect(await store.listTraces(all, { limit: 5 })).toHaveLength(2);
  });

  it("runs on a URI with a lock in the store instead of lock files", async () => {
    const store = await open({ home: `file://${home}` });
    await everyWrite(store, "x");
    expect(await store.maintain({ force: true })).toBe(true);
    expect(await store.maintain({ force: true })).toBe(true);
    expect(await store.listTraces(all, { limit: 5 })).toHaveLength(1);
    expect(await readdir(home)).not.toContain(".gitignore");
    await expect(store.backup(join(home, "backup"))).rejects.toMatchObject({ code: "STORE_FAILED" });
  });

  it("DB8: 1 000 reads of the library leave no file open", async () => {
    const store = await open();
    await store.writeHeads([creation({ name: "push" })]);
    const descriptors = async () => (await readdir("/dev/fd")).length;
    await store.readLibrary(all);
    const before = await descriptors();
    for (let count = 0; count < 1_000; count += 1) await store.readLibrary(all);
    expect(await descriptors()).toBeLessThanOrEqual(before + 2);
  });
});

async function everyWrite(store: Store, name: string): Promise<void> {
  const write = creation({ name });
  await store.addTraces([sampleEntry(name)]);
  const now = 5_000;
  const claim = { filter: all, kind: "trace", owner: "o", limit: 5, now, leaseMs: 10 } as const;
  await store.claimJobs({ ...claim, now: 9_000_000 });
  await store.addVersions([write.row.served]);
  await store.writeHeads([write]);
  const embedder = { embedder: name, dimension: 2, moving: false };
  await store.recordEmbedder(sampleScope, embedder, await store.readEmbedder(sampleScope));
  await store.addEvidence([sampleEvidence({ id: `evidence of ${name}`, skillId: write.row.head.id })]);
  await store.addClaims([sampleStoredClaim({ id: `${name}#0` })]);
  await store.useClaims(all, [{ id: `${name}#0`, skillId: write.row.head.id }]);
  await store.bumpStats([{ scope: sampleScope, skillId: write.row.head.id, shown: 1 }], now);
  await store.commitJobs("o", [{ id: name, patch: { state: "done" } }], now);
  await store.maintain({ force: true });
}
