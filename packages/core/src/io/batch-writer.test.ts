import { describe, expect, it } from "vitest";
import { batchWriter } from "./batch-writer.ts";

describe("batchWriter", () => {
  it("writes a lone item at once and collects what comes during a write", async () => {
    const batches: number[][] = [];
    const add = batchWriter<number, number>({
      maxItems: 3,
      write: async (items) => {
        batches.push([...items]);
        await Promise.resolve();
        return items.map((item) => item * 10);
      },
    });
    expect(await Promise.all([1, 2, 3, 4, 5].map(add))).toEqual([10, 20, 30, 40, 50]);
    expect(batches).toEqual([[1], [2, 3, 4], [5]]);
  });

  it("fails every call of a failed write and goes on with the next", async () => {
    let fail = true;
    const add = batchWriter<string, string>({
      maxItems: 10,
      write: async (items) => {
        if (fail) throw new Error("disk");
        return items;
      },
    });
    await expect(add("a")).rejects.toThrow("disk");
    fail = false;
    expect(await add("b")).toBe("b");
  });
});
