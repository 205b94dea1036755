import { describe, expect, it } from "vitest";
import { ownTextClosing, ownTextId, ownTextOpening } from "../text/own-text.ts";
import type { Step, ToolStep } from "../types/trace.ts";
import { stepsFromEvents } from "./pair-calls.ts";
import { readMessages } from "./read-messages.ts";
import { stripOwnEvents } from "./strip-own.ts";

const read = (messages: readonly unknown[]): readonly Step[] =>
  stepsFromEvents(stripOwnEvents(readMessages(messages) ?? []));
const tools = (messages: readonly unknown[]): readonly ToolStep[] =>
  read(messages).filter((step) => step.kind === "tool");
const texts = (messages: readonly unknown[]): readonly string[] =>
  read(messages).flatMap((step) => (step.kind === "text" ? [`${step.turn} ${step.role}: ${step.text}`] : []));
const openAiCall = (id: unknown, name: string, args = "{}") => ({
  id,
  type: "function",
  function: { name, arguments: args },
});
const live = (type: string, fields: object): object => ({ _getType: () => type, ...fields });

describe("the readers of single formats", () => {
  it("reads the older function_call form, paired by name", () => {
    const messages = [
      { role: "assistant", content: null, function_call: { name: "look", arguments: "{}" } },
      { role: "function", name: "look", content: "seen" },
    ];
    expect(tools(messages)).toMatchObject([{ tool: "look", outcome: "ok", output: "seen" }]);
  });

  it("keeps the words of a user turn that also holds tool results", () => {
    const messages = [
      { role: "assistant", content: [{ type: "tool_use", id: "a", name: "look", input: {} }] },
      {
        role: "user",
        content: [
          { type: "tool_result", tool_use_id: "a", content: "seen" },
          { type: "text", text: "and now stop" },
        ],
      },
    ];
    expect(tools(messages)).toMatchObject([{ outcome: "ok", output: "seen" }]);
    expect(texts(messages)).toEqual(["1 user: and now stop"]);
  });

  it("AI1: reads a tool-error part that toolResults lacks", () => {
    const steps = [
      {
        content: [
          { type: "tool-call", toolCallId: "c1", toolName: "fetch", input: {} },
          { type: "tool-error", toolCallId: "c1", toolName: "fetch", error: new Error("ECONNREFUSED") },
        ],
        toolResults: [],
        finishReason: "tool-calls",
      },
    ];
    expect(tools(steps)).toMatchObject([
      { outcome: "tool-error", error: expect.stringContaining("ECONNREFUSED") },
    ]);
  });

  it("AI8: an invalid call is one invalid-input and keeps the raw text", () => {
    const error = Object.assign(new Error("Invalid input for tool search: JSON parsing failed"), {
      name: "AI_InvalidToolInputError",
    });
    const messages = [
      {
        role: "assistant",
        content: [
          {
            type: "tool-call",
            toolCallId: "c1",
            toolName: "search",
            input: '{"q": "a',
            invalid: true,
            dynamic: true,
            error,
          },
          { type: "tool-error", toolCallId: "c1", toolName: "search", error: "JSON parsing failed" },
        ],
      },
    ];
    expect(tools(messages)).toMatchObject([{ tool: "search", outcome: "invalid-input", input: '{"q": "a' }]);
    expect(tools(messages)).toHaveLength(1);
  });

  it("reads denied and unanswered UI calls as interrupted and missing", () => {
    const part = (state: string, more: object = {}) => ({
      type: "tool-rm",
      toolCallId: state,
      state,
      input: {},
      ...more,
    });
    const messages = [
      {
        role: "assistant",
        parts: [
          part("output-denied", { approval: { approved: false, reason: "no" } }),
          part("approval-requested"),
          part("input-available"),
        ],
      },
    ];
    expect(tools(messages).map(({ outcome }) => outcome)).toEqual(["interrupted", "interrupted", "missing"]);
  });

  it("LC1, LC2: builds unknown-tool and invalid-input steps from messages alone", () => {
    const messages = [
      live("ai", {
        content: "",
        tool_calls: [
          { id: "c1", name: "nope", args: {} },
          { id: "c2", name: "add", args: { n: "x" } },
        ],
      }),
      live("tool", { tool_call_id: "c1", content: "nope is not a valid tool" }),
      live("tool", {
        tool_call_id: "c2",
        status: "error",
        content: "Error: Received tool input did not match expected schema\n Please fix your mistakes.",
      }),
    ];
    expect(tools(messages).map(({ outcome }) => outcome)).toEqual(["unknown-tool", "invalid-input"]);
  });

  it("LG3: reads tool messages inside a Command", () => {
    const messages = [
      live("ai", { content: "", tool_calls: [{ id: "c1", name: "hand", args: {} }] }),
      {
        lg_name: "Command",
        update: { messages: [live("tool", { tool_call_id: "c1", content: "done" })] },
        goto: [],
      },
    ];
    expect(tools(messages)).toMatchObject([{ outcome: "ok", output: "done" }]);
  });

  it("reads LangChain's invalid tool calls once", () => {
    const call = { id: "c1", name: "add", args: '{"n": ', error: "Malformed args." };
    const raw = { tool_calls: [openAiCall("c1", "add", '{"n": ')] };
    const messages = [
      live("ai", { content: "", tool_calls: [], invalid_tool_calls: [call], additional_kwargs: raw }),
    ];
    expect(tools(messages)).toMatchObject([{ tool: "add", input: '{"n": ', outcome: "missing" }]);
  });

  it("PR5: a model failure makes no tool step and keeps its text", () => {
    const error = {
      code: "tool_use_failed",
      message: "Failed to call a function.",
      failed_generation: "web_search{}</function>",
    };
    const messages = [
      { role: "user", content: "find it" },
      { role: "assistant", error },
    ];
    expect(tools(messages)).toEqual([]);
    expect(texts(messages).join()).toContain("web_search{}</function>");
  });

  it("MC3: honours isError in a chat tool message and in a result's envelope", () => {
    const messages = [
      { role: "assistant", tool_calls: [openAiCall("a", "x"), openAiCall("b", "x")] },
      { role: "tool", tool_call_id: "a", isError: true, content: "401" },
      {
        role: "tool",
        tool_call_id: "b",
        content: '{"isError":true,"content":[{"type":"text","text":"401"}]}',
      },
    ];
    expect(tools(messages).map(({ outcome }) => outcome)).toEqual(["tool-error", "tool-error"]);
  });

  it("ME1: takes our block out of words, inputs and results before it judges them", () => {
    const block = `${ownTextOpening(`id="${ownTextId("Error: notes")}"`)}\nError: notes\n${ownTextClosing}`;
    const messages = [
      { role: "user", content: `ship it\n\n${block}` },
      { role: "user", content: block },
      {
        role: "assistant",
        content: `as noted: ${block} so`,
        tool_calls: [openAiCall("a", "push", JSON.stringify({ note: block }))],
      },
      { role: "tool", tool_call_id: "a", content: `pushed\n\n${block}` },
    ];
    expect(JSON.stringify(read(messages))).not.toContain("project_notes");
    expect(texts(messages)).toHaveLength(2);
    expect(tools(messages)).toMatchObject([{ outcome: "ok", output: "pushed", input: { note: "" } }]);
  });

  it("reads an older SWE-agent history, whose commands are plain text, without its demonstration", () => {
    const messages = [
      { role: "system", content: "you are", agent: "main" },
      { role: "user", content: "a demonstration", is_demo: true, agent: "main" },
      { role: "user", content: "fix the bug", agent: "main" },
      {
        role: "assistant",
        content: "run it\n```\npython a.py\n```",
        thought: "run it",
        action: "python a.py\n",
        agent: "main",
      },
      {
        role: "user",
        content: "bash: python: command not found\n(Open file: n/a)\n(Current directory: /w)\nbash-$",
        agent: "main",
      },
    ];
    expect(tools(messages)).toMatchObject([
      {
        tool: "bash",
        input: { command: "python a.py" },
        outcome: "tool-error",
        error: "bash: python: command not found",
      },
    ]);
    expect(texts(messages)).toEqual(["0 system: you are", "1 user: fix the bug", "2 assistant: run it"]);
  });
});
