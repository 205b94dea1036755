import { afterEach, describe, expect, it } from "vitest";
import { memoryStore } from "../io/memory/memory-store.ts";
import type { Store } from "../ports/store.ts";
import { SkillLoop } from "../skill-loop.ts";
import { frankAnswers, frankTrace } from "../testing/learning/frank-answers.ts";
import { type RoleAnswers, roleLanguageModel } from "../testing/role-language-model.ts";
import { sampleScope, within } from "../testing/store-samples.ts";
import type { LoopOptions } from "../types/loop.ts";

const secret = `gho_${"a1B2".repeat(9)}`;
const password = "hunter2-swordfish";

const endings: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});

/** A loop, and every word that it gave to its store and to its log. */
async function watched(options: LoopOptions = {}) {
  const words: unknown[] = [];
  const inner = memoryStore();
  const store = new Proxy(inner, {
    get:
      (target, name: keyof Store) =>
      (...given: never[]) => {
        words.push([name, given]);
        return (target[name] as (...given: never[]) => unknown)(...given);
      },
  });
  const loop = await SkillLoop.open({
    ...{ store, scope: sampleScope, worker: "manual" },
    logger: (record) => void words.push(record),
    onError: (error) => void words.push([error.message, error.remedy, String(error.cause)]),
    ...options,
  });
  endings.push(() => loop.close());
  return { loop, store: inner, said: () => JSON.stringify(words) };
}

const failed = {
  tool: "bash",
  input: { command: "git push", token: secret },
  error: `fatal: The current branch login has no upstream branch.\nDB_PASSWORD=${password} {"password": "${password}"}`,
  exitCode: 128,
};
const repaired = {
  tool: failed.tool,
  input: { command: "git push --set-upstream origin login", token: secret },
  output: `branch set up; Authorization: Bearer ${secret}`,
  exitCode: 0,
};
const asked = {
  tool: `ask ${secret}`,
  input: { secret: password, url: `https://ann:${password}@host/r` },
  output: `login --api-key ${secret}`,
};
const run = (runId: string) => ({
  runId,
  task: `Push the branch login, password=${password} ${runId}`,
  steps: [asked, failed, repaired],
  signals: [
    { source: "test", outcome: "success", check: `curl -u ann:${password} h`, detail: `was ${secret}` },
  ],
  metadata: { client: { secret: password }, note: secret },
  environment: { API_TOKEN: secret },
  context: { password },
});

describe("no secret of a run", () => {
  it("is in any row of the store or in the log, whatever becomes of the run", async () => {
    const { loop, store, said } = await watched();
    await loop.learnMany([run("a"), run(`b ${secret}`), run("c")] as never);
    expect(await loop.process()).toMatchObject({ learned: 3 });
    const [skill] = await loop.skills.list();
    await loop.recallForError(failed.error);
    await loop.skills.retire(skill?.name ?? "", { by: "ann", reason: `it shows ${secret}` });
    const events = await store.listEvents(within(sampleScope), { limit: 99 });
    expect(events.map(({ type }) => type)).toEqual(expect.arrayContaining(["created", "retired"]));
    expect(said()).toContain("[redacted]");
    expect(said()).not.toContain(secret);
    expect(said()).not.toContain(password);
  });

  it("comes back by a model that writes one into each of its answers", async () => {
    const answers = Object.entries(frankAnswers()).map(([role, answer]) => [
      role,
      (...asked: Parameters<NonNullable<typeof answer>>) => spoilt(answer?.(...asked)),
    ]);
    const model = roleLanguageModel(Object.fromEntries(answers) as RoleAnswers);
    const { loop, said } = await watched({ model });
    await loop.learnMany([frankTrace(3, 1), frankTrace(3, 2)]);
    expect(await loop.process()).toMatchObject({ errored: 0 });
    expect(model.calls.map(({ role }) => role)).toEqual(expect.arrayContaining(["synthesize"]));
    expect(said()).toContain("manifest. [redacted]");
    expect(said()).not.toContain(secret);
  });
});

/** The answer with a secret behind each free text; names, quotes and choices are left as they are. */
function spoilt(value: unknown, name = ""): unknown {
  if (Array.isArray(value)) return value.map((one) => spoilt(one, name));
  if (typeof value === "object" && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, spoilt(inner, key)]));
  const kept = ["text", "quote", "callId", "claimId", "support", "grade", "aspect", "quotes"];
  return typeof value === "string" && !kept.includes(name) ? `${value} ${secret}` : value;
}
