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
});
