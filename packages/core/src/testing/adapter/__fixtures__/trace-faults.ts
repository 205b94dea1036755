import { promptTranscript } from "../../../adapter/provider-prompt.ts";
import { type Fault, hooks, sessions } from "./fault.ts";
import type { Faults } from "./reference-adapter.ts";

/** Every message of the thread, and not only what follows the last thing a user said. */
const wholeThread: Faults["transcript"] = (messages) => {
  const last = promptTranscript(messages);
  const [first, ...rest] = messages;
  const spoken = rest.filter(({ role }) => role !== "user");
  return { ...promptTranscript(first === undefined ? [] : [first, ...spoken]), task: last.task };
};

const spoken = sessions((session) => {
  session.user(session.task);
  return {};
});

/** What would be recorded wrongly, twice or never. */
export const traceFaults: readonly Fault[] = [
  {
    fault: "records a call twice",
    breaks: hooks(({ onReply }) => ({
      onReply: (reply, context) => {
        onReply?.(reply, context);
        if (!("calls" in reply)) return;
        onReply?.({ calls: reply.calls.map((call) => ({ ...call, id: `${call.id}#2` })) }, context);
      },
    })),
    scenario: "one-call",
    says: /turn by turn/,
  },
  {
    fault: "records no input",
    breaks: hooks(({ onReply }) => ({
      onReply: (reply, context) =>
        onReply?.(
          "calls" in reply ? { calls: reply.calls.map((call) => ({ ...call, input: {} })) } : reply,
          context,
        ),
    })),
    scenario: "one-call",
    says: /the input of call_1|turn by turn/,
  },
  {
    fault: "never closes a run",
    breaks: {
      run: (run) => {
        run.held = true;
      },
      ...hooks(() => ({ onEnd: () => {} })),
    },
    scenario: "one-call",
    says: /the tasks of the stored traces|runs left open/,
  },
  {
    fault: "holds on to a stream that nobody reads",
    breaks: {
      run: (run) => {
        run.held = true;
      },
      ...hooks(() => ({ onEnd: () => {} })),
      options: (options) => ({ ...options, record: false }),
    },
    scenario: "unread-stream",
    says: /runs left open/,
  },
  {
    fault: "records calls as they end",
    breaks: {
      transcript: (messages) => ({ ...promptTranscript(messages), entries: [] }),
      ...hooks(() => ({ onReply: () => {} })),
    },
    scenario: "parallel-calls",
    says: /turn by turn/,
  },
  {
    fault: "takes a returned error for a result",
    breaks: hooks(({ onResult }) => ({
      onResult: ({ id, error, ...rest }, context) =>
        onResult?.({ id, ...rest, ...(error !== undefined && { output: "Done." }) }, context),
    })),
    scenario: "returned-error",
    says: /the outcome of call_1/,
  },
  ...(["invalid-arguments", "unknown-tool"] as const).map(
    (scenario): Fault => ({
      fault: `takes ${scenario} for an error of the tool`,
      breaks: hooks(({ onResult }) => ({
        onResult: ({ error, ...rest }, context) =>
          onResult?.({ ...rest, ...(error !== undefined && { error: new Error("It failed") }) }, context),
      })),
      scenario,
      says: /the outcome of call_1/,
    }),
  ),
  {
    fault: "asks nobody for a check",
    breaks: { options: ({ verify, ...options }) => options },
    scenario: "repair",
    says: /the run that verify was given/,
  },
  {
    fault: "takes an interrupt for a failure",
    breaks: hooks(({ onResult }) => ({
      onResult: ({ interrupted, ...rest }, context) =>
        onResult?.({ ...rest, ...(interrupted === true && { error: new Error("It stopped") }) }, context),
    })),
    scenario: "interrupt",
    says: /the outcome of call_1/,
  },
  {
    fault: "takes a resume for a new run",
    breaks: { key: ({ runId }, { entries }) => `${runId} ${entries.length > 0}` },
    scenario: "interrupt",
    says: /the tasks of the stored traces/,
  },
  {
    fault: "takes a hand-off for a failure",
    breaks: hooks(({ onResult }) => ({
      onResult: (result, context) => onResult?.({ id: result.id, error: new Error("Command") }, context),
    })),
    scenario: "hand-off",
    says: /the outcome of call_1/,
  },
  ...(["aborted-stream", "model-error", "step-limit"] as const).map(
    (scenario): Fault => ({
      fault: `takes ${scenario} for a good end`,
      breaks: hooks(({ onEnd }) => ({ onEnd: (_how, context) => onEnd?.("completed", context) })),
      scenario,
      says: /the end of/,
    }),
  ),
  {
    fault: "merges runs that look alike",
    breaks: { key: () => "the only one" },
    scenario: "two-agents",
    says: /two runs/,
  },
  {
    fault: "records a thread again at every turn",
    breaks: { transcript: wholeThread },
    scenario: "follow-up",
    says: /turn by turn/,
  },
  {
    fault: "records although it is told not to",
    breaks: { options: ({ record, ...options }) => options },
    scenario: "options",
    says: /traces/,
  },
  {
    fault: "records what the user said",
    breaks: spoken,
    scenario: "one-call",
    says: /belongs to no run/,
  },
  {
    fault: "records another tool",
    breaks: hooks(({ onReply }) => ({
      onReply: (reply, context) =>
        onReply?.(
          "calls" in reply ? { calls: reply.calls.map((call) => ({ ...call, tool: "tool" })) } : reply,
          context,
        ),
    })),
    scenario: "one-call",
    says: /the tool of call_1|turn by turn/,
  },
  {
    fault: "records no output",
    breaks: hooks(({ onResult }) => ({
      onResult: ({ id }, context) => onResult?.({ id, output: "" }, context),
    })),
    scenario: "one-call",
    says: /the output of call_1/,
  },
  {
    fault: "records an error without its words",
    breaks: hooks(({ onResult }) => ({
      onResult: ({ id, error, ...rest }, context) =>
        onResult?.({ id, ...rest, ...(error !== undefined && { error: new Error("It failed") }) }, context),
    })),
    scenario: "thrown-error",
    says: /the error of call_1/,
  },
  {
    fault: "shows a skill and does not say so in the trace",
    breaks: sessions(({ task }, loop) => ({ skills: (options) => loop.recall(task, options) })),
    scenario: "one-call",
    says: /was shown/,
  },
  {
    fault: "fails within and only reports it",
    breaks: {
      hooks: (whole, { loop }) => ({
        ...whole,
        onEnd: (how, context, error) => {
          whole.onEnd?.(how, context, error);
          loop.report(new Error("It broke"), "adapter.end");
        },
      }),
    },
    scenario: "one-call",
    says: /failures of our own/,
  },
];
