import { describe, expect, it } from "vitest";
import { ownTextClosing, ownTextOpening } from "../text/own-text.ts";
import { taskQuery, termsOfText } from "./query.ts";

const termsBy = (text: string, role: string): readonly string[] =>
  termsOfText(text)
    .filter((term) => term.role === role)
    .map((term) => term.term);

describe("termsOfText", () => {
  it("expects the words of the task, and only hopes for the names in it", () => {
    const text =
      'Commit totals-2024.csv with the message "Raise winter prices" for ann@example.com on vat-rounding';
    expect(termsBy(text, "expected")).toEqual(["commit", "messag"]);
    expect(termsBy(text, "soft")).toEqual(expect.arrayContaining(["csv", "rais", "winter", "vat", "round"]));
    expect(JSON.stringify(termsOfText(text))).not.toContain("ann");
  });

  it("lets everyday words weigh less than telling ones", () => {
    const weights = new Map(termsOfText("make a folder").map((term) => [term.term, term.weight]));
    expect(weights.get("make")).toBeLessThan(weights.get("folder") ?? 0);
  });
});

describe("taskQuery", () => {
  it("leaves our own notes out of the query", () => {
    const text = `push the branch\n\n${ownTextOpening("")}\nrenew the certificate\n${ownTextClosing}`;
    expect(taskQuery({ task: text }).text).toBe("push the branch");
  });

  it.each(["yes", "ok, go ahead", "do it", "да, давай", "はい、お願いします", "thanks"])(
    "AI14: takes the turn before into %j",
    (task) => {
      const query = taskQuery({ task, history: ["push the branch", "hello"] });
      expect(query.inherited).toBe(true);
      expect(query.terms.map((term) => term.term)).toEqual(expect.arrayContaining(["push", "branch"]));
    },
  );

  it("keeps a task of its own to itself", () => {
    const query = taskQuery({
      task: "continue with renewing the certificate of the shop",
      history: ["push the branch"],
    });
    expect(query.inherited).toBe(false);
    expect(taskQuery({ task: "yes", history: [] }).terms).toEqual([]);
  });
});
