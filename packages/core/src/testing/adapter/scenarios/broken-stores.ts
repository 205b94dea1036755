import { expect } from "vitest";
import type { Store } from "../../../ports/store.ts";
import { ownTextName } from "../../../text/own-text.ts";
import type { AdapterHarness } from "../adapter-harness.ts";
import { expectSameForHost } from "../expect-host.ts";
import { expectNotes, expectUntouched } from "../expect-requests.ts";
import { expectTraces } from "../expect-trace.ts";
import { knownSkills } from "../known-skills.ts";
import { bash, lookUp, pushTask, sendInvoice } from "../office-tools.ts";
import { type Play, type PlayWorld, playBare, playTurns, within, withLoop } from "../play.ts";
import { withoutStrayRejections } from "../rejections.ts";
import { call, calls, ended, type Mode, ok, type Scenario, type Script, say } from "../scenario.ts";

const wrong = call("call_1", "send_invoice", { customer: "Smith", amount: 80, currency: "usd" });
const other = call("call_2", "look_up", { topic: "currencies" });

const script: Script = {
  tools: () => [bash, sendInvoice, lookUp],
  turns: [{ task: pushTask }],
  replies: [calls(wrong), calls(other), say("It was no use.")],
};

const traces = [
  {
    task: pushTask,
    turns: [[ended(wrong, "tool-error", "Currency rejected")], [ok(other, "Notes on currencies")]],
    end: "completed",
  },
] as const;

/** A store whose every answer first waits for `before`. */
function gated(store: Store, before: () => Promise<void>): Store {
  return new Proxy(store, {
    get: (target, name) => {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== "function" || name === "close") return member;
      return async (...given: readonly unknown[]): Promise<unknown> => {
        await before();
        return Reflect.apply(member, target, given) as unknown;
      };
    },
  });
}

const recallBudgetMs = 30;
/** Many times what all recalls of a turn may take together. */
const patienceMs = 4_000;
const modes: readonly Mode[] = ["generate", "stream"];

function playThrowing(harness: AdapterHarness, mode: Mode, from: "open" | "later"): Promise<void> {
  return withoutStrayRejections(async () => {
    const bare = await playBare(harness, script, mode);
    let broken = from === "open";
    const store = gated(await knownSkills(), async () => {
      if (broken) throw new Error("The disk is gone");
    });
    await withLoop({ library: "known", store }, script.options, async (world) => {
      broken = true;
      const agent = await harness.agent({
        tools: script.tools(harness),
        model: (_request, index) => script.replies[index] ?? say(""),
        skillLoop: world.skillLoop,
      });
      const play = await playTurns(agent, script.turns, mode);
      await within(agent.flush(), "flush");
      expectSameForHost(bare, play);
      expect(agent.openRuns(), "runs left open after flush").toBe(0);
      expect(world.reported.length, "failures that SkillLoop told of").toBeGreaterThan(0);
      if (from === "open") expectUntouched(bare, play);
      broken = false;
      await expectOneAnswer(bare, play, world);
      await agent.close?.();
    });
  });
}

/** The index in memory may answer without the store; but then in all requests of the run alike. */
async function expectOneAnswer(bare: Play, play: Play, world: PlayWorld): Promise<void> {
  const requests = play.requests[0] ?? [];
  const answered = requests[0]?.raw.includes(`<${ownTextName}`) === true;
  const block = answered ? (await world.loop.recall(pushTask)).text : "";
  const hints = new Map(world.hints.map(({ callId, text }) => [callId, text]));
  expectNotes(bare.requests[0] ?? [], requests, { block, hints });
}

export const throwingStore: Scenario = {
  name: "throwing-store",
  title: "a store that throws",
  cases: modes.flatMap((mode) =>
    (["open", "later"] as const).map((from) => ({
      title: `${mode}, ${from === "open" ? "from the start" : "once the agent runs"}`,
      run: (harness) => playThrowing(harness, mode, from),
    })),
  ),
};

export const hangingStore: Scenario = {
  name: "hanging-store",
  title: "a store that hangs",
  cases: modes.map((mode) => ({
    title: mode,
    run: (harness, differences) =>
      withoutStrayRejections(async () => {
        const bare = await playBare(harness, script, mode);
        let gate: Promise<void> = Promise.resolve();
        let release = (): void => {};
        const store = gated(await knownSkills(), () => gate);
        await withLoop({ library: "known", store, recallBudgetMs }, script.options, async (world) => {
          gate = new Promise((resolve) => {
            release = resolve;
          });
          try {
            const agent = await harness.agent({
              tools: script.tools(harness),
              model: (_request, index) => script.replies[index] ?? say(""),
              skillLoop: world.skillLoop,
            });
            const play = await playTurns(agent, script.turns, mode, patienceMs);
            await within(agent.flush(50), "flush with a timeout");
            expectSameForHost(bare, play);
            expect(agent.openRuns(), "runs left open after flush").toBe(0);
            release();
            await world.loop.flush();
            await expectOneAnswer(bare, play, world);
            expectTraces(await world.traces(), traces, differences);
            await agent.close?.();
          } finally {
            release();
          }
        });
      }),
  })),
};
