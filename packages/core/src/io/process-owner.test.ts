import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { ownerIsGone, processOwner } from "./process-owner.ts";

describe("ownerIsGone", () => {
  it("knows that a process of this host has ended", () => {
    const { pid } = spawnSync(process.execPath, ["-e", "0"]);
    const [host, namespace] = processOwner("x").split("|");
    expect(ownerIsGone([host, namespace, pid, "y"].join("|"))).toBe(true);
  });

  it("says nothing of itself, of a living process, of another host, or of a name it cannot read", () => {
    const mine = processOwner("x");
    const [host, namespace] = mine.split("|");
    expect(ownerIsGone(mine)).toBe(false);
    expect(ownerIsGone([host, namespace, process.ppid, "y"].join("|"))).toBe(false);
    expect(ownerIsGone(["elsewhere", namespace, 999_999_999, "y"].join("|"))).toBe(false);
    expect(ownerIsGone("somebody")).toBe(false);
  });
});
