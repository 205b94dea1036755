import { describe, expect, it } from "vitest";
import { SkillLoopError } from "../../errors.ts";
import { memoryStore } from "../../io/memory/memory-store.ts";
import type { Store } from "../../ports/store.ts";
import { doubleStages } from "../../testing/learning/double-stages.ts";
import { failedTrace, learningWorld, START } from "../../testing/learning/learning-world.ts";
import { sampleLesson } from "../../testing/library-samples.ts";
import { bash, sampleRun } from "../../testing/run-samples.ts";
import { creation, sampleScope, within } from "../../testing/store-samples.ts";
import type { Trace } from "../../types/trace.ts";

const all = within(sampleScope);
const unsure = (rule: string) => ({ claims: [{ rule, confidence: 0.6 }] });
const modelError = (
  code: "MODEL_UNAVAILABLE" | "MODEL_QUOTA" | "MODEL_ANSWER_PENDING" | "MODEL_ANSWER_INVALID",
) => new SkillLoopError({ code, message: `It is ${code}.`, remedy: "Wait." });

/** A run that repaired a failure and passed its check: a lesson that needs no model. */
const repairedTrace = (id: string, branch: string): Trace => ({
  ...sampleRun([
    bash(`git push ${branch}`, { error: "fatal: The current branch topic has no upstream branch." }),
    bash(`git push -u origin ${branch}`),
  ]),
  id,
  runId: `run of ${id}`,
  scope: sampleScope,
  recordedAt: START,
});

describe("learning with a model", () => {
  it("takes a failed run through every stage into a candidate, and leaves nothing of it in the queue", async () => {
    const { learn, process, job, skills, asked, store } = learningWorld();
    await learn(failedTrace("t1"));
    const report = await process();
    expect(report).toMatchObject({ learned: 1, waiting: 0, errored: 0 });
    expect(report).not.toHaveProperty("paused");
    expect(await skills()).toEqual(["look-at-t1"]);
    expect(asked()).toEqual(["reflect t1", "synthesize t1", "judge t1"]);
    expect(await job("t1")).toMatchObject({ state: "done", result: "learned", skills: ["look-at-t1"] });
    expect((await job("t1"))?.stageResult ?? null).toBeNull();
    const [row] = await store.listHeads(all);
    expect(row?.head).toMatchObject({ status: "candidate", lessonKey: "root-cause:t1#0" });
    const [claim] = await store.listClaims(all, {});
    expect(claim).toMatchObject({ id: "t1#0", state: "used", skillId: row?.head.id, at: START });
  });

  it("has the failed check for the check of the re-run, and the run itself for no proof", async () => {
    const { learn, process, store } = learningWorld();
    await learn(failedTrace("t1"));
    await process();
    const [row] = await store.listHeads(all);
    expect(row?.served.rerun).toMatchObject({ check: "npm test", traceId: "t1" });
    expect((await store.listEvidence(all, {})).map(({ kind, passed }) => [kind, passed])).toEqual([
      ["origin", false],
    ]);
    expect((await store.countJobs(all)).rerun.waiting).toBe(1);
  });

  it("asks nothing about a run that passed its check and repaired nothing unknown", async () => {
    const { learn, process, asked } = learningWorld();
    await learn({
      ...failedTrace("t1"),
      signals: [{ source: "test", outcome: "success", check: "npm test" }],
    });
    expect(await process()).toMatchObject({ skipped: 1 });
    expect(asked()).toEqual([]);
  });

  it("lets a lesson of one run wait, and learns it when a second run says the same", async () => {
    const { learn, process, skills, store, job } = learningWorld({
      answers: { reflect: () => unsure("name the upstream") },
    });
    await learn(failedTrace("t1"));
    expect(await process()).toMatchObject({ learned: 0, waiting: 1, rejected: 0 });
    expect(await job("t1")).toMatchObject({ state: "done", result: "waiting" });
    expect(await skills()).toEqual([]);
    await learn(failedTrace("t2", { recordedAt: START + 1 }));
    expect(await process()).toMatchObject({ learned: 1, waiting: 0 });
    expect((await store.listEvidence(all, {})).map(({ traceId }) => traceId).sort()).toEqual(["t1", "t2"]);
    const [row] = await store.listHeads(all);
    expect(row?.head.lessonKey).toBe("root-cause:t1#0");
    const claims = await store.listClaims(all, {});
    expect(claims.map(({ state }) => state)).toEqual(["used", "used"]);
  });

  it("PI2: counts copies of one run once, however many there are", async () => {
    const { learn, process, skills } = learningWorld({
      answers: { reflect: () => unsure("name the upstream") },
    });
    await learn(
      ...Array.from({ length: 20 }, (_, index) =>
        failedTrace(`t${index}`, { runId: "the same", recordedAt: START + index }),
      ),
    );
    expect(await process()).toMatchObject({ learned: 0, waiting: 20 });
    expect(await skills()).toEqual([]);
  });

  it("meets claims of its own scope alone", async () => {
    const { learn, process, skills } = learningWorld({
      answers: { reflect: () => unsure("name the upstream") },
    });
    await learn(
      failedTrace("t1", { scope: { ...sampleScope, user: "a" } }),
      failedTrace("t2", { scope: { ...sampleScope, user: "b" } }),
      failedTrace("t3"),
    );
    expect(await process()).toMatchObject({ learned: 0, waiting: 3 });
    expect(await skills()).toEqual([]);
  });

  it("holds a claim with holds back, and lets it support no other", async () => {
    const { learn, process, store, job } = learningWorld({
      answers: {
        reflect: ({ prompt }) => ({
          claims: [
            {
              rule: "switch the check off",
              confidence: 0.6,
              ...(prompt === "t1" && { holds: ["weakens-guard"] }),
            },
          ],
        }),
      },
    });
    await learn(failedTrace("t1"), failedTrace("t2", { recordedAt: START + 1 }));
    expect(await process()).toMatchObject({ learned: 0, rejected: 1, waiting: 1 });
    expect((await job("t1"))?.reason).toContain("it has holds");
    expect((await store.listClaims(all, {})).map(({ state }) => state)).toEqual(["held", "waiting"]);
  });

  it("keeps a claim with holds as held from the start, and for whom its run was where its scope does not say", async () => {
    const { learn, process, store } = learningWorld({
      answers: { reflect: () => ({ claims: [{ rule: "look twice", holds: ["weakens-guard"] }] }) },
      stages: { corroborate: async () => ({ decision: "wait", reason: "one run alone" }) },
    });
    const own = { ...sampleScope, user: "a" };
    await learn(
      failedTrace("t1", { metadata: { userId: "u-1" } }),
      failedTrace("t2", { metadata: { userId: "u-1" }, scope: own }),
    );
    await process();
    const claims = await store.listClaims(all, {});
    expect(claims.map(({ id, state, principal }) => [id, state, principal])).toEqual([
      ["t1#0", "held", "u-1"],
      ["t2#0", "held", undefined],
    ]);
  });

  it("keeps a procedure with holds as held from the start, whatever corroboration says of it", async () => {
    const { learn, process, store } = learningWorld({
      stages: {
        proposeProcedure: ({ id, scope, task }) => ({
          ...{ key: "k", scope, traceId: id, task, environment: {}, check: "npm test" },
          example: { tool: "bash", calls: [], placeholders: {} },
          steps: ["Deploy it."],
          preconditions: [],
          signature: { intent: "deploy", object: "it", environment: "", constraints: [], notes: "" },
          uses: [],
          goesAlone: true,
          holds: ["unbound-value"],
        }),
        corroborate: async () => ({ decision: "wait", reason: "one run alone" }),
      },
    });
    await learn({
      ...failedTrace("t1"),
      signals: [{ source: "test", outcome: "success", check: "npm test" }],
    });
    await process();
    expect((await store.listClaims(all, {})).map(({ id, state }) => [id, state])).toEqual([
      ["t1#procedure", "held"],
    ]);
  });

  it("neither writes nor doubts again what a skill says already, and takes a run that nobody doubted for no evidence", async () => {
    const { learn, process, asked, store } = learningWorld({
      answers: { reflect: () => ({ claims: [{ rule: "name the upstream" }] }) },
      stages: {},
    });
    await learn(failedTrace("t1"));
    await process();
    const [before] = await store.listHeads(all);
    const world = learningWorld({
      store,
      answers: { reflect: () => ({ claims: [{ rule: "name the upstream" }] }) },
      stages: { lessonKeyOf: () => "root-cause:t1#0" },
    });
    await world.learn(failedTrace("t2", { recordedAt: START + 1 }));
    expect(await world.process()).toMatchObject({ learned: 0, skipped: 1, waiting: 0 });
    expect(world.asked()).toEqual(["reflect t2"]);
    expect((await world.job("t2"))?.reason).toContain("its lesson is known: name-the-upstream says it");
    expect(asked()).toHaveLength(3);
    const [after] = await store.listHeads(all);
    expect(after).toEqual(before);
    expect((await store.listEvidence(all, {})).map(({ traceId }) => traceId)).toEqual(["t1"]);
    expect((await store.listClaims(all, {})).map(({ id }) => id)).toEqual(["t1#0"]);
  });

  it("quarantines what the judge holds, in the judge's name and not in the scan's", async () => {
    const { learn, process, store, job } = learningWorld({
      answers: {
        judge: () => ({ decision: "hold", reasons: [{ code: "judge-fail", detail: "it prevents nothing" }] }),
      },
    });
    await learn(failedTrace("t1"));
    expect(await process()).toMatchObject({ learned: 0, rejected: 1 });
    const [row] = await store.listHeads(all);
    expect(row?.head.status).toBe("quarantined");
    expect(row?.served.holds).toEqual(["judge"]);
    expect((await job("t1"))?.reason).toContain("it prevents nothing");
  });

  it("stores nothing that the gate rejects, and lets its claim support no other", async () => {
    const { learn, process, store, skills } = learningWorld({
      answers: { judge: () => ({ decision: "reject", reasons: [{ code: "scan", detail: "it does harm" }] }) },
    });
    await learn(failedTrace("t1"));
    expect(await process()).toMatchObject({ rejected: 1 });
    expect(await skills()).toEqual([]);
    expect((await store.listClaims(all, {})).map(({ state }) => state)).toEqual(["held"]);
  });

  it("takes runs in the order in which they were recorded, however long the model takes over each", async () => {
    const model = slowFirst();
    const { process, store } = learningWorld({ model });
    // Handed in at the same moment, and in another order than they were recorded in.
    const traces = [3, 2, 1].map((at, place) => failedTrace(`t${place + 1}`, { recordedAt: START + at }));
    await store.addTraces(traces.map((trace) => ({ trace, job: { ...jobOf(trace), createdAt: START } })));
    await process();
    const [row] = await store.listHeads(all);
    expect(row?.head.lessonKey).toBe("root-cause:t3#0");
    expect(model.finished[0]).not.toBe("t3");
  });

  it("asks about several traces at once, and about no more than it is told to", async () => {
    const model = countingModel();
    const { learn, process } = learningWorld({ model, concurrency: 3 });
    await learn(...Array.from({ length: 9 }, (_, index) => failedTrace(`t${index}`)));
    await process();
    expect(model.most).toBe(3);
  });

  it("says in a trace's end why the model drew nothing from it", async () => {
    const { learn, process, job } = learningWorld({ answers: { reflect: () => ({ claims: [] }) } });
    await learn(failedTrace("t1"));
    expect(await process()).toMatchObject({ skipped: 1 });
    expect((await job("t1"))?.reason).toContain("the model drew no lesson");
  });
});

describe("a re-run that failed", () => {
  const rerunOf = { jobId: "rerun:billing/*/*#push@1", skillId: "billing/*/*#push", version: 1 };

  it("makes no skill and no claim that others could agree with, whatever the model says of it", async () => {
    const { learn, process, skills, store, job } = learningWorld();
    await learn(failedTrace("t1", { rerunOf }));
    expect(await process()).toMatchObject({ learned: 0, rejected: 1 });
    expect(await skills()).toEqual([]);
    expect(await store.listClaims(all, {})).toEqual([]);
    expect((await job("t1"))?.reason).toContain("only change the skill that was run");
  });

  it("is not put aside for another run to agree with", async () => {
    const { learn, process, store } = learningWorld({
      answers: { reflect: () => unsure("name the upstream") },
    });
    await learn(failedTrace("t1", { rerunOf }), failedTrace("t2", { recordedAt: START + 1 }));
    expect(await process()).toMatchObject({ learned: 0, waiting: 1 });
    expect((await store.listClaims(all, {})).map(({ id }) => id)).toEqual(["t2#0"]);
  });

  it("is asked about with the version that was run, and changes that one alone", async () => {
    const shown: unknown[] = [];
    const published: unknown[] = [];
    const { learn, process, store, job } = learningWorld({
      stages: {
        async reflect(_ports, { shown: versions }) {
          shown.push(...versions.map(({ skillId, version }) => `${skillId}@${version}`));
          const { reflect } = doubleStages;
          return reflect(_ports, { trace: failedTrace("t1", { rerunOf }), untaught: [], shown: versions });
        },
        async write(_ports, { support, near, rerun }) {
          const [target] = near;
          if (target === undefined) return { action: "none", reason: "nothing near" };
          const patch = { skillId: target.head.id, base: 1, operations: [], reason: "It failed." };
          const lessons = [{ ...sampleLesson({ content: target.served.content }), traceId: "t1" }];
          return { action: "patch", patch, lessons, rerun, claimIds: support.map(({ id }) => id) };
        },
        async publishPatch(_tools, { written }) {
          published.push(written.patch.skillId);
          const [lesson] = written.lessons;
          return {
            lesson: lesson ?? sampleLesson(),
            outcome: "generalised",
            reason: "on trial",
            skillName: "push",
            version: 2,
          };
        },
      },
    });
    const write = creation({ name: "push" });
    await store.addVersions([write.row.served]);
    await store.writeHeads([write]);
    const { id: skillId } = write.row.head;
    await learn(failedTrace("t1", { rerunOf: { ...rerunOf, skillId } }));
    expect(await process()).toMatchObject({ learned: 1 });
    expect(shown).toEqual([`${skillId}@1`]);
    expect(published).toEqual([skillId]);
    expect((await job("t1"))?.skills).toEqual(["push"]);
  });
});

describe("repairs beside a model", () => {
  it("shows a repair that makes a new skill to the security judge, once, and none that is known", async () => {
    const { learn, process, asked, skills } = learningWorld();
    await learn(repairedTrace("t1", "a"), repairedTrace("t2", "b"));
    expect(await process()).toMatchObject({ learned: 2 });
    expect(asked()).toEqual(["security t1"]);
    expect(await skills()).toHaveLength(1);
    await learn(repairedTrace("t3", "c"));
    await process();
    expect(asked()).toEqual(["security t1"]);
  });

  it("quarantines a repair that the security judge does not clear", async () => {
    const { learn, process, store } = learningWorld({
      answers: {
        security: () => ({
          decision: "hold",
          reasons: [{ code: "security-finding", detail: "it sends data away" }],
        }),
      },
    });
    await learn(repairedTrace("t1", "a"));
    expect(await process()).toMatchObject({ learned: 0, rejected: 1 });
    const [row] = await store.listHeads(all);
    expect(row?.head.status).toBe("quarantined");
    expect(row?.served.holds).toContain("security");
    expect(row?.served.holds).not.toContain("scan");
  });
});

describe("while no model answers", () => {
  it.each(["MODEL_UNAVAILABLE", "MODEL_QUOTA"] as const)(
    "%s: says so, loses nothing, and learns the known repairs of the batch",
    async (code) => {
      let down = false;
      const { learn, process, asked, job, store } = learningWorld({
        answers: {
          reflect: ({ prompt }) => (down ? modelError(code) : { claims: [{ rule: `look at ${prompt}` }] }),
        },
      });
      await learn(repairedTrace("r1", "a"));
      await process();
      down = true;
      await learn(failedTrace("t1"), repairedTrace("r2", "b"), failedTrace("t2"));
      const report = await process();
      expect(report).toMatchObject({ learned: 1, errored: 0, waiting: 2, paused: { code } });
      expect(report.paused?.detail).toContain(code);
      expect(await job("r2")).toMatchObject({ state: "done", result: "learned" });
      expect(await job("t1")).toMatchObject({ state: "waiting", attempts: 0, stage: "repairs" });
      expect(
        await store.claimJobs({
          filter: all,
          kind: "trace",
          owner: "two",
          limit: 9,
          now: START + 10_000,
          leaseMs: 0,
        }),
      ).toHaveLength(2);
      await store.commitJobs(
        "two",
        [
          { id: "t1", patch: { state: "waiting" } },
          { id: "t2", patch: { state: "waiting" } },
        ],
        START,
      );
      down = false;
      expect(await process()).toMatchObject({ learned: 2, waiting: 0 });
      // Every call that was answered was asked for once.
      const answered = asked().filter((one) => !one.startsWith("reflect"));
      expect(new Set(answered).size).toBe(answered.length);
    },
  );

  it("asks no other trace once it is known, and comes to the repairs of every batch all the same", async () => {
    const { learn, process, asked, job } = learningWorld({
      answers: { reflect: () => modelError("MODEL_UNAVAILABLE") },
      concurrency: 1,
    });
    await learn(repairedTrace("r0", "a"));
    await process();
    await learn(
      ...Array.from({ length: 70 }, (_, index) => failedTrace(`t${index}`, { recordedAt: START + index })),
      { ...repairedTrace("r1", "b"), recordedAt: START + 100 },
    );
    const clockless = await process();
    expect(clockless).toMatchObject({ waiting: 70, learned: 1 });
    expect(asked().filter((one) => one.startsWith("reflect"))).toHaveLength(1);
    expect((await job("r1"))?.result).toBe("learned");
    expect(clockless.traces).toHaveLength(71);
  });

  it("keeps a new repair back until it has been judged, and publishes it then", async () => {
    let down = true;
    const { learn, process, skills, job } = learningWorld({
      answers: {
        security: () => (down ? modelError("MODEL_UNAVAILABLE") : { decision: "allow", reasons: [] }),
      },
    });
    await learn(repairedTrace("r1", "a"), repairedTrace("r2", "b"));
    expect(await process()).toMatchObject({ learned: 0, waiting: 2, paused: { code: "MODEL_UNAVAILABLE" } });
    expect(await skills()).toEqual([]);
    expect(await job("r1")).toMatchObject({ state: "waiting", attempts: 0 });
    down = false;
    expect(await process()).toMatchObject({ learned: 2 });
    expect(await skills()).toHaveLength(1);
  });

  it("lets traces rest in the background instead of asking for them again at once", async () => {
    const { learn, process, job, clock } = learningWorld({
      answers: { reflect: () => modelError("MODEL_UNAVAILABLE") },
    });
    await learn(failedTrace("t1"));
    await process({ pauseMs: 30_000 });
    expect(await job("t1")).toMatchObject({ state: "waiting", notBefore: clock.now() + 30_000, attempts: 0 });
  });

  it.each(["reflect", "synthesize", "judge"] as const)(
    "goes on after an outage in %s without repeating what was answered",
    async (role) => {
      let failures = 1;
      const { learn, process, asked, library } = learningWorld({
        answers: {
          [role]: ({ prompt }: { prompt: string }) => {
            if (failures > 0) {
              failures -= 1;
              return modelError("MODEL_UNAVAILABLE");
            }
            return role === "reflect"
              ? { claims: [{ rule: `look at ${prompt}` }] }
              : role === "judge"
                ? { decision: "allow", reasons: [] }
                : {};
          },
        },
        concurrency: 1,
      });
      const traces = [1, 2, 3].map((at) => failedTrace(`t${at}`, { recordedAt: START + at }));
      await learn(...traces);
      expect((await process()).paused).toBeDefined();
      expect(await process()).toMatchObject({ waiting: 0, errored: 0 });
      expect(asked()).toHaveLength(10);
      const whole = learningWorld();
      await whole.learn(...traces);
      await whole.process();
      expect(await library()).toBe(await whole.library());
    },
  );
});

describe("a trace that a model cannot answer for", () => {
  it("waits for a person's answer without losing an attempt, while the others go on", async () => {
    let answered = false;
    const { learn, process, job, clock, asked } = learningWorld({
      answers: {
        reflect: ({ prompt }) =>
          prompt === "t1" && !answered
            ? modelError("MODEL_ANSWER_PENDING")
            : { claims: [{ rule: `look at ${prompt}` }] },
      },
    });
    await learn(failedTrace("t1"), failedTrace("t2", { recordedAt: START + 1 }));
    const report = await process();
    expect(report).toMatchObject({ learned: 1, waiting: 1, errored: 0 });
    expect(report).not.toHaveProperty("paused");
    expect(await job("t1")).toMatchObject({ state: "waiting", attempts: 0, notBefore: clock.now() + 30_000 });
    expect((await job("t1"))?.reason).toContain("MODEL_ANSWER_PENDING");
    answered = true;
    await clock.advance(30_000);
    expect(await process()).toMatchObject({ learned: 1, waiting: 0 });
    expect(asked().filter((one) => one === "reflect t2")).toHaveLength(1);
  });

  it.each(["reflect", "synthesize"] as const)(
    "uses up an attempt when the answer of %s is no use, keeps what was answered, and is dead in the end",
    async (role) => {
      const { learn, process, job, clock, asked, told, skills } = learningWorld({
        answers: {
          [role]: ({ prompt }: { prompt: string }) =>
            prompt === "t1"
              ? modelError("MODEL_ANSWER_INVALID")
              : role === "reflect"
                ? { claims: [{ rule: "look twice" }] }
                : {},
        },
      });
      await learn(failedTrace("t1"), failedTrace("t2", { recordedAt: START + 1 }));
      expect(await process()).toMatchObject({ errored: 1, learned: 1 });
      expect(await job("t1")).toMatchObject({ state: "waiting", attempts: 1, result: "errored" });
      for (let attempt = 2; attempt <= 5; attempt += 1) {
        await clock.advance(3_600_000);
        expect(await process()).toMatchObject({ errored: 1 });
      }
      expect(await job("t1")).toMatchObject({ state: "dead", attempts: 5 });
      expect(told).toHaveLength(5);
      expect(await skills()).toHaveLength(1);
      if (role === "synthesize") expect(asked().filter((one) => one === "reflect t1")).toHaveLength(1);
    },
  );
});

describe("what is written", () => {
  it("is stored before it is published, so that a restart publishes it and decides nothing anew", async () => {
    const alive = memoryStore();
    const done: string[] = [];
    const store = new Proxy(alive, {
      get(target, key: keyof Store) {
        if (key === "commitJobs")
          return (...args: Parameters<Store["commitJobs"]>) => {
            for (const { patch } of args[1]) done.push(`stored ${patch.stage} ${patch.state ?? ""}`.trim());
            return target.commitJobs(...args);
          };
        if (key === "addVersions")
          return (...args: Parameters<Store["addVersions"]>) => {
            done.push("published");
            return target.addVersions(...args);
          };
        return target[key];
      },
    });
    // Nothing is stored for the sake of time alone.
    const world = learningWorld({ store, gatherMs: 3_600_000 });
    await world.learn(failedTrace("t1"));
    await world.process();
    expect(done).toEqual(["stored review", "published", "stored library done"]);
  });
});

describe("a batch that is broken off", () => {
  // More than are stored together.
  const rules = [
    ...["one", "two", "one", "three", "two", "four", "one"],
    ...Array.from({ length: 12 }, (_, at) => ["five", "six", "seven", "one"][at % 4] ?? ""),
  ];
  const traces = rules.map((_, at) => failedTrace(`t${at}`, { recordedAt: START + at }));
  const answers = {
    reflect: ({ prompt }: { prompt: string }) => {
      const at = Number(prompt.slice(1));
      return { claims: [{ rule: rules[at] ?? "", confidence: at === 5 ? 0.9 : 0.6 }] };
    },
  };
  const mixed = [...traces, repairedTrace("r1", "a"), repairedTrace("r2", "b")];
  const writes = new Set([
    "commitJobs",
    "addVersions",
    "writeHeads",
    "addEvidence",
    "addEvents",
    "addJobs",
    "addClaims",
    "useClaims",
    "bumpStats",
  ]);

  async function whole(): Promise<string> {
    const { learn, process, library } = learningWorld({ answers });
    await learn(...mixed);
    await process();
    return library();
  }

  /** A store whose `nth` write fails as a killed process does: before it, or after it was done. */
  function dyingStore(nth: number, done: boolean): { store: Store; alive: Store; writes: () => number } {
    const alive = memoryStore();
    let count = 0;
    const store = new Proxy(alive, {
      get(target, key: keyof Store) {
        const method = target[key] as (...args: unknown[]) => Promise<unknown>;
        if (!writes.has(key)) return method;
        return async (...args: unknown[]) => {
          count += 1;
          if (count > nth) throw closed();
          if (count < nth) return method(...args);
          if (done) await method(...args);
          throw closed();
        };
      },
    });
    return { store, alive, writes: () => count };
  }
  const closed = () =>
    new SkillLoopError({ code: "CLOSED", message: "The process ended.", remedy: "Start it." });

  it("ends in the same library whatever the write after which it stopped, and asks nothing twice that was stored", async () => {
    const expected = await whole();
    expect(JSON.parse(expected).heads.length).toBeGreaterThan(2);
    for (const done of [false, true]) {
      for (let nth = 1; ; nth += 1) {
        const { store, alive, writes: counted } = dyingStore(nth, done);
        const first = learningWorld({ store, answers });
        await alive.addTraces(mixed.map((trace) => ({ trace, job: { ...jobOf(trace) } })));
        const died = await first.process().then(
          () => false,
          () => true,
        );
        if (!died && counted() < nth) break;
        const second = learningWorld({ store: alive, answers, owner: "two" });
        // What the first one held is free again once its leases have run out.
        await second.clock.advance(120_000);
        await second.process();
        expect(await second.library(), `write ${nth}${done ? " done" : ""}`).toBe(expected);
        expect((await alive.countJobs(all)).trace).toMatchObject({ waiting: 0, leased: 0, dead: 0 });
      }
    }
  }, 60_000);

  it.each(["addVersions", "writeHeads", "addEvidence", "addClaims", "useClaims"] as const)(
    "is handled again trace by trace after a failing %s, without repeating a call or losing what runs before it taught",
    async (failingWrite) => {
      const alive = memoryStore();
      let failing = true;
      const store = new Proxy(alive, {
        get(target, key: keyof Store) {
          const method = target[key] as (...args: unknown[]) => unknown;
          if (key !== failingWrite) return method;
          return async (...args: unknown[]) => {
            if (failing) {
              failing = false;
              throw new SkillLoopError({ code: "STORE_FAILED", message: "It failed.", remedy: "Again." });
            }
            return method(...args);
          };
        },
      });
      const world = learningWorld({ store, answers });
      await world.learn(...traces);
      await world.process();
      const plain = learningWorld({ answers });
      await plain.learn(...traces);
      await plain.process();
      expect(await world.library()).toBe(await plain.library());
      expect(new Set(world.asked()).size).toBe(world.asked().length);
    },
  );

  it("makes no second skill of a lesson that another process took in while the group was decided, and asks nothing again", async () => {
    const alive = memoryStore();
    const world = learningWorld({
      store: alive,
      stages: {
        async review(ports, input) {
          const theirs = creation({ name: "theirs", lessonKey: "root-cause:t1#0" });
          if (input.traceId === "t2") {
            await alive.addVersions([theirs.row.served]);
            await alive.writeHeads([theirs]);
          }
          return doubleStages.review(ports, input);
        },
      },
    });
    await world.learn(failedTrace("t1"), failedTrace("t2", { recordedAt: START + 1 }));
    expect(await world.process()).toMatchObject({ learned: 2, errored: 0 });
    expect(await world.skills()).toEqual(["look-at-t2", "theirs"]);
    expect(new Set(world.asked()).size).toBe(world.asked().length);
    const rows = await alive.listEvidence(all, { traceIds: ["t1"] });
    expect(rows.map(({ kind }) => kind)).toEqual(["origin"]);
  });

  it("keeps what earlier runs of the group taught when storing it fails in the middle of a later run", async () => {
    const alive = memoryStore();
    let failing = true;
    const store = new Proxy(alive, {
      get(target, key: keyof Store) {
        if (key !== "addVersions") return target[key];
        return async (rows: Parameters<Store["addVersions"]>[0]) => {
          if (!failing) return target.addVersions(rows);
          failing = false;
          throw new SkillLoopError({ code: "STORE_FAILED", message: "It failed.", remedy: "Again." });
        };
      },
    });
    const world = learningWorld({
      store,
      stages: {
        async write(ports, input) {
          const written = await doubleStages.write(ports, input);
          if (input.support[0]?.traceId !== "t2" || written.action === "none") return written;
          const patch = { skillId: "none", base: 1, operations: [], reason: "It failed." };
          return { ...written, action: "patch", patch };
        },
        async publishPatch(tools, { written }) {
          await tools.store.listHeads(all);
          const [lesson] = written.lessons;
          return { lesson: lesson ?? sampleLesson(), outcome: "rejected", reason: "no" };
        },
      },
    });
    await world.learn(failedTrace("t1"), failedTrace("t2", { recordedAt: START + 1 }));
    expect(await world.process()).toMatchObject({ learned: 1, rejected: 1, errored: 0 });
    expect(await world.skills()).toEqual(["look-at-t1"]);
  });

  it("ends in the same library when it is told to stop in any call, which ends at once and costs no attempt", async () => {
    const expected = await whole();
    for (let nth = 1; nth < 25; nth += 1) {
      const { world, calls } = stoppedAt(nth);
      await world.learn(...mixed);
      await world.process();
      const later = learningWorld({ store: world.store, answers, owner: "two" });
      const jobs = await later.store.listJobs({ filter: all });
      expect(
        jobs
          .filter(({ kind }) => kind === "trace")
          .every(({ attempts, state }) => attempts === 0 && state !== "leased"),
      ).toBe(true);
      await later.process();
      expect(await later.library(), `call ${nth}`).toBe(expected);
      if (calls() < nth) break;
    }
  });

  function stoppedAt(nth: number) {
    let count = 0;
    const base = learningWorld({ answers });
    const model = {
      id: "hanging",
      generate: (async (request) => {
        count += 1;
        if (count < nth) return base.model.generate(request);
        base.closing.abort();
        // As a server that never answers: only the signal ends it.
        return new Promise((_resolve, reject) => {
          const stop = (): void => reject(request.signal?.reason);
          if (request.signal?.aborted === true) stop();
          request.signal?.addEventListener("abort", stop);
        });
      }) as typeof base.model.generate,
    };
    const world = learningWorld({ store: base.store, model });
    const ports = { ...world.ports, closing: base.closing.signal };
    return {
      world: {
        ...world,
        process: () =>
          import("../process-queue.ts").then(({ processQueue }) =>
            processQueue(ports, { scope: sampleScope }),
          ),
      },
      calls: () => count,
    };
  }
});

function jobOf(trace: Trace) {
  const times = { notBefore: trace.recordedAt, createdAt: trace.recordedAt, updatedAt: trace.recordedAt };
  return {
    id: trace.id,
    scope: trace.scope,
    kind: "trace",
    state: "waiting",
    attempts: 0,
    skills: [],
    ...times,
  } as const;
}

function slowFirst() {
  const { model } = learningWorld({ answers: { reflect: () => ({ claims: [{ rule: "look twice" }] }) } });
  const finished: string[] = [];
  return {
    id: "slow",
    finished,
    generate: (async (request) => {
      if (request.prompt === "t3") for (let turn = 0; turn < 50; turn += 1) await undefined;
      const answer = await model.generate(request);
      if (request.role === "reflect") finished.push(request.prompt);
      return answer;
    }) as typeof model.generate,
  };
}

function countingModel() {
  const { model } = learningWorld();
  let running = 0;
  const counting = {
    id: "counting",
    most: 0,
    generate: (async (request) => {
      running += 1;
      if (request.role === "reflect") counting.most = Math.max(counting.most, running);
      for (let turn = 0; turn < 20; turn += 1) await undefined;
      running -= 1;
      return model.generate(request);
    }) as typeof model.generate,
  };
  return counting;
}
