import { describe, expect, it } from "vitest";
import { requestForm } from "./request-form.ts";

const form = requestForm;

describe("requestForm", () => {
  it("counts single things: files, ids, numbers, quotes", () => {
    expect(form("read totals.csv and `make all` for INV-204").specifics).toBeGreaterThanOrEqual(3);
    expect(form("how do certificates work").specifics).toBe(0);
  });

  it.each(["What is a rebase?", "So, what does idempotent mean?", "Explain the isolation levels"])(
    "knows that %j asks to know",
    (text) => {
      expect(form(text).asksToKnow).toBe(true);
    },
  );

  it.each(["What is wrong with our build?", "Why is my pod restarting?", "How do I push a branch?"])(
    "knows that %j does not",
    (text) => {
      expect(form(text).asksToKnow).toBe(false);
    },
  );

  it.each(["Write a haiku about branches", "design a logo for the shop", "come up with ideas for a quiz"])(
    "knows that %j makes something up",
    (text) => {
      expect(form(text).makesUp).toBe(true);
    },
  );

  it.each(["The logo upload fails", "the story import crashes", "generate the monthly report"])(
    "knows that %j does not",
    (text) => {
      expect(form(text).makesUp).toBe(false);
    },
  );

  it("tells a thing made from nothing, a question, a time and an end of talk", () => {
    expect(form("Build me a small game from scratch").brandNew).toBe(true);
    expect(form("Rotate the key").brandNew).toBe(false);
    expect(form("Does it run?").question).toBe(true);
    expect(form("since yesterday the job hangs").incident).toBe(true);
    expect(form("the job hangs").incident).toBe(false);
    expect(form("thanks, never mind").closes).toBe(true);
    expect(form("push the branch").closes).toBe(false);
  });

  it("counts who it is about and how often it is asked for", () => {
    expect(form("Can you fix our build, please").asks).toBeGreaterThanOrEqual(2);
    expect(form("our build and my branch").own).toBe(2);
    expect(form("branches of trees")).toMatchObject({ asks: 0, own: 0, knowledge: 0 });
  });
});
