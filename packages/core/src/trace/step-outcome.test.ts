import { describe, expect, it } from "vitest";
import { type CallFacts, judgeCall } from "./step-outcome.ts";

const judge = (facts: Partial<CallFacts>) => judgeCall({ input: {}, ...facts });
const shell = (command: string, facts: Partial<CallFacts>) => judge({ input: { command }, ...facts });

describe("judgeCall: exit codes", () => {
  it.each([
    { stdout: "", stderr: "boom", exitCode: 1 },
    { stdout: "", stderr: "boom", exit_code: 1 },
    { stdout: "", stderr: "boom", code: 1, signal: null },
    { stdout: "", stderr: "boom", status: 1 },
    { stdout: "", stderr: "boom", returncode: 1 },
    { output: "boom", metadata: { exit_code: 1, duration_seconds: 0.1 } },
  ])("reads the process result %j", (output) => {
    const judged = shell("npm test", { output });
    expect(judged).toMatchObject({ outcome: "tool-error", exitCode: 1 });
    expect(judged.error).toContain("boom");
    expect(judged.error).toContain("exit code 1");
  });

  it("puts stderr first, then the end of stdout", () => {
    const output = { stdout: `${"x\n".repeat(5_000)}last words`, stderr: "why it failed", exitCode: 2 };
    const { error = "" } = shell("make", { output });
    expect(error.startsWith("why it failed")).toBe(true);
    expect(error).toContain("last words");
    expect(error.length).toBeLessThan(2_500);
  });

  it.each([
    "Exit code 1\nboom",
    "Exit code: 1\nWall time: 0.3 seconds\nOutput:\nboom",
    "boom\n[exit status 1]",
    "boom\nexit code: 1",
    "boom\n\n[The command completed with exit code 1.]",
    "boom\n[Command finished with exit code 1]",
    "boom\nProcess exited with code 1",
    "Command: x\nOutput: boom\nError: (none)\nExit Code: 1\nSignal: (none)",
    "<returncode>1</returncode>\n<output>\nboom\n</output>",
    '{"output":"boom","metadata":{"exit_code":1}}',
  ])("reads the exit code that a shell tool prints: %j", (output) => {
    expect(shell("./build.sh", { output })).toMatchObject({ outcome: "tool-error", exitCode: 1 });
  });

  it.each(["all good\nexit code: 0", "Exit code: 0\nOutput:\nError: is a word in this page"])(
    "believes a printed exit code of 0: %j",
    (output) => {
      expect(shell("./build.sh", { output })).toMatchObject({ outcome: "ok", exitCode: 0 });
    },
  );

  it("does not take other numbers for an exit code", () => {
    for (const output of ["the exit code is documented in chapter 4", "return 1", "exit 1 of the motorway"]) {
      expect(shell("cat notes", { output })).toEqual({ outcome: "ok", output });
    }
  });

  it.each([
    "grep -n TODO src/a.ts",
    "cd src && grep -rn TODO .",
    "cat a.txt | grep x",
    "rg foo",
    "test -f nowhere",
    "[ -d nowhere ]",
    "[[ -f x ]]",
    "diff a b",
    "cmp a b",
    "pgrep node",
    "git diff --exit-code",
    "git diff --quiet HEAD",
    "git grep nothing",
    "git merge-base --is-ancestor a b",
    "git config --get user.email",
    "git config user.email",
    "sudo grep x /etc/hosts",
    "LC_ALL=C grep x y",
    "command -v jq",
    "which jq",
    "! grep x y",
  ])("takes exit code 1 of `%s` for an answer", (command) => {
    expect(shell(command, { output: { stdout: "", stderr: "", exitCode: 1 } })).toMatchObject({
      outcome: "ok",
      exitCode: 1,
    });
    expect(shell(command, { output: "", exitCode: 1 }).outcome).toBe("ok");
  });

  it("takes it for an answer although the framework flags every exit code", () => {
    expect(shell("grep x y", { output: "Exit code 1", failed: true }).outcome).toBe("ok");
    const error = Object.assign(new Error("Command failed: grep x y"), { code: 1, stdout: "", stderr: "" });
    expect(shell("grep x y", { error }).outcome).toBe("ok");
    expect(judge({ input: { command: ["bash", "-lc", "grep x y"] }, output: "", exitCode: 1 }).outcome).toBe(
      "ok",
    );
  });

  it.each([
    ["grep x nowhere", { stdout: "", stderr: "grep: nowhere: No such file or directory", exitCode: 2 }],
    ["grep x nowhere", { stdout: "", stderr: "grep: nowhere: No such file or directory", exitCode: 1 }],
    ["diff a", { stdout: "", stderr: "diff: missing operand after 'a'", exitCode: 2 }],
    ["npm test && grep ok log", { stdout: "", stderr: "", exitCode: 1 }],
    ["git commit -m x", { stdout: "nothing to commit", stderr: "", exitCode: 1 }],
    ["git diff --check", { stdout: "a.txt:1: trailing whitespace.", stderr: "", exitCode: 2 }],
    ["npm test", { stdout: "", stderr: "", exitCode: 1 }],
  ])("takes a failed `%s` for an error", (command, output) => {
    expect(shell(command, { output }).outcome).toBe("tool-error");
  });

  it.each([
    "npm test || true",
    "npm test; true",
    "npm test | tail -5",
    "npm test 2>&1 | tee log",
    "npm test; echo done",
  ])("does not believe the exit code that `%s` masks", (command) => {
    const output = { stdout: "npm ERR! Test failed. See above for more details.", stderr: "", exitCode: 0 };
    expect(shell(command, { output }).outcome).toBe("tool-error");
    expect(shell(command, { output: { stdout: "3 passed", stderr: "", exitCode: 0 } }).outcome).toBe("ok");
  });

  it.each(["npm test", "set -eo pipefail; npm test | tail -5", "cat build.log | tail -5", "ls x || mkdir x"])(
    "believes the exit code 0 of `%s`",
    (command) => {
      const output = { stdout: "npm ERR! Test failed.", stderr: "", exitCode: 0 };
      expect(shell(command, { output }).outcome).toBe("ok");
    },
  );

  it("calls a process killed by a signal aborted, whichever way it says so", () => {
    expect(shell("sleep 99", { exitCode: null }).outcome).toBe("aborted");
    expect(
      shell("sleep 99", { output: { stdout: "", stderr: "", code: null, signal: "SIGTERM" } }),
    ).toMatchObject({
      outcome: "aborted",
      error: expect.stringContaining("SIGTERM"),
    });
  });
});

describe("judgeCall: flags, thrown errors and replies", () => {
  it("MC3: takes isError for a failure and its text for the error", () => {
    expect(judge({ output: { isError: true, content: [{ type: "text", text: "401" }] } })).toEqual({
      outcome: "tool-error",
      error: "401",
    });
    expect(judge({ output: { content: [{ type: "text", text: "fine" }] } })).toEqual({
      outcome: "ok",
      output: "fine",
    });
  });

  it("reads thrown errors with their causes", () => {
    const error = new Error("fetch failed", { cause: new Error("connect ECONNREFUSED 127.0.0.1:80") });
    const judged = judge({ error });
    expect(judged.outcome).toBe("tool-error");
    expect(judged.error).toContain("fetch failed");
    expect(judged.error).toContain("ECONNREFUSED");
    const many = judge({ error: new AggregateError([new Error("one"), new Error("two")], "all failed") });
    expect(many.error).toMatch(/all failed[\s\S]*one[\s\S]*two/);
  });

  it("keeps the output beside a thrown error", () => {
    expect(judge({ output: "half", error: "boom" })).toEqual({
      outcome: "tool-error",
      output: "half",
      error: "boom",
    });
  });

  it.each([
    { error: { message: "No such customer", code: "resource_missing" } },
    { error: "Not Found" },
    { error: true, message: "nope" },
    { success: false, error: "quota" },
    { ok: false, error: "channel_not_found" },
    { status: "error", message: "bad id" },
    { message: "Not Found", documentation_url: "https://docs.test", status: "404" },
    { statusCode: 404, message: "Cannot GET /x", error: "Not Found" },
    { type: "about:blank", title: "Not Found", status: 404, detail: "x" },
    { errors: [{ message: "Cannot query field" }], data: null },
    { jsonrpc: "2.0", id: 1, error: { code: -32601, message: "Method not found" } },
  ])("sees a service's error reply in %j, as object and as text", (output) => {
    expect(judge({ output }).outcome).toBe("tool-error");
    expect(judge({ output: JSON.stringify(output) }).outcome).toBe("tool-error");
  });

  it.each([
    { error: null, data: [1] },
    { error: "", result: "x" },
    { errors: [], data: {} },
    { id: 4, customer: "a", error: "card declined", amount: 3 },
    { order: "x", status: "failed" },
    { title: "Errors", body: "Error: x" },
    { code: 404, price: 3 },
    { success: true, error: null },
    [{ error: "a" }],
  ])("sees data in %j", (output) => {
    expect(judge({ output }).outcome).toBe("ok");
    expect(judge({ output: JSON.stringify(output) }).outcome).toBe("ok");
  });

  it("reads content that merely shows an error, by the command that printed it", () => {
    expect(shell("cat error.log", { output: "Error: old news\nfatal: older news" }).outcome).toBe("ok");
    expect(shell("cat x", { output: "cat: x: No such file or directory" }).outcome).toBe("tool-error");
    expect(shell("git log -1", { output: "fatal: not a git repository (or any parent)" }).outcome).toBe(
      "tool-error",
    );
  });
});

describe("judgeCall: wording and control flow", () => {
  it.each([
    "nope is not a valid tool",
    "Error: nope is not a valid tool, try one of [add].",
    "Model tried to call unavailable tool 'nope'. Available tools: add.",
    "AI_NoSuchToolError: Model tried to call unavailable tool 'nope'.",
    'Tool "nope" not found. Available tools: add',
    "MCP error -32602: Tool nope not found",
    "<tool_use_error>Error: No such tool available: nope</tool_use_error>",
    "unsupported call: nope",
  ])("LC1: knows an unknown tool by %j", (text) => {
    expect(judge({ output: text, failed: true }).outcome).toBe("unknown-tool");
    expect(judge({ output: text })).toMatchObject({ outcome: "unknown-tool", error: text });
    expect(judge({ error: text }).outcome).toBe("unknown-tool");
  });

  it.each([
    "Invalid input for tool add: Type validation failed",
    "AI_InvalidToolInputError: Invalid input for tool add: x",
    "MCP error -32602: Input validation error: Invalid arguments for tool add: []",
    "<tool_use_error>InputValidationError: Read failed due to the following issue</tool_use_error>",
    "Received tool input did not match expected schema\n✖ Invalid input: expected number",
    "Error: Received tool input did not match expected schema\n Please fix your mistakes.",
    'Error invoking tool \'add\' with kwargs {"n":"x"} with error: Error: n',
    "1 validation error for add\nn\n  Input should be a valid integer",
  ])("LC2: knows an invalid input by %j", (text) => {
    expect(judge({ output: text, failed: true }).outcome).toBe("invalid-input");
    expect(judge({ error: text }).outcome).toBe("invalid-input");
  });

  it("knows Mastra's validation output", () => {
    const output = { error: true, message: "Tool input validation failed for add", validationErrors: {} };
    expect(judge({ output }).outcome).toBe("invalid-input");
  });

  it("LC7: sees a failure although status says nothing or success", () => {
    expect(judge({ output: "Error: boom\n Please fix your mistakes." }).outcome).toBe("tool-error");
    const output = {
      tool_call_id: "c1",
      content: "Error: boom\n Please fix your mistakes.",
      status: "success",
    };
    expect(judge({ output }).outcome).toBe("tool-error");
  });

  it("LG1: an interrupt is control flow, by mark and by name", () => {
    const marked = Object.assign(new Error("[{value:'ok?'}]"), {
      name: "GraphInterrupt",
      is_bubble_up: true,
    });
    expect(judge({ error: marked }).outcome).toBe("interrupted");
    expect(judge({ error: { is_bubble_up: true } }).outcome).toBe("interrupted");
    expect(judge({ error: Object.assign(new Error("x"), { name: "NodeInterrupt" }) }).outcome).toBe(
      "interrupted",
    );
    expect(
      judge({ output: "Tool 'ask' failed after 3 attempts with GraphInterrupt", failed: true }).outcome,
    ).toBe("interrupted");
  });

  it("LG2: a hand-off is control flow, also after a tool node made words of it", () => {
    expect(judge({ error: { name: "ParentCommand", is_bubble_up: true } }).outcome).toBe("interrupted");
    expect(judge({ output: "Error: \n Please fix your mistakes.", failed: true }).outcome).toBe(
      "interrupted",
    );
  });

  it("LG3: unwraps a Command by the call's id; one without a message is ok and empty", () => {
    const output = {
      lg_name: "Command",
      update: {
        messages: [
          { tool_call_id: "c0", content: "other" },
          { tool_call_id: "c1", content: "done" },
        ],
      },
      goto: [],
    };
    expect(judge({ output, callId: "c1" })).toEqual({ outcome: "ok", output: "done" });
    expect(judge({ output: { lg_name: "Command", update: { seen: true }, goto: ["b"] } })).toEqual({
      outcome: "ok",
    });
    const failed = {
      ...output,
      update: [["messages", [{ tool_call_id: "c1", content: "x", status: "error" }]]],
    };
    expect(judge({ output: failed, callId: "c1" }).outcome).toBe("tool-error");
  });

  it("a denied execution is interrupted, a user's abort is aborted", () => {
    expect(judge({ output: { type: "execution-denied", reason: "no" } })).toEqual({
      outcome: "interrupted",
      error: "no",
    });
    expect(
      judge({ output: "The user doesn't want to proceed with this tool use.", failed: true }).outcome,
    ).toBe("interrupted");
    expect(judge({ output: "[Request interrupted by user for tool use]", failed: true }).outcome).toBe(
      "aborted",
    );
    expect(
      judge({ error: Object.assign(new Error("This operation was aborted"), { name: "AbortError" }) })
        .outcome,
    ).toBe("aborted");
  });

  it("PR5: a provider that cannot read its model's call is no failure of the tool", () => {
    expect(judge({ error: { code: "tool_use_failed", message: "x", failed_generation: "y" } }).outcome).toBe(
      "aborted",
    );
  });

  it("believes an outcome the host declares", () => {
    expect(judge({ outcome: "ok", output: "Error: shown on purpose" })).toEqual({
      outcome: "ok",
      output: "Error: shown on purpose",
    });
    expect(judge({ outcome: "missing" })).toMatchObject({
      outcome: "missing",
      error: expect.stringContaining("No result"),
    });
  });
});

describe("judgeCall: content that ends like a shell's report", () => {
  it("does not take the last line of a file for the exit code of the command that read it", () => {
    expect(shell("cat ci.log", { output: "step one\nexit code: 1" }).outcome).toBe("ok");
    expect(
      shell("cat nowhere", { output: "Exit code 1\ncat: nowhere: No such file or directory" }),
    ).toMatchObject({
      outcome: "tool-error",
      exitCode: 1,
    });
  });
});
