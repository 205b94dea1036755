import { describe, expect, it } from "vitest";
import { SkillLoopError } from "../errors.ts";
import { isCommitConflict, isVanishedFile, storeError } from "./store-error.ts";

function systemError(code: string, message = "the system said so"): Error {
  return Object.assign(new Error(message), { code });
}

describe("storeError", () => {
  it.each([
    [systemError("ENOSPC"), "DISK_FULL"],
    [new Error("lance error: IO error: No space left on device (os error 28)"), "DISK_FULL"],
    [systemError("EROFS"), "HOME_READ_ONLY"],
    [new Error("LanceError(IO): Permission denied (os error 13)"), "HOME_READ_ONLY"],
    [systemError("ELOCKED"), "HOME_LOCKED"],
    [new Error("Retryable commit conflict for version 7: preempted by concurrent Update"), "STORE_CONFLICT"],
    [new Error("Too many concurrent writers. Failed to commit after 10 retries."), "STORE_CONFLICT"],
    [new Error("anything else"), "STORE_FAILED"],
    ["not even an error", "STORE_FAILED"],
  ])("maps %s to %s, with a remedy and the cause", (cause, code) => {
    const error = storeError(cause, "add traces");
    expect(error).toMatchObject({ code, cause });
    expect(error.remedy).not.toBe("");
    expect(error.message).toContain("add traces");
  });

  it("lets an error of ours through as it is", () => {
    const error = new SkillLoopError({ code: "INVALID_SCOPE", message: "m", remedy: "r" });
    expect(storeError(error, "x")).toBe(error);
  });

  it("tells a lost race and a cleaned-up file from other failures", () => {
    expect(isCommitConflict(new Error("Retryable commit conflict"))).toBe(true);
    expect(isCommitConflict(new Error("disk"))).toBe(false);
    expect(isVanishedFile(new Error("Object at location x not found"))).toBe(true);
    expect(isVanishedFile(new Error("disk"))).toBe(false);
  });
});
