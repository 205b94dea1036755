import { describe, expect, it } from "vitest";
import { withoutNames } from "./name-positions.ts";

describe("withoutNames", () => {
  it.each([
    [
      "fatal: The current branch vat-rounding has no upstream branch",
      "fatal: The current branch <value> has no upstream branch",
    ],
    [
      "fatal: The current branch login has no upstream branch",
      "fatal: The current branch <value> has no upstream branch",
    ],
    ["ReferenceError: grandTotal is not defined", "ReferenceError: <value> is not defined"],
    ["TypeError: cart.close is not a function", "TypeError: <value> is not a function"],
    ["TypeError: Job.run() missing 1 required argument", "TypeError: <value> missing 1 required argument"],
    ["<path>: undefined: frob", "<path>: undefined: <value>"],
    ["Could not resolve host: git.acme.example", "Could not resolve host: <value>"],
    ["getaddrinfo ENOTFOUND db.acme.example", "getaddrinfo ENOTFOUND <value>"],
    ["Error: No such container: shop", "Error: No such container: <value>"],
    ["ERROR: permission denied for table items", "ERROR: permission denied for table <value>"],
    ["ERROR: function round_vat(integer, text) does not exist", "ERROR: function <value> does not exist"],
    ["! [rejected] main -> main (fetch first)", "! [rejected] <value> -> <value> (fetch first)"],
    [
      "module <value> has no attribute <value>. Did you mean: <value>?",
      "module <value> has no attribute <value>",
    ],
    ["takes <value>, <value>, <value> and not one", "takes <value> and not one"],
  ])("reads %j as %j", (line, expected) => {
    expect(withoutNames(line)).toBe(expected);
  });

  it.each([
    "ReferenceError: require is not defined in ES module scope",
    "error: call to unknown function",
    "Host key verification failed.",
    "unable to start container process: exec failed",
    "function is missing a return statement",
    "service unavailable",
    "Error: missing required field: priority",
    "error: connect ECONNREFUSED",
    "read failed: EOF",
    "class java.lang.Integer cannot be cast to class java.lang.String",
    "caught inside of an async function without a catch block",
  ])("finds no name in %j", (line) => {
    expect(withoutNames(line)).toBe(line);
  });
});
