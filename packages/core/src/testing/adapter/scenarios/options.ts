import { expect } from "vitest";
import { expectSameForHost } from "../expect-host.ts";
import { expectUntouched } from "../expect-requests.ts";
import { bash, lookUp, pushTask, sendInvoice } from "../office-tools.ts";
import { type ObservedPlay, type Play, playBare, playObserved } from "../play.ts";
import { withoutStrayRejections } from "../rejections.ts";
import { type ContractCase, call, calls, type Scenario, type Script, say } from "../scenario.ts";
import { expectQuiet } from "../scripted-cases.ts";

const wrong = call("call_1", "send_invoice", { customer: "Smith", amount: 80, currency: "usd" });
const other = call("call_2", "look_up", { topic: "currencies" });

const scriptWith = (options: NonNullable<Script["options"]>): Script => ({
  tools: () => [bash, sendInvoice, lookUp],
  turns: [{ task: pushTask }],
  replies: [calls(wrong), calls(other), say("It was no use.")],
  options,
});

const told: string[] = [];
const clumsy = scriptWith({
  onHint: ({ callId }) => {
    told.push(callId);
    throw new Error("The host's own mistake");
  },
});
const patient = scriptWith({
  verify: async () => {
    await new Promise((resolve) => setTimeout(resolve, 5));
    return { check: "the books", passed: false };
  },
});
const failing = scriptWith({
  verify: () => {
    throw new Error("The check itself is broken");
  },
});

/** One play with known skills. */
function optionCase(
  title: string,
  script: Script,
  look: (bare: Play, play: ObservedPlay) => void,
): ContractCase {
  return {
    title,
    run: (harness) =>
      withoutStrayRejections(async () => {
        const bare = await playBare(harness, script, "generate");
        await playObserved(harness, script, {
          mode: "generate",
          library: "known",
          after: async (play) => {
            expectSameForHost(bare, play);
            look(bare, play);
          },
        });
      }),
  };
}

export const optionCases: Scenario = {
  name: "options",
  title: "options",
  cases: [
    optionCase(
      "inject: false changes no request and still records",
      scriptWith({ inject: false }),
      (bare, play) => {
        expectQuiet(play);
        expectUntouched(bare, play);
        expect(play.traces.length, "traces").toBe(1);
        expect(play.hints, "hints").toEqual([]);
        expect(play.traces[0]?.shown, "skills in a prompt that holds none").toEqual([]);
      },
    ),
    optionCase(
      "record: false stores nothing and still injects",
      scriptWith({ record: false }),
      (_bare, play) => {
        expectQuiet(play);
        expect(play.traces, "traces").toEqual([]);
        expect(
          play.hints.map(({ callId }) => callId),
          "hints",
        ).toEqual(["call_1"]);
        const notes = play.requests[0]?.map(({ raw }) => raw.split("<project_notes").length - 1);
        expect(notes, "notes in each request").toEqual([1, 2, 2]);
      },
    ),
    optionCase(
      "onHint is told of each hint once, and its own mistake harms nobody",
      clumsy,
      (_bare, play) => {
        expect(told.splice(0), "what onHint was told").toEqual(["call_1"]);
        expect(play.openRuns, "runs left open after flush").toBe(0);
        expect(play.traces.length, "traces").toBe(1);
      },
    ),
    optionCase("verify may take its time", patient, (_bare, play) => {
      expectQuiet(play);
      const tests = play.traces[0]?.signals.filter(({ source }) => source === "test");
      expect(tests?.map(({ check, outcome }) => `${check} ${outcome}`)).toEqual(["the books failure"]);
    }),
    optionCase("verify that throws leaves a run without a check", failing, (_bare, play) => {
      expect(play.reported.length, "failures that SkillLoop told of").toBeGreaterThan(0);
      expect(play.openRuns, "runs left open after flush").toBe(0);
      expect(play.traces.map(({ signals }) => signals.filter(({ source }) => source === "test"))).toEqual([
        [],
      ]);
    }),
  ],
};
