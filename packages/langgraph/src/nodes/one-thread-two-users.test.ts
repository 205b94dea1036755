import { Command, type LangGraphRunnableConfig, MemorySaver } from "@langchain/langgraph";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { flushSkillLoop } from "../flush-skill-loop.ts";
import { asked, askPerson, bash, call, calls, modelSaying, sendInvoice } from "../testing/office.ts";
import { graphWithNodes } from "../testing/scripted-graph.ts";
import { pushTask, type TestLoop, teach, testLoop } from "../testing/taught-loop.ts";

let world: TestLoop;

beforeEach(async () => {
  world = await testLoop("empty");
  const ann = world.loop.scoped({ user: "ann" });
  await teach({
    run: (task, body) => ann.run(task, body),
    process: () => world.loop.process(),
    runPendingEvals: (runner) => world.loop.runPendingEvals(runner),
  });
  await flushSkillLoop(world.loop);
});

afterEach(async () => {
  await world.loop.close();
});

const push = call("c1", "bash", { command: "git push --set-upstream origin hotfix-9" });
const right = call("c3", "send_invoice", { customer: "Smith", amount: 80, currency: "USD" });
const ask = call("c4", "ask_person", { question: "May I?" });
const thread = (user_id: string) => ({ configurable: { thread_id: "shared", user_id } });

function graphOfUsers(model: ReturnType<typeof modelSaying>["model"]) {
  const scope = ({ config }: { readonly config: LangGraphRunnableConfig }) => ({
    user: String(config.configurable?.["user_id"]),
  });
  const tools = [bash, sendInvoice, askPerson];
  return graphWithNodes({ model, tools, checkpointer: new MemorySaver() }, { loop: world.loop, scope });
}

/** The calls of each user's traces, without those that the library was taught by. */
async function recorded(): Promise<readonly unknown[]> {
  await flushSkillLoop(world.loop, { endOpen: true });
  const traces = await world.traces();
  return traces
    .filter(({ task }) => task === pushTask)
    .map(({ scope, steps }) => [
      scope.user,
      ...steps.flatMap((step) => (step.kind === "tool" ? [`${step.callId} ${step.outcome}`] : [])),
    ])
    .sort();
}

const withNotes = (requests: readonly { readonly raw: string }[]) =>
  requests.map(({ raw }) => raw.includes("project_notes"));

describe("one thread of two users", () => {
  it("shows the one nothing of the other's, and records what each did as theirs", async () => {
    const { model, requests } = modelSaying(calls(push), { text: "Pushed." }, calls(right), {
      text: "Billed.",
    });
    const graph = graphOfUsers(model);
    await graph.invoke(asked(pushTask), thread("ann"));
    await graph.invoke({ messages: [] }, thread("ben"));
    expect(withNotes(requests)).toEqual([true, true, false, false]);
    expect(await recorded()).toEqual([
      ["ann", "c1 ok"],
      ["ben", "c3 ok"],
    ]);
  });

  it("records nothing of a run as that of whoever resumes it, and shows its notes no more", async () => {
    const { model, requests } = modelSaying(calls(push), calls(ask), { text: "Done." }, { text: "Again." });
    const graph = graphOfUsers(model);
    await graph.invoke(asked(pushTask), thread("ann"));
    await graph.invoke(new Command({ resume: "yes" }), thread("ben"));
    expect(withNotes(requests)).toEqual([true, true, false]);
    expect(await recorded()).toEqual([["ann", "c1 ok", "c4 interrupted"]]);
    await graph.invoke(asked(pushTask), thread("ann"));
    expect(withNotes(requests)).toEqual([true, true, false, true]);
  });

  it("keeps equal tasks of two users in threads of their own apart", async () => {
    const { model, requests } = modelSaying(
      calls(push),
      calls(push),
      { text: "Pushed." },
      { text: "Pushed." },
    );
    const graph = graphOfUsers(model);
    const of = (user_id: string) => ({ configurable: { thread_id: user_id, user_id } });
    await Promise.all([graph.invoke(asked(pushTask), of("ann")), graph.invoke(asked(pushTask), of("ben"))]);
    expect(withNotes(requests).sort()).toEqual([false, false, true, true]);
    expect(await recorded()).toEqual([
      ["ann", "c1 ok"],
      ["ben", "c1 ok"],
    ]);
  });
});
