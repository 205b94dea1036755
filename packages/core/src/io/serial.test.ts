import { describe, expect, it } from "vitest";
import { serial } from "./serial.ts";

describe("serial", () => {
  it("runs tasks in order, one at a time, and goes on after a failure", async () => {
    const run = serial();
    const log: string[] = [];
    const task = (name: string) => async () => {
      log.push(`${name} starts`);
      await Promise.resolve();
      log.push(`${name} ends`);
      if (name === "b") throw new Error("b failed");
      return name;
    };
    const results = await Promise.allSettled(["a", "b", "c"].map((name) => run(task(name))));
    expect(log).toEqual(["a starts", "a ends", "b starts", "b ends", "c starts", "c ends"]);
    expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  });
});
