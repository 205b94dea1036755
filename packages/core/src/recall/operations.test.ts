import { describe, expect, it } from "vitest";
import { operationFit, operationsIn } from "./operations.ts";

const asked = (text: string): readonly string[] => [...operationsIn(text)].sort();

describe("operationsIn", () => {
  it.each([
    ["Rotate the signing key", ["rotate"]],
    ["the disk is full so please delete the old logs", ["remove"]],
    ["we need to upgrade postgres", ["upgrade"]],
    ["Check the lock and migrate the schema", ["inspect", "move"]],
    ["deleting the account fails", ["remove"]],
  ])("reads the work asked for in %j", (text, operations) => {
    expect(asked(text)).toEqual(operations);
  });

  it("passes over verbs that nobody asks for", () => {
    expect(asked("the upgrade of last week deleted a table")).toEqual([]);
  });

  it("knows a verb that may mean two kinds of work by both", () => {
    expect(asked("draft an answer")).toEqual(["create"]);
    expect(asked("describe the table")).toEqual(["document"]);
    expect(asked("make it green").length).toBeGreaterThan(1);
  });
});

describe("operationFit", () => {
  it("tells work of the same kind from other work on the same thing", () => {
    const rotate = operationsIn("rotate the key");
    expect(operationFit(rotate, operationsIn("exchange the key"))).toEqual({ shared: true, other: false });
    expect(operationFit(rotate, operationsIn("delete the key"))).toEqual({ shared: false, other: true });
  });

  it("does not take being asked to fix something for other work", () => {
    expect(operationFit(operationsIn("fix the key"), operationsIn("rotate the key"))).toEqual({
      shared: false,
      other: false,
    });
  });

  it("says nothing of a request that names no work, and is content with one kind of several", () => {
    expect(operationFit(new Set(), operationsIn("rotate the key"))).toEqual({ shared: false, other: false });
    const both = operationsIn("check the key and rotate it");
    expect(operationFit(both, operationsIn("rotate the key")).other).toBe(false);
  });
});
