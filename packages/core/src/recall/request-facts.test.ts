import { describe, expect, it } from "vitest";
import { requestFacts } from "./request-facts.ts";

describe("requestFacts", () => {
  it("reads the form of the last turn and the length of all that is searched for", () => {
    const facts = requestFacts({
      turn: "what is a rebase?",
      text: "push the branch\nwhat is a rebase?",
      hasHistory: true,
    });
    expect(facts).toMatchObject({ words: 7, hasHistory: true, form: { asksToKnow: true } });
    expect(facts.intent).toBe("knowledge");
  });

  it("takes no form from the turns before", () => {
    const text = "what is a rebase?\npush the branch";
    expect(requestFacts({ turn: "push the branch", text, hasHistory: true })).toMatchObject({
      form: { asksToKnow: false, question: false },
      intent: "task",
    });
  });

  it("sees no problem in what is said to be in order", () => {
    const turn = "The invoice has to go out today. No payment is missing.";
    expect(requestFacts({ turn, text: turn, hasHistory: false }).form.problems).toBe(0);
  });
});
