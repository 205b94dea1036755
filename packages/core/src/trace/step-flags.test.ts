import { describe, expect, it } from "vitest";
import { type CallFacts, judgeCall } from "./step-outcome.ts";

const judge = (facts: Partial<CallFacts>) => judgeCall({ input: {}, ...facts });
const shell = (command: string, facts: Partial<CallFacts>) => judge({ input: { command }, ...facts });

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

  it("MC3: finds isError inside the AI SDK's typed output", () => {
    const value = { isError: true, content: [{ type: "text", text: '"401"' }] };
    expect(judge({ output: { type: "json", value } })).toEqual({ outcome: "tool-error", error: '"401"' });
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

  it("takes an empty error for none, and an error object without words for one", () => {
    for (const error of [null, undefined, "", " ", false, 0, []])
      expect(judge({ output: "x", error }).outcome).toBe("ok");
    expect(judge({ error: {} })).toMatchObject({ outcome: "tool-error", error: "{}" });
  });

  it("does not invent an exit code where none was given", () => {
    const judged = judge({ output: { stdout: "", stderr: "bad flag" }, failed: true });
    expect(judged).toEqual({ outcome: "tool-error", error: "bad flag" });
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
    expect(judge({ output, callId: "c0" })).toEqual({ outcome: "ok", output: "other" });
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
