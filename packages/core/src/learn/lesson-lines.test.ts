import { describe, expect, it } from "vitest";
import type { ExampleCall } from "../types/skill.ts";
import { callInShort, code, stepsText } from "./lesson-lines.ts";

const run = (command: string): ExampleCall => ({ tool: "bash", input: { command }, skeleton: "" });
const look: ExampleCall = { tool: "get_user", input: { user_id: "<user-id>" }, skeleton: "" };

describe("stepsText", () => {
  it("names calls one after the other, and how they are made only when that changes", () => {
    expect(stepsText([run("mkdir -p <directory>")])).toBe("Run `mkdir -p <directory>`.");
    expect(stepsText([run("a"), run("b"), run("c")])).toBe("First run `a`, then `b`, then `c`.");
    expect(stepsText([look])).toBe("Call `get_user` as in the example.");
    expect(stepsText([look, run("b"), run("c")])).toBe("First call `get_user`, then run `b`, then `c`.");
    expect(stepsText([])).toBe("");
  });
});

describe("callInShort", () => {
  it("leaves out what differs from run to run", () => {
    expect(callInShort(run('git config user.name "<name>"'))).toBe("git config user.name");
    expect(callInShort(run("export LEDGER_FILE=<ledger-file>"))).toBe("export LEDGER_FILE");
    expect(callInShort(run("npm pkg set type=module"))).toBe("npm pkg set type=module");
    expect(callInShort(look)).toBe("get_user");
    expect(callInShort(run("<script>"))).toBe("bash");
  });
});

describe("code", () => {
  it("takes a longer fence for text with a backtick", () => {
    expect(code("a")).toBe("`a`");
    expect(code("echo `date`")).toBe("`` echo `date` ``");
  });
});
