import { describe, expect, it } from "vitest";
import { ownTextClosing, ownTextOpening } from "../text/own-text.ts";
import { taskQueries, termsOfText } from "./query.ts";

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

describe("taskQueries", () => {
  it("leaves our own notes out of the query", () => {
    const text = `push the branch\n\n${ownTextOpening("")}\nrenew the certificate\n${ownTextClosing}`;
    expect(taskQueries({ task: text })).toMatchObject([{ text: "push the branch", inherited: false }]);
  });

  it.each(["yes", "ok, go ahead", "do it", "да, давай", "はい、お願いします", "thanks"])(
    "AI14: takes the turn before into %j",
    (task) => {
      const queries = taskQueries({ task, history: ["push the branch", "hello"] });
      expect(queries).toMatchObject([{ turn: task, inherited: true }]);
      expect(queries[0]?.text).toContain("push the branch");
    },
  );

  it("takes a short turn by itself first, and then as the sequel of those before", () => {
    const queries = taskQueries({
      task: "renew the certificate of the shop too",
      history: ["push the branch"],
    });
    expect(queries).toMatchObject([
      { text: "renew the certificate of the shop too", inherited: false },
      { text: "push the branch\nrenew the certificate of the shop too", inherited: true },
    ]);
  });

  it("keeps a new task to itself, however short", () => {
    const queries = taskQueries({ task: "count the lines of the report", history: ["push the branch"] });
    expect(queries).toMatchObject([{ text: "count the lines of the report", inherited: false }]);
  });

  it("keeps a long task to itself, and has nothing to search for where nothing was said", () => {
    const task = `renew the certificate of the shop ${"and of its mirror in the other region ".repeat(3)}`;
    expect(taskQueries({ task, history: ["push the branch"] })).toMatchObject([{ inherited: false }]);
    expect(taskQueries({ task: "yes", history: [] })).toEqual([]);
  });
});
