import { describe, expect, it } from "vitest";
import type { LanceTableHandle } from "./native.ts";
import { chunksOf, distinctById, lanceTable } from "./table.ts";

/** A handle that fails as LanceDB does, in ways that cannot be brought about on purpose. */
function failingHandle(failures: readonly Error[]) {
  const left = [...failures];
  const calls: string[] = [];
  const fail = (call: string) => {
    calls.push(call);
    const failure = left.shift();
    if (failure !== undefined) throw failure;
  };
  const query = {
    toArrow: async () => {
      fail("read");
      return { numRows: 0, schema: { fields: [] } };
    },
  };
  const handle = { checkoutLatest: async () => void calls.push("latest"), query: () => query };
  const table = lanceTable({ name: "jobs", handle: handle as unknown as LanceTableHandle, hooks: {} });
  const write = async () => {
    fail("write");
    return "written";
  };
  return { table, calls, write };
}

const vanished = new Error("Object at location data/x.lance not found");
const conflict = new Error("Retryable commit conflict for version 7");

describe("lanceTable", () => {
  it("reads once more, on the latest version, when compaction took a file away under it", async () => {
    const { table, calls } = failingHandle([vanished]);
    expect(await table.read({})).toEqual([]);
    expect(calls).toEqual(["latest", "read", "latest", "read"]);
  });

  it("gives up when the file stays away, and at once for any other failure", async () => {
    const twice = failingHandle([vanished, vanished]);
    await expect(twice.table.read({})).rejects.toMatchObject({ code: "STORE_FAILED" });
    const other = failingHandle([new Error("disk on fire")]);
    await expect(other.table.read({})).rejects.toMatchObject({ code: "STORE_FAILED" });
    expect(other.calls).toEqual(["latest", "read"]);
  });

  it("DB2: commits again after a conflict, on what is there now, and not after anything else", async () => {
    const lost = failingHandle([conflict, conflict]);
    expect(await lost.table.commit("write", lost.write)).toBe("written");
    expect(lost.calls).toEqual(["latest", "write", "latest", "write", "latest", "write"]);
    const full = failingHandle([Object.assign(new Error("write"), { code: "ENOSPC" })]);
    await expect(full.table.commit("write", full.write)).rejects.toMatchObject({ code: "DISK_FULL" });
    expect(full.calls).toEqual(["latest", "write"]);
  });

  it("keeps the first row of an id and cuts lists into pieces", () => {
    const rows = [
      { id: "a", from: 1 },
      { id: "b", from: 1 },
      { id: "a", from: 2 },
    ];
    expect(distinctById(rows)).toEqual(rows.slice(0, 2));
    expect(chunksOf([1, 2, 3, 4, 5], 2)).toEqual([[1, 2], [3, 4], [5]]);
    expect(chunksOf([], 2)).toEqual([]);
  });
});
