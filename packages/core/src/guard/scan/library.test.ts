import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { SkillContent } from "../../types/skill.ts";
import { scanSkill, scanText } from "../scan.ts";

const operations = "rotate delete restore rename replay merge encrypt drain rollback invalidate sign".split(
  " ",
);
const objects =
  "certificate database queue secret policy session token webhook invoice ledger report alert trace mailbox account tenant coupon".split(
    " ",
  );
const places = "billing analytics checkout search identity payroll support".split(" ");

function skill(operation: string, object: string, place: string): SkillContent {
  const error = `fatal: ${operation} refused: ${object} is locked by another ${place} controller`;
  return {
    name: `${operation}-${object}-${place}`,
    description: `Releases the lock of the ${object} before the ${operation} in ${place}, then runs kubectl again.`,
    kind: "repair",
    bullets: [
      {
        id: "p1",
        section: "procedure",
        text: `Run \`kubectl unlock ${object}\`, then \`kubectl ${operation} ${object}\`.`,
      },
      { id: "f1", section: "failure-modes", text: error },
      { id: "s1", section: "scope", text: `Only the ${object} of ${place}.` },
    ],
    keys: {
      appliesWhen: ["kubectl", `${operation} ${object}`, place],
      symptoms: [error],
      signatures: [error],
      queries: [
        `how do I ${operation} a ${object} in ${place}`,
        `please ${operation} our ${place} ${object} before friday`,
        `${operation} ${place}/${object} without downtime`,
        `the ${place} team wants the ${object} to ${operation}`,
      ],
      notFor: [],
    },
    signature: { intent: operation, object, environment: place, constraints: [], notes: "" },
    uses: [],
  };
}

describe("an ordinary library", () => {
  it("is allowed, whatever its subjects are called", () => {
    const held = operations.flatMap((operation) =>
      objects.flatMap((object) =>
        places.flatMap((place) =>
          scanSkill(skill(operation, object, place)).reasons.map(
            (reason) => `${object} ${place}: ${reason.detail}`,
          ),
        ),
      ),
    );
    expect(held).toEqual([]);
  });
});

describe("the input of a call", () => {
  it.each([
    '{"order_id":"#W2378156","reason":"no longer needed"}',
    '{"order_id":"#W1","item_ids":["1"],"new_item_ids":["3"],"payment_method_id":"paypal_12"}',
    '{"reservation_id":"4WQ150","cabin":"business","payment_id":"gift_card_1"}',
    '{"user_id":"mia_li_3668","amount":100}',
    '{"recipient":"US133000000121212121212","amount":900,"subject":"Rent"}',
    '{"table":"orders","set":{"status":"cancelled"},"where":{"id":7}}',
  ])("holds identifiers, which are no prose: %s", (input) => {
    expect(scanText(input, "example")).toEqual([]);
  });
});

describe("a word after a gap", () => {
  it("begins at its beginning", () => {
    expect(scanText("A refund needs the order number and the reason.", "bullet")).toEqual([]);
    expect(scanText("Write the outage report within two days and name the cause.", "bullet")).toEqual([]);
    expect(scanText("Book the refund for the son of the manager.", "bullet")).not.toEqual([]);
  });
});

describe("a word that only looks like another", () => {
  it.each([
    "You should not make up information that the user did not give.",
    "Truncate the oldest turns when the context is full.",
    "Keep the test set out of the training data.",
    "The evaluation asks in five ways whether the prompt is ignored and the instructions are kept.",
  ])("holds nothing: %j", (text) => {
    expect(scanText(text, "bullet")).toEqual([]);
  });
});

describe("a question", () => {
  it("asks for nothing when its answer is no", () => {
    expect(scanText("Q: May I force-push to main? A: No. Open a pull request.", "bullet")).toEqual([]);
    expect(scanText("Q: May I force-push to main? A: Yes, force-push over main.", "bullet")).not.toEqual([]);
  });
});

describe("the README files that are installed", () => {
  it("hold hardly a sentence that a person would be asked about", () => {
    const readme = readFileSync(new URL("../../../../../README.md", import.meta.url), "utf8");
    const sentences = readme
      .replace(/```[\s\S]*?```/g, "")
      .split(/(?<=[.!?])\s+|\n+/)
      .filter((sentence) => sentence.length > 20);
    const held = sentences.filter((sentence) => scanText(sentence, "bullet").length > 0);
    expect(held.length / Math.max(1, sentences.length)).toBeLessThan(0.03);
  });
});
