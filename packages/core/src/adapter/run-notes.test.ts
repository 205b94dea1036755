import { afterEach, describe, expect, it, vi } from "vitest";
import { memoryStore } from "../io/memory/memory-store.ts";
import type { Store } from "../ports/store.ts";
import {
  arrive,
  asks,
  failure,
  gives,
  runWorld,
  says,
  toolSteps,
  user,
} from "../testing/adapter/__fixtures__/run-world.ts";
import { contractScope, knownSkills, noUpstream, wrongCurrency } from "../testing/adapter/known-skills.ts";
import type { Hint } from "../types/loop.ts";
import { noNotes } from "./notes.ts";
import { promptTranscript, promptWithNotes } from "./provider-prompt.ts";

afterEach(() => void vi.restoreAllMocks());

let agents = 0;

/** A loop that has learned, for an agent of its own. */
async function knowing() {
  agents += 1;
  const agent = `notes-${agents}`;
  const world = await runWorld({ store: await knownSkills(), scope: { ...contractScope, agent } });
  return { world, table: world.table() };
}

const push = "Push the branch hotfix to the remote";
const bill = "Bill the customer Miller for March";
const eur = wrongCurrency("eur");
const invoice = (currency: string) => ({ customer: "Miller", amount: 120, currency });

const request = (run: ReturnType<typeof arrive>, prompt: readonly unknown[]) =>
  run
    .notes(promptTranscript(prompt))
    .then((notes) => promptWithNotes(prompt, promptTranscript(prompt), notes));

const bytes = (prompt: readonly unknown[], upTo = prompt.length): string =>
  JSON.stringify(prompt.slice(0, upTo));

describe("what a request is given", () => {
  it("AI12: holds one block and each hint, in the same bytes over all steps of the run", async () => {
    const { world, table } = await knowing();
    const recalls = vi.spyOn(world.store, "libraryToken");
    const begun = [user(`${push}, then bill Miller`)];
    const run = arrive(table, begun);
    const prompts = [begun];
    for (const n of [1, 2, 3]) {
      const call = asks([`c${n}`, "send_invoice", invoice("eur")]);
      prompts.push([
        ...(prompts.at(-1) ?? []),
        call,
        gives([`c${n}`, "send_invoice", failure(eur)]),
      ] as never);
    }
    const sent: (readonly unknown[])[] = [];
    for (const prompt of prompts) {
      run.observe(promptTranscript(prompt));
      sent.push(await request(run, prompt));
    }
    expect(bytes(sent[0] ?? [])).toContain("git push");
    expect(bytes(sent[1] ?? [])).toContain('for=\\"error\\"');
    for (const [index, prompt] of sent.entries()) {
      for (const later of sent.slice(index + 1)) expect(bytes(later, prompt.length)).toBe(bytes(prompt));
    }
    expect(bytes(sent[3] ?? []).split('for=\\"error\\"')).toHaveLength(2);
    // One for the block, and one for each failure until its hint was given.
    expect(recalls).toHaveBeenCalledTimes(2);
    await run.end("aborted");
  });

  it("finds the notes of a short follow-up by what was asked before", async () => {
    const { table } = await knowing();
    const prompt = [user(push), says("Shall I?"), user("yes, do it")];
    const run = arrive(table, prompt);
    expect((await run.notes(promptTranscript(prompt))).block).toContain("git push");
    const alone = [user("yes, do it")];
    expect((await arrive(table, alone).notes(promptTranscript(alone))).block).toBe("");
  });

  it("ME4: is the very same prompt when nothing is known", async () => {
    const table = (await runWorld()).table();
    const prompt = [user(push), asks(["c1", "bash"]), gives(["c1", "bash", failure(noUpstream("hotfix"))])];
    expect(await request(arrive(table, prompt), prompt)).toBe(prompt);
  });

  it.each([
    ["in the assistant's own message", "assistant"],
    ["in a tool message", "tool"],
  ])("leaves a result of the provider's own tool as it is %s, and records it", async (_place, role) => {
    const { world, table } = await knowing();
    const output = { type: "error-json", value: { message: eur } };
    const call = { type: "tool-call", toolCallId: "srv_1", toolName: "send_invoice", input: invoice("eur") };
    const result = { type: "tool-result", toolCallId: "srv_1", toolName: "send_invoice", output };
    const asked = [{ ...call, providerExecuted: true }, ...(role === "assistant" ? [result] : [])];
    const prompt = [
      user(bill),
      { role: "assistant", content: asked },
      ...(role === "tool" ? [{ role, content: [result] }] : []),
      asks(["c1", "send_invoice", invoice("eur")]),
      gives(["c1", "send_invoice", failure(eur)]),
    ];
    const run = arrive(table, prompt);
    const sent = await request(run, prompt);
    expect(bytes(sent.slice(1, -1))).toBe(bytes(prompt.slice(1, -1)));
    // The hint that could not stand there stands behind the next result that has the error.
    expect(bytes(sent.slice(-1))).toContain('for=\\"error\\"');
    await table.end(run, "completed");
    expect(toolSteps((await world.traces())[0]).map(({ outcome }) => outcome)).toEqual([
      "tool-error",
      "tool-error",
    ]);
  });

  it("never changes a message that a request held before, also when a result is told late", async () => {
    const { table } = await knowing();
    const prompt = [
      user(bill),
      asks(["c1", "send_invoice", invoice("eur")]),
      gives(["c1", "send_invoice", "-"]),
    ];
    const run = arrive(table, prompt);
    const first = await request(run, prompt);
    run.answered({ id: "c1", error: new Error(eur), exact: true });
    const longer = [...prompt, asks(["c2", "send_invoice", invoice("eur")])];
    run.observe(promptTranscript(longer));
    expect(bytes(await request(run, longer), 3)).toBe(bytes(first));
    await run.end("aborted");
  });

  it("has no hint for a failed call that a retry has put right before the request", async () => {
    const { world, table } = await knowing();
    const prompt = [
      user(bill),
      asks(["c1", "send_invoice", invoice("eur")]),
      gives(["c1", "send_invoice", "Sent."]),
    ];
    const run = arrive(table, prompt.slice(0, 2));
    run.answered({ id: "c1", error: new Error(eur), exact: true });
    run.answered({ id: "c1", output: "Sent.", exact: true });
    expect(bytes(await request(run, prompt))).toBe(bytes(prompt));
    await run.end("completed");
    expect((await world.traces())[0]?.shown).toEqual([]);
  });

  it("gives each error one hint, and parallel calls with one error one between them", async () => {
    const { table } = await knowing();
    const failed = (id: string) => gives([id, "send_invoice", failure(eur)]);
    const calls = asks(["c1", "send_invoice", invoice("eur")], ["c2", "send_invoice", invoice("eur")]);
    const prompt = [user(bill), calls, failed("c1"), failed("c2")];
    const { hints } = await arrive(table, prompt).notes(promptTranscript(prompt));
    expect(hints.map(({ message }) => message)).toEqual([2]);
  });

  it("inject: false asks for nothing, changes nothing and shows nothing", async () => {
    const { world } = await knowing();
    const table = world.table({ inject: false });
    const recalls = vi.spyOn(world.store, "libraryToken");
    const prompt = [user(push), asks(["c1", "bash"]), gives(["c1", "bash", failure(noUpstream("hotfix"))])];
    const run = arrive(table, prompt);
    expect(await run.notes(promptTranscript(prompt))).toBe(noNotes);
    await run.end("completed");
    expect(recalls).not.toHaveBeenCalled();
    const [trace] = await world.traces();
    expect(trace?.shown).toEqual([]);
    expect(toolSteps(trace)).toHaveLength(1);
  });

  it("record: false stores nothing, and hints still come", async () => {
    const { world } = await knowing();
    const verify = vi.fn(() => undefined);
    const table = world.table({ record: false, verify });
    const prompt = [user(bill), asks(["c1", "send_invoice"]), gives(["c1", "send_invoice", failure(eur)])];
    const run = arrive(table, prompt);
    expect((await run.notes(promptTranscript(prompt))).hints).toHaveLength(1);
    await run.end("failed", new Error("x"));
    expect(verify).not.toHaveBeenCalled();
    expect(await world.traces()).toEqual([]);
  });

  it("asks for nothing when no user has spoken", async () => {
    const { world, table } = await knowing();
    const recalls = vi.spyOn(world.store, "libraryToken");
    const prompt = [says("hello")];
    expect((await arrive(table, prompt).notes(promptTranscript(prompt))).block).toBe("");
    expect(recalls).not.toHaveBeenCalled();
  });
});

describe("what counts as shown", () => {
  const play = async (reachesRequest: boolean) => {
    const { world } = await knowing();
    const hints: Hint[] = [];
    const table = world.table({ onHint: (hint) => void hints.push(hint) });
    const begun = [user("Charge Miller what he owes")];
    const run = arrive(table, begun);
    await request(run, begun);
    const prompt = [
      ...begun,
      asks(["c1", "send_invoice", invoice("eur")]),
      gives(["c1", "send_invoice", failure(eur)]),
    ];
    run.observe(promptTranscript(prompt));
    if (reachesRequest) for (const _again of [1, 2]) await request(run, prompt);
    await run.end("completed");
    return { shown: (await world.traces())[0]?.shown ?? [], hints };
  };

  it("is a hint that stood in a request, told of once", async () => {
    const { shown, hints } = await play(true);
    expect(shown).toMatchObject([{ when: "error", callId: "c1" }]);
    expect(hints.map(({ callId }) => callId)).toEqual(["c1"]);
  });

  it("is no hint for the last failure of a run, which no request follows", async () => {
    expect(await play(false)).toEqual({ shown: [], hints: [] });
  });
});

describe("a store that is broken", () => {
  const broken = (libraryToken: Store["libraryToken"]): Store => {
    const store = memoryStore();
    return new Proxy(store, {
      get: (target, name: keyof Store) => (name === "libraryToken" ? libraryToken : target[name]),
    });
  };

  it.each([
    [
      "throws",
      async () => {
        throw new Error("store is gone");
      },
    ],
    [
      "throws at once",
      () => {
        throw new Error("store is gone");
      },
    ],
    ["hangs", () => new Promise<string>(() => {})],
  ])(
    "that %s costs a request its budget at most, and the run goes on and is stored",
    async (_name, token) => {
      const world = await runWorld({ store: broken(token as never), recallBudgetMs: 20 });
      const table = world.table();
      const prompt = [user(push), asks(["c1", "bash"]), gives(["c1", "bash", failure(noUpstream("x"))])];
      const run = arrive(table, prompt);
      const begun = performance.now();
      expect(await request(run, prompt)).toBe(prompt);
      // The block and the hints wait beside each other, not one after the other.
      expect(performance.now() - begun).toBeLessThan(500);
      run.said("done");
      await table.end(run, "completed");
      expect(toolSteps((await world.traces())[0])).toHaveLength(1);
    },
  );
});
