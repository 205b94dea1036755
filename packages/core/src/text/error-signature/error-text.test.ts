import { expect, it } from "vitest";
import { errorText } from "./error-text.ts";

it("reads an error with its chain of causes, even a circular one", () => {
  const root = new Error("disk is full");
  const outer = new TypeError("could not save", { cause: root });
  root.cause = outer;
  expect(errorText(outer)).toBe("TypeError: could not save\nError: disk is full");
});

it("reads every part of an aggregate error", () => {
  expect(errorText(new AggregateError([new Error("one"), "two"], "both failed"))).toBe(
    "AggregateError: both failed\nError: one\ntwo",
  );
});

it("reads the streams of a process result and the code of a system error", () => {
  expect(errorText({ message: "Command failed", stdout: "", stderr: "fatal: bad ref" })).toBe(
    "Command failed\nfatal: bad ref",
  );
  expect(errorText(Object.assign(new Error("no such file"), { code: "ENOENT" }))).toBe(
    "Error: no such file (ENOENT)",
  );
});

it("takes strings and other values, and never throws", () => {
  const hostile = Object.defineProperty({}, "message", {
    get() {
      throw new Error("trap");
    },
  });
  expect(errorText("plain")).toBe("plain");
  expect(errorText(undefined)).toBe("");
  expect(errorText(404)).toBe("404");
  expect(errorText({ reason: "why" })).toBe("why");
  expect(errorText({ odd: 1 })).toBe('{"odd":1}');
  expect(typeof errorText(hostile)).toBe("string");
});
