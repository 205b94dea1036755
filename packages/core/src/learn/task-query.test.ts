import { describe, expect, it } from "vitest";
import { sampleRun } from "../testing/run-samples.ts";
import { taskQuery } from "./task-query.ts";
import { valueSources } from "./value-sources.ts";

const query = (task: string, bound: readonly string[] = []): string =>
  taskQuery(task, { bound, sources: valueSources(sampleRun([])) });

describe("taskQuery", () => {
  it.each([
    ["quoted texts", 'Commit with the message "Raise prices" please', "commit with the message please"],
    ["paths and addresses", "Run scripts/release.sh from https://a.test/x now", "run now"],
    [
      "e-mail addresses and ids",
      "Book for ann_lee_3344, ann@example.com, order AB-12 again",
      "book order again",
    ],
    ["names", "Please ask Ada Lovelace in New York to merge the change", "please ask to merge the change"],
    ["a name that begins a sentence", "Ada Lovelace wants the report sent", "wants the report sent"],
    ["files", "Make totals.test.mjs pass with june.json", "make pass"],
  ])("leaves out %s", (_name, task, expected) => {
    expect(query(task)).toBe(expected);
  });

  it("leaves out what the repair bound, and keeps acronyms", () => {
    expect(query("Push the branch login to the CI remote", ["login"])).toBe(
      "push the branch to the CI remote",
    );
  });

  it("keeps a list's first words, and no word that led to a literal", () => {
    expect(query("Please:\n- Commit prices.csv\n- Push to origin/main and then to `backup` too")).toBe(
      "please commit push and then too",
    );
  });

  it.each([
    [
      "You are mia_li_3668 and you want to fly from New York to Seattle on May 20 (one way). You do not want to fly before 11am est.",
      "fly one way",
    ],
    [
      "Your user id is chen_jackson_3290. You want to cancel two of your upcoming reservations and upgrade the third to business class. You are polite.",
      "cancel two of your upcoming reservations and upgrade the third to business",
    ],
    [
      "You are Ada Lovelace. Your card ends in 1234. If the agent asks, say you are not sure. You'd like to change the return flight; you also want a refund of the fees.",
      "change the return flight a refund of the fees",
    ],
    [
      "You are james_patel_9828 and want to remove passenger Sophia from your upcoming flights.",
      "remove passenger from your upcoming flights",
    ],
    [
      "You amelia_sanchez_4739 and you want to book the same flights as your current reservation for your friend in the user profile",
      "book the same flights as your current reservation for your friend",
    ],
    [
      "Hi, I am Ada. I'd like to move my appointment to next week, please.",
      "move my appointment to next week please",
    ],
    [
      "You are a careful engineer. Add a retry to the client of the billing service.",
      "add a retry to the client of the billing service",
    ],
  ])("takes from a task that introduces a person what is wanted: %s", (task, expected) => {
    expect(query(task)).toBe(expected);
  });

  it.each([
    [
      "You are an expert engineer. Your task is to fix the failing test of the parser.",
      "fix the failing test of the parser",
    ],
    [
      "You are a bot. You must not push. You must add a changelog entry for the release.",
      "add a changelog entry for the release",
    ],
    ["You are to migrate the schema of the orders table.", "migrate the schema of the orders table"],
    ["You are ann_lee_33. You recently spoke on the phone with a clerk.", ""],
  ])("knows an agent's orders from a story: %s", (task, expected) => {
    expect(query(task)).toBe(expected);
  });

  it("takes a task that introduces nobody as it is, up to twelve words", () => {
    expect(query("The build fails on the runner. I want it fixed.")).toBe(
      "the build fails on the runner I want it fixed",
    );
    const words = query("apply the patch ".repeat(20)).split(" ");
    expect(words).toHaveLength(12);
  });

  it("is empty when too little is left, and never longer than a sentence", () => {
    expect(query("x1 y2 Z3")).toBe("");
    expect(query("word ".repeat(500)).length).toBeLessThanOrEqual(160);
  });
});
