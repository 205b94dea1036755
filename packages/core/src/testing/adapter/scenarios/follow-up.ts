import { expect } from "vitest";
import { bash, lookUp, pushTask, sendInvoice } from "../office-tools.ts";
import { call, calls, ended, ok, type Scenario, say } from "../scenario.ts";
import { expectAnswers, scriptedCases } from "../scripted-cases.ts";

const followUp = "yes, do it";
const invoice = call("call_1", "send_invoice", { customer: "Smith", amount: 80, currency: "usd" });
const later = call("call_2", "look_up", { topic: "remotes" });
const laterWithTheSameId = call("call_1", "look_up", { topic: "remotes" });

const turns = [
  { task: pushTask, thread: "talk" },
  { task: followUp, thread: "talk" },
];

export const followUpTurn: Scenario = {
  name: "follow-up",
  title: "a thread continued with a short follow-up",
  cases: [later, laterWithTheSameId].flatMap((second) =>
    scriptedCases(
      {
        tools: () => [bash, lookUp, sendInvoice],
        turns,
        replies: [calls(invoice), say("Shall I push it?"), calls(second), say("It is pushed.")],
      },
      {
        shows: (bare) => {
          expectAnswers(bare, "Shall I push it?", "It is pushed.");
          const texts = bare.requests[1]?.[0]?.messages.map(({ text }) => text) ?? [];
          expect(texts, "what the second turn begins with").toContain(pushTask);
        },
        traces: [
          { task: pushTask, turns: [[ended(invoice, "tool-error", "Currency rejected")]], end: "completed" },
          { task: followUp, turns: [[ok(second, "Notes on remotes")]], end: "completed" },
        ],
        hinted: ["call_1"],
      },
      {
        title: second === later ? "with new call ids" : "with the same call ids again",
        after: async ({ loop }, library) => {
          if (library === "empty") return;
          const { hits } = await loop.recall(followUp, { history: [pushTask] });
          expect(hits.length, "skills that the follow-up inherits").toBe(1);
        },
      },
    ),
  ),
};
