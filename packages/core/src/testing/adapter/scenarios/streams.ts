import { expect } from "vitest";
import { expectSameForHost } from "../expect-host.ts";
import { expectNotes } from "../expect-requests.ts";
import { expectTraces } from "../expect-trace.ts";
import { bash, lookUp, pushTask } from "../office-tools.ts";
import { type Play, playBare, playObserved } from "../play.ts";
import { withoutStrayRejections } from "../rejections.ts";
import { call, calls, ok, type Scenario, type Script, say } from "../scenario.ts";
import { expectQuiet, scriptedCases } from "../scripted-cases.ts";

const prices = call("call_1", "look_up", { topic: "prices" });
const hanging = { hang: true, text: "The prices are" } as const;
const aborted = [{ task: pushTask, reading: "abort" }] as const;

export const abortedStream: Scenario = {
  name: "aborted-stream",
  title: "an aborted stream",
  cases: [
    ...scriptedCases(
      { tools: () => [bash, lookUp], turns: aborted, replies: [calls(prices), hanging] },
      {
        shows: (bare) => expect(bare.requests.flat().length).toBe(2),
        traces: [{ task: pushTask, turns: [[ok(prices, "Notes on prices")]], end: "aborted" }],
      },
      { modes: ["stream"], title: "after a call" },
    ),
    ...scriptedCases(
      { tools: () => [bash, lookUp], turns: aborted, replies: [hanging] },
      { shows: (bare) => expect(bare.requests.flat().length).toBe(1), traces: [] },
      { modes: ["stream"], title: "before any call" },
    ),
  ],
};

const unread: Script = {
  tools: () => [bash, lookUp],
  turns: [{ task: pushTask, reading: "none" }],
  replies: [calls(prices), say("The prices are known.")],
};

/** How far a stream gets that nobody reads is its framework's affair; that nothing of it stays is ours. */
export const unreadStream: Scenario = {
  name: "unread-stream",
  title: "a stream nobody reads",
  cases: (["empty", "known"] as const).map((library) => ({
    title: library === "empty" ? "with an empty library" : "with known skills",
    run: (harness, differences) =>
      withoutStrayRejections(async () => {
        const bare = await playBare(harness, unread, "stream");
        await playObserved(harness, unread, {
          mode: "stream",
          library,
          after: async (play) => {
            expectSameForHost(bare, play);
            expectQuiet(play);
            const first = (played: Play) => (played.requests[0] ?? []).slice(0, 1);
            const { text: block } = await play.loop.recall(pushTask);
            expectNotes(first(bare), first(play), { block, hints: new Map() });
            if (play.traces.length === 0) return;
            const anyEnd = { call: prices, outcomes: ["ok", "missing", "aborted"] } as const;
            const [trace] = play.traces;
            expectTraces(
              play.traces,
              [{ task: pushTask, turns: [[anyEnd]], end: trace?.end ?? "completed" }],
              differences,
            );
          },
        });
      }),
  })),
};
