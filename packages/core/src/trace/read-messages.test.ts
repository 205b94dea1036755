import { describe, expect, it } from "vitest";
import type { Step, ToolStep } from "../types/trace.ts";
import { stepsFromEvents } from "./pair-calls.ts";
import { readMessages } from "./read-messages.ts";
import { recogniseFormat } from "./recognise-format.ts";
import { stripOwnEvents } from "./strip-own.ts";

const read = (messages: readonly unknown[], declared?: string): readonly Step[] =>
  stepsFromEvents(stripOwnEvents(readMessages(messages, declared) ?? []));
const tools = (messages: readonly unknown[]): readonly ToolStep[] =>
  read(messages).filter((step) => step.kind === "tool");
const texts = (messages: readonly unknown[]): readonly string[] =>
  read(messages).flatMap((step) => (step.kind === "text" ? [`${step.turn} ${step.role}: ${step.text}`] : []));

const openAiCall = (id: unknown, name: string, args = "{}") => ({
  id,
  type: "function",
  function: { name, arguments: args },
});

/** One run, told in each format: two parallel calls of which one fails, then its repair. */
const sameRun: Readonly<Record<string, readonly unknown[]>> = {
  "openai-chat": [
    { role: "user", content: "ship it" },
    {
      role: "assistant",
      content: null,
      tool_calls: [openAiCall("a", "look", '{"at":1}'), openAiCall("b", "push")],
    },
    { role: "tool", tool_call_id: "b", content: "Error: no upstream" },
    { role: "tool", tool_call_id: "a", content: "seen" },
    { role: "assistant", content: "again", tool_calls: [openAiCall("c", "push", '{"upstream":true}')] },
    { role: "tool", tool_call_id: "c", content: "pushed" },
    { role: "assistant", content: "done" },
  ],
  "openai-responses": [
    { role: "user", content: [{ type: "input_text", text: "ship it" }] },
    { type: "reasoning", summary: [] },
    { type: "function_call", call_id: "a", name: "look", arguments: '{"at":1}' },
    { type: "function_call", call_id: "b", name: "push", arguments: "{}" },
    { type: "function_call_output", call_id: "b", output: "Error: no upstream" },
    { type: "function_call_output", call_id: "a", output: "seen" },
    { type: "message", role: "assistant", content: [{ type: "output_text", text: "again" }] },
    { type: "function_call", call_id: "c", name: "push", arguments: '{"upstream":true}' },
    { type: "function_call_output", call_id: "c", output: "pushed" },
    { type: "message", role: "assistant", content: [{ type: "output_text", text: "done" }] },
  ],
  anthropic: [
    { role: "user", content: "ship it" },
    {
      role: "assistant",
      content: [
        { type: "thinking", thinking: "hm" },
        { type: "tool_use", id: "a", name: "look", input: { at: 1 } },
        { type: "tool_use", id: "b", name: "push", input: {} },
      ],
    },
    {
      role: "user",
      content: [
        {
          type: "tool_result",
          tool_use_id: "b",
          is_error: true,
          content: [{ type: "text", text: "Error: no upstream" }],
        },
        { type: "tool_result", tool_use_id: "a", content: "seen" },
      ],
    },
    {
      role: "assistant",
      content: [
        { type: "text", text: "again" },
        { type: "tool_use", id: "c", name: "push", input: { upstream: true } },
      ],
    },
    { role: "user", content: [{ type: "tool_result", tool_use_id: "c", content: "pushed" }] },
    { role: "assistant", content: [{ type: "text", text: "done" }] },
  ],
  "ai-sdk": [
    { role: "user", content: [{ type: "text", text: "ship it" }] },
    {
      role: "assistant",
      content: [
        { type: "tool-call", toolCallId: "a", toolName: "look", input: { at: 1 } },
        { type: "tool-call", toolCallId: "b", toolName: "push", input: {} },
      ],
    },
    {
      role: "tool",
      content: [
        {
          type: "tool-result",
          toolCallId: "b",
          toolName: "push",
          output: { type: "error-text", value: "Error: no upstream" },
        },
        { type: "tool-result", toolCallId: "a", toolName: "look", output: { type: "text", value: "seen" } },
      ],
    },
    {
      role: "assistant",
      content: [
        { type: "text", text: "again" },
        { type: "tool-call", toolCallId: "c", toolName: "push", input: { upstream: true } },
      ],
    },
    {
      role: "tool",
      content: [
        { type: "tool-result", toolCallId: "c", toolName: "push", output: { type: "text", value: "pushed" } },
      ],
    },
    { role: "assistant", content: [{ type: "text", text: "done" }] },
  ],
  langchain: [
    { type: "human", content: "ship it" },
    {
      type: "ai",
      content: "",
      tool_calls: [
        { id: "a", name: "look", args: { at: 1 } },
        { id: "b", name: "push", args: {} },
      ],
    },
    { type: "tool", tool_call_id: "b", content: "Error: no upstream", status: "error" },
    { type: "tool", tool_call_id: "a", content: "seen" },
    { type: "ai", content: "again", tool_calls: [{ id: "c", name: "push", args: { upstream: true } }] },
    { type: "tool", tool_call_id: "c", content: "pushed" },
    { type: "ai", content: "done" },
  ],
  "swe-agent": [
    { role: "system", content: "", message_type: "system_prompt" },
    { role: "user", content: "ship it", message_type: "observation" },
    {
      role: "assistant",
      content: "",
      message_type: "action",
      tool_calls: [openAiCall("a", "look", '{"at":1}'), openAiCall("b", "push")],
    },
    {
      role: "tool",
      content: "Error: no upstream\r\n(Open file: n/a)\n(Current directory: /w)\nbash-$",
      tool_call_ids: ["b"],
    },
    {
      role: "tool",
      content: "seen\n(Open file: n/a)\n(Current directory: /w)\nbash-$",
      tool_call_ids: ["a"],
    },
    { role: "assistant", content: "again", tool_calls: [openAiCall("c", "push", '{"upstream":true}')] },
    { role: "tool", content: "pushed", tool_call_ids: ["c"] },
    { role: "assistant", content: "done" },
  ],
};

const live = (type: string, fields: object): object => ({ _getType: () => type, ...fields });

const variants: Readonly<Record<string, readonly unknown[]>> = {
  ...sameRun,
  "langchain instances": (sameRun["langchain"] ?? []).map((message) => {
    const { type, ...fields } = message as { type: string };
    return live(type, fields);
  }),
  "langchain serialised": (sameRun["langchain"] ?? []).map((message) => {
    const { type, ...kwargs } = message as { type: string };
    const name = { human: "HumanMessage", ai: "AIMessageChunk", tool: "ToolMessage" }[type];
    return { lc: 1, type: "constructor", id: ["langchain_core", "messages", name], kwargs };
  }),
  "langchain stored": (sameRun["langchain"] ?? []).map((message) => {
    const { type, ...data } = message as { type: string };
    return { type, data };
  }),
  "ai-sdk UI messages": [
    { role: "user", parts: [{ type: "text", text: "ship it" }] },
    {
      role: "assistant",
      parts: [
        { type: "step-start" },
        { type: "tool-look", toolCallId: "a", state: "output-available", input: { at: 1 }, output: "seen" },
        {
          type: "dynamic-tool",
          toolName: "push",
          toolCallId: "b",
          state: "output-error",
          input: {},
          errorText: "Error: no upstream",
        },
        { type: "step-start" },
        { type: "text", text: "again" },
        {
          type: "tool-push",
          toolCallId: "c",
          state: "output-available",
          input: { upstream: true },
          output: "pushed",
        },
        { type: "step-start" },
        { type: "text", text: "done" },
      ],
    },
  ],
};

describe("readMessages", () => {
  it.each(Object.entries(sameRun))("recognises %s by its shape alone", (format, messages) => {
    expect(recogniseFormat(messages)).toBe(format);
    expect(recogniseFormat(messages, "openai")).toBe(format);
    expect(recogniseFormat(messages, "anthropic")).toBe(format);
  });

  it.each(Object.entries(variants))("reads the same run from %s", (_format, messages) => {
    const steps = tools(messages);
    expect(steps.map((step) => [step.tool, step.callId, step.outcome, step.output ?? step.error])).toEqual([
      ["look", "a", "ok", "seen"],
      ["push", "b", "tool-error", "Error: no upstream"],
      ["push", "c", "ok", "pushed"],
    ]);
    expect(steps.map(({ input }) => input)).toEqual([{ at: 1 }, {}, { upstream: true }]);
    const [first, second, third] = steps.map(({ turn }) => turn);
    expect(first).toBe(second);
    expect(third).toBeGreaterThan(second ?? 0);
    expect(texts(messages).map((text) => text.replace(/^\d+ /, ""))).toEqual([
      "user: ship it",
      "assistant: again",
      "assistant: done",
    ]);
    const turns = read(messages).map(({ turn }) => turn);
    expect(turns).toEqual([...turns].sort((a, b) => a - b));
  });

  it("sees the format although the last message alone shows it", () => {
    const plain = Array.from({ length: 5 }, () => ({ role: "user", content: "hello" }));
    expect(
      recogniseFormat([...plain, { role: "assistant", content: [{ type: "tool_use", id: "a", name: "x" }] }]),
    ).toBe("anthropic");
  });

  it("keeps the calls of an OpenAI run that nobody answered", () => {
    const messages = [
      { role: "user", content: "x" },
      { role: "assistant", tool_calls: [openAiCall("a", "look")] },
    ];
    expect(tools(messages)).toMatchObject([{ tool: "look", outcome: "missing" }]);
  });

  it("reads words in any declared format, and nothing that is no message", () => {
    expect(texts([{ role: "user", content: [{ type: "text", text: "hi" }] }])).toEqual(["0 user: hi"]);
    expect(readMessages([{ foo: 1 }, { bar: 2 }])).toBe(undefined);
  });

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

  it("PR3: missing, empty and null ids make calls of their own, paired in order", () => {
    const messages = [
      {
        role: "assistant",
        tool_calls: [
          { function: { name: "a" } },
          { id: "", function: { name: "a" } },
          { id: null, function: { name: "b" } },
        ],
      },
      { role: "tool", content: "first" },
      { role: "tool", tool_call_id: "", content: "second" },
      { role: "tool", tool_call_id: null, name: "b", content: "third" },
    ];
    const steps = tools(messages);
    expect(steps.map((step) => [step.tool, step.output])).toEqual([
      ["a", "first"],
      ["a", "second"],
      ["b", "third"],
    ]);
    expect(new Set(steps.map(({ callId }) => callId)).size).toBe(3);
  });

  it("PR3: repeated ids are paired by occurrence, in one turn and over turns", () => {
    const call = openAiCall("x", "a");
    const messages = [
      { role: "assistant", tool_calls: [call, call] },
      { role: "tool", tool_call_id: "x", content: "one" },
      { role: "tool", tool_call_id: "x", content: "two" },
      { role: "assistant", tool_calls: [call] },
      { role: "tool", tool_call_id: "x", content: "three" },
    ];
    const steps = tools(messages);
    expect(steps.map(({ output }) => output)).toEqual(["one", "two", "three"]);
    expect(steps.map(({ callId }) => callId)).toEqual(["x", "x#2", "x#3"]);
  });

  it("a result without a call becomes a step, a call answered twice keeps the last result", () => {
    const messages = [
      { role: "assistant", tool_calls: [openAiCall("a", "ask")] },
      { role: "tool", tool_call_id: "z", name: "other", content: "stray" },
      { role: "tool", tool_call_id: "a", content: "Error: GraphInterrupt" },
      { role: "tool", tool_call_id: "a", content: "approved" },
    ];
    expect(tools(messages).map((step) => [step.tool, step.callId, step.output])).toEqual([
      ["ask", "a", "approved"],
      ["other", "z", "stray"],
    ]);
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

  it("MA1: a history that was sent again under fresh ids counts once", () => {
    const turn = (suffix: string) => [
      { role: "user", content: "ship it" },
      { role: "assistant", tool_calls: [openAiCall(`a${suffix}`, "push")] },
      { role: "tool", tool_call_id: `a${suffix}`, content: "Error: no upstream" },
      { role: "assistant", content: "it failed" },
    ];
    const next = { role: "user", content: "try again" };
    const messages = [
      ...turn("1"),
      ...turn("2"),
      next,
      ...turn("3"),
      next,
      { role: "assistant", content: "ok" },
    ];
    expect(read(messages)).toEqual(read([...turn("1"), next, { role: "assistant", content: "ok" }]));
  });

  it("does not take a call that is made again and again for a history", () => {
    const call = (id: string) => [
      { role: "assistant", tool_calls: [openAiCall(id, "push")] },
      { role: "tool", tool_call_id: id, content: "Error: no upstream" },
    ];
    expect(tools([...call("a"), ...call("b"), ...call("c")])).toHaveLength(3);
    expect(tools([{ role: "user", content: "x" }, ...call("a"), ...call("b")])).toHaveLength(2);
  });

  it("ME1: takes our block out of words, inputs and results before it judges them", () => {
    const block = '<project_notes version="1">\nError: notes\n</project_notes>';
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

  it("gives calls that nobody has answered yet one turn, although they came in two messages", () => {
    const messages = [
      { role: "assistant", id: "m1", content: [{ type: "tool_use", id: "a", name: "x", input: {} }] },
      { role: "assistant", id: "m1", content: [{ type: "tool_use", id: "b", name: "x", input: {} }] },
      { role: "user", content: [{ type: "tool_result", tool_use_id: "a", content: "1" }] },
      { role: "user", content: [{ type: "tool_result", tool_use_id: "b", content: "2" }] },
      { role: "assistant", id: "m2", content: [{ type: "tool_use", id: "c", name: "x", input: {} }] },
    ];
    const [a, b, c] = tools(messages).map(({ turn }) => turn);
    expect(a).toBe(b);
    expect(c).toBeGreaterThan(b ?? 0);
  });
});
