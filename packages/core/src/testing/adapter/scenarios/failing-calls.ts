import { bash, lookUp, pushTask, sendInvoice, sendInvoicePolitely } from "../office-tools.ts";
import { call, calls, ended, ok, type Scenario, say } from "../scenario.ts";
import { expectAnswers, expectToolResult, scriptedCases } from "../scripted-cases.ts";

const invoice = { customer: "Smith", amount: 80 };
const wrong = call("call_1", "send_invoice", { ...invoice, currency: "usd" });
const other = call("call_2", "look_up", { topic: "currencies" });
const right = call("call_3", "send_invoice", { ...invoice, currency: "USD" });
const rejected = 'Currency rejected: "usd"';

const replies = [calls(wrong), calls(other), calls(right), say("The invoice is out.")];
const traceOf = (outcome: "tool-error") => ({
  task: pushTask,
  turns: [[ended(wrong, outcome, rejected)], [ok(other, "Notes on currencies")], [ok(right, "Sent.")]],
  end: "completed" as const,
});

export const thrownError: Scenario = {
  name: "thrown-error",
  title: "a tool that throws",
  cases: scriptedCases(
    { tools: () => [bash, sendInvoice, lookUp], turns: [{ task: pushTask }], replies },
    {
      shows: (bare) => {
        expectAnswers(bare, "The invoice is out.");
        expectToolResult(bare, "call_1", rejected);
      },
      traces: [traceOf("tool-error")],
      hinted: ["call_1"],
    },
  ),
};

export const returnedError: Scenario = {
  name: "returned-error",
  title: "a tool that returns its error",
  cases: scriptedCases(
    { tools: () => [bash, sendInvoicePolitely, lookUp], turns: [{ task: pushTask }], replies },
    {
      shows: (bare) => {
        expectAnswers(bare, "The invoice is out.");
        expectToolResult(bare, "call_1", "Currency rejected");
      },
      traces: [traceOf("tool-error")],
      hinted: ["call_1"],
    },
  ),
};

const misfit = call("call_1", "send_invoice", { ...invoice, amount: "a lot", currency: "USD" });
const garbled = call("call_1", "send_invoice", '{"customer": "Smith", "amount": ');

export const invalidArguments: Scenario = {
  name: "invalid-arguments",
  title: "arguments that do not fit",
  cases: [
    ...scriptedCases(
      {
        tools: () => [bash, sendInvoice, lookUp],
        turns: [{ task: pushTask }],
        replies: [calls(misfit), calls(other), say("That was no amount.")],
      },
      {
        shows: (bare) => expectAnswers(bare, "That was no amount."),
        traces: [
          {
            task: pushTask,
            turns: [[ended(misfit, "invalid-input")], [ok(other, "Notes on currencies")]],
            end: "completed",
          },
        ],
      },
      { title: "of a wrong type" },
    ),
    ...scriptedCases(
      {
        tools: () => [bash, sendInvoice, lookUp],
        turns: [{ task: pushTask }],
        replies: [calls(garbled), say("That was no JSON.")],
      },
      {
        shows: () => {},
        traces: [{ task: pushTask, turns: [[ended(garbled, "invalid-input")]], end: "completed" }],
      },
      { title: "that are no JSON" },
    ),
  ],
};

const unknown = call("call_1", "send_pigeon", { customer: "Smith" });

export const unknownTool: Scenario = {
  name: "unknown-tool",
  title: "a tool that the agent does not have",
  cases: scriptedCases(
    {
      tools: () => [bash, lookUp],
      turns: [{ task: pushTask }],
      replies: [calls(unknown), calls(other), say("There are no pigeons.")],
    },
    {
      shows: (bare) => expectAnswers(bare, "There are no pigeons."),
      traces: [
        {
          task: pushTask,
          turns: [[ended(unknown, "unknown-tool")], [ok(other, "Notes on currencies")]],
          end: "completed",
        },
      ],
    },
  ),
};
