import { describe, expect, it } from "vitest";
import { renderBlock } from "../prompt/render-block.ts";
import { manualClock } from "../testing/manual-clock.ts";
import type { RecallOptions } from "../types/recall.ts";
import type { SkillContent } from "../types/skill.ts";
import { inOneStep } from "./__fixtures__/in-one-step.ts";
import {
  type FakeLibrary,
  fakeLibrary,
  type RowOptions,
  row,
  scope,
} from "./__fixtures__/run-fake-library.ts";
import { probeSkills } from "./__fixtures__/skills.ts";
import { LibraryCache } from "./run-library-cache.ts";
import { type RecallPorts, runRecall } from "./run-recall.ts";

const named = (name: string): SkillContent => {
  const found = probeSkills.find((skill) => skill.name === name);
  if (found === undefined) throw new Error(name);
  return found;
};
const push = named("git-push-no-upstream-branch");
const migration = named("postgres-migration-lock-timeout");
const task = "Push the branch to the remote";

function portsOf(store: FakeLibrary, ports: Partial<RecallPorts> = {}): RecallPorts {
  const clock = manualClock();
  return {
    cache: new LibraryCache({ store, clock }),
    clock,
    budgetMs: 50,
    serve: "active",
    environment: {},
    environmentPolicy: "warn",
    scan: inOneStep(() => ({ decision: "allow", reasons: [] })),
    render: renderBlock,
    ...ports,
  };
}

function recallOne(
  content: SkillContent,
  row_: RowOptions,
  options: RecallOptions = {},
  ports: Partial<RecallPorts> = {},
  text = task,
) {
  const others = probeSkills.filter((skill) => skill.name !== content.name).map((skill) => row(skill));
  return runRecall({
    ports: portsOf(fakeLibrary(row(content, row_), ...others), ports),
    scope,
    task: text,
    options,
  });
}

describe("runRecall", () => {
  it("gives the one skill that fits, with score, version, hash and text", async () => {
    const result = await recallOne(push, {});
    expect(result.hits.map((hit) => hit.name)).toEqual([push.name]);
    expect(result.hits[0]).toMatchObject({
      version: 1,
      status: "active",
      confidence: 0.7,
      matchedBy: "keys",
    });
    expect(result.text).toContain("git push --set-upstream origin <branch>");
    expect(result.abstained).toBeUndefined();
  });

  it("ME4: gives an empty text and a reason when nothing is known", async () => {
    const empty = await runRecall({ ports: portsOf(fakeLibrary()), scope, task });
    expect(empty).toMatchObject({ hits: [], text: "", abstained: { reason: "empty-library" } });
    const other = await recallOne(push, {}, {}, {}, "Plan a three day trip to Lisbon");
    expect(other).toMatchObject({ hits: [], text: "", abstained: { reason: "below-threshold" } });
  });

  it("AI14: searches for the words of the task, and never for an absent one", async () => {
    const ports = portsOf(fakeLibrary(row(push)));
    for (const nothing of [undefined, null, "", "  ", "the", 42])
      expect(await runRecall({ ports, scope, task: nothing as unknown as string })).toMatchObject({
        hits: [],
        abstained: { reason: "empty-query" },
      });
  });

  it("AI14: lets a short follow-up inherit the turn before", async () => {
    const ports = portsOf(fakeLibrary(...probeSkills.map((skill) => row(skill))));
    const history = ["Push my branch to the remote", "thanks"];
    const yes = await runRecall({ ports, scope, task: "yes, do it", options: { history } });
    expect(yes.hits.map((hit) => hit.name)).toEqual([push.name]);
    const own = await runRecall({ ports, scope, task: "Renew the https certificate", options: { history } });
    expect(own.hits.map((hit) => hit.name)).toEqual(["tls-certificate-renewal-port-80"]);
  });

  it("ME7: writes nothing", async () => {
    const store = fakeLibrary(row(push));
    const calls: string[] = [];
    const watched = new Proxy(store, {
      get(target, key, receiver) {
        calls.push(String(key));
        return Reflect.get(target, key, receiver);
      },
    });
    await runRecall({ ports: portsOf(watched), scope, task });
    expect(new Set(calls)).toEqual(new Set(["libraryToken", "readLibrary"]));
  });

  it("DB9: shows nothing of another project or user, and refuses a scope that is none", async () => {
    const ports = portsOf(fakeLibrary(row(push, { scope: { project: "billing", user: "ann" } })));
    expect((await runRecall({ ports, scope: { project: "billing", user: "bob" }, task })).hits).toEqual([]);
    expect((await runRecall({ ports, scope: { project: "other" }, task })).hits).toEqual([]);
    expect((await runRecall({ ports, scope: { project: "billing", user: "ann" }, task })).hits).toHaveLength(
      1,
    );
    await expect(runRecall({ ports, scope: {} as typeof scope, task })).rejects.toMatchObject({
      code: "INVALID_SCOPE",
    });
  });

  it("holds back what is not allowed here, and says why", async () => {
    const cases: readonly (readonly [string, RowOptions, RecallOptions, Partial<RecallPorts>])[] = [
      ["quarantined", { status: "quarantined" }, {}, {}],
      ["candidate", { status: "candidate" }, {}, {}],
      ["expired", { version: { expiresAt: 1 } }, {}, {}],
      [
        "another node",
        { version: { environment: { node: "22" } } },
        { environment: { node: "20" } },
        { environmentPolicy: "strict" },
      ],
      ["the tool bash", {}, { tools: ["search"] }, {}],
      [
        "scan",
        {},
        {},
        {
          scan: inOneStep(({ name }) => ({
            decision: name === push.name ? "hold" : "allow",
            reasons: [{ code: "instruction-from-output", detail: "x" }],
          })),
        },
      ],
      [
        "learned without a check",
        { status: "candidate", version: { verified: false } },
        {},
        { serve: "candidate" },
      ],
    ];
    for (const [reason, options, recallOptions, ports] of cases) {
      const result = await recallOne(push, options, { ...recallOptions, explain: true }, ports);
      expect(result.hits, reason).toEqual([]);
      const told = result.explain?.find((entry) => entry.name === push.name);
      expect(told?.decision, reason).toBe("vetoed");
      expect(told?.reason, reason).toContain(reason);
    }
  });

  it("PI3: keeps a skill whose text does not pass the scan out of the prompt", async () => {
    const scan: RecallPorts["scan"] = inOneStep(() => ({
      decision: "reject",
      reasons: [{ code: "x", detail: "" }],
    }));
    expect(await recallOne(push, {}, {}, { scan })).toMatchObject({
      hits: [],
      text: "",
      abstained: { reason: "vetoed" },
    });
  });

  it("gives what the scan holds once a person has vouched for it, and never what it rejects", async () => {
    const vouched = { version: { origin: { kind: "learned", by: "a person" } } } as const;
    const scan = (decision: "hold" | "reject") => ({
      scan: inOneStep(() => ({ decision, reasons: [{ code: "x", detail: "" }] })),
    });
    expect((await recallOne(push, vouched, {}, scan("hold"))).hits).toHaveLength(1);
    expect((await recallOne(push, vouched, {}, scan("reject"))).hits).toEqual([]);
  });

  it("marks a skill from another environment as stale when it only has to warn", async () => {
    const learned = { version: { environment: { node: "22" } } };
    const here = { environment: { node: "20" } };
    expect((await recallOne(push, learned, here)).hits[0]?.stale).toBe(true);
    expect((await recallOne(push, learned, here, { environmentPolicy: "ignore" })).hits[0]?.stale).toBe(
      false,
    );
    expect((await recallOne(push, learned, { environment: { os: "linux" } })).hits[0]?.stale).toBe(false);
  });

  it("asks the probe for preconditions, but not for trusted skills", async () => {
    const guarded = {
      ...push,
      bullets: [
        ...push.bullets,
        { id: "p", section: "preconditions" as const, text: "the remote is writable" },
      ],
    };
    const asked: string[] = [];
    const probe = (text: string) => {
      asked.push(text);
      return false;
    };
    expect((await recallOne(guarded, {}, { probe })).hits).toEqual([]);
    expect(asked).toEqual(["the remote is writable"]);
    expect((await recallOne(guarded, { status: "trusted" }, { probe })).hits).toHaveLength(1);
    const broken = () => {
      throw new Error("probe");
    };
    expect((await recallOne(guarded, {}, { probe: broken })).hits).toHaveLength(1);
  });

  it("respects notFor, unless it only repeats the skill's own words", async () => {
    const text = "Write the migration file for the postgres schema";
    expect((await recallOne(migration, {}, {}, {}, text)).abstained?.reason).toBe("vetoed");
    const contradictory = {
      ...migration,
      keys: { ...migration.keys, notFor: ["migrate the postgres schema"] },
    };
    const asked = "Migrate the postgres schema";
    expect((await recallOne(contradictory, {}, {}, {}, asked)).hits).toHaveLength(1);
  });

  it("gives none of more skills than allowed that cannot be told apart", async () => {
    const asked = "Please push my branch to the remote, it has no upstream branch";
    const twins = ["a", "b", "c", "d"].map((letter) => row({ ...push, name: `twin-${letter}` }));
    const result = await runRecall({ ports: portsOf(fakeLibrary(...twins)), scope, task: asked });
    expect(result).toMatchObject({ hits: [], abstained: { reason: "ambiguous" } });
    const two = await runRecall({ ports: portsOf(fakeLibrary(...twins.slice(0, 2))), scope, task: asked });
    expect(two.hits).toHaveLength(2);
    const one = await runRecall({
      ports: portsOf(fakeLibrary(...twins.slice(0, 2))),
      scope,
      task: asked,
      options: { limit: 2 },
    });
    expect(one.hits).toHaveLength(2);
  });

  it("answers from memory when the store is late, and with nothing before the first reading", async () => {
    const store = fakeLibrary(row(push));
    const clock = manualClock();
    const ports = portsOf(store, { clock, cache: new LibraryCache({ store, clock }) });
    const held = store.hold();
    const early = runRecall({ ports, scope, task });
    await new Promise((resolve) => setImmediate(resolve));
    await clock.advance(60);
    expect(await early).toMatchObject({ hits: [], abstained: { reason: "over-budget" } });
    held.release();
    await new Promise((resolve) => setImmediate(resolve));
    store.put(row(migration));
    const again = store.hold();
    const late = runRecall({ ports, scope, task });
    await new Promise((resolve) => setImmediate(resolve));
    await clock.advance(60);
    const result = await late;
    expect(result.hits.map((hit) => hit.name)).toEqual([push.name]);
    expect(result.degraded).toContain("over-budget");
    again.release();
  });

  it("waits for a late store a little less than the budget, which is for all of the answer", async () => {
    const store = fakeLibrary(row(push));
    const clock = manualClock();
    const held = store.hold();
    let answered = false;
    const early = runRecall({ ports: portsOf(store, { clock }), scope, task }).then(() => {
      answered = true;
    });
    await clock.advance(46);
    await new Promise((resolve) => setImmediate(resolve));
    expect(answered).toBe(false);
    await clock.advance(2);
    await early;
    expect(answered).toBe(true);
    held.release();
  });

  it("tells of a failing store and answers with what it has; strict throws", async () => {
    const store = fakeLibrary(row(push));
    const told: unknown[] = [];
    const ports = portsOf(store, {
      onError: (error) => {
        told.push(error);
        throw new Error("handler");
      },
    });
    await runRecall({ ports, scope, task });
    store.fail(new Error("disk gone"));
    const result = await runRecall({ ports, scope, task });
    expect(result.hits).toHaveLength(1);
    expect(result.degraded).toContain("store");
    expect(told).toEqual([new Error("disk gone")]);
    await expect(runRecall({ ports, scope, task, options: { strict: true } })).rejects.toMatchObject({
      code: "RECALL_DEGRADED",
    });
    const broken = portsOf(fakeLibrary(row(push)), {
      render: () => {
        throw new Error("render");
      },
    });
    expect(await runRecall({ ports: broken, scope, task })).toMatchObject({
      hits: [],
      abstained: { reason: "failed" },
    });
  });
});
