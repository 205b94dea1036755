import { describe, expect, it } from "vitest";
import { sampleRun } from "../../testing/run-samples.ts";
import { scriptedSkillFinder } from "../../testing/scripted-skill-finder.ts";
import type { Claim, StoredClaim } from "../../types/claim.ts";
import type { ProcedureProposal } from "../../types/procedure.ts";
import { decideDoubted } from "./decide-corroboration.ts";
import { principalOf } from "./distinct-runs.ts";
import { corroborate } from "./run-corroborate.ts";

const scope = { project: "p" };
const signature = "fatal: the current branch <value> has no upstream branch.";

function stored(run: number, claim: Partial<Claim> = {}, fields: Partial<StoredClaim> = {}): StoredClaim {
  const traceId = `t${run}`;
  return {
    id: `${traceId}#0`,
    scope,
    traceId,
    runId: `r${run}`,
    state: "waiting",
    at: run,
    taught: {
      kind: "root-cause",
      claim: {
        id: `${traceId}#0`,
        scope,
        traceId,
        task: "Push it",
        environment: {},
        decision: "It called `git push` bare.",
        cause: "It has no upstream.",
        rule: "Set the upstream.",
        check: "git status",
        triggers: [],
        unknowns: [],
        quotes: [],
        signatures: [signature],
        tools: ["bash"],
        confidence: 0.6,
        verified: false,
        transient: false,
        holds: [],
        ...claim,
      },
    },
    ...fields,
  };
}

function procedure(run: number, fields: Partial<ProcedureProposal> = {}): StoredClaim {
  const traceId = `t${run}`;
  const proposal: ProcedureProposal = {
    key: "k",
    scope,
    traceId,
    task: "Deploy",
    environment: {},
    check: "npm test",
    example: { tool: "bash", calls: [], placeholders: {} },
    steps: [],
    preconditions: [],
    signature: { intent: "", object: "", environment: "", constraints: [], notes: "" },
    uses: [],
    ...fields,
  };
  const taught = { kind: "procedure", proposal } as const;
  return { id: `${traceId}#procedure`, scope, traceId, taught, state: "waiting", at: run };
}

const weigh = (
  own: StoredClaim,
  waiting: readonly StoredClaim[],
  cosine?: (a: string, b: string) => number,
) => corroborate({ finder: scriptedSkillFinder(cosine === undefined ? {} : { cosine }) }, { own, waiting });

async function support(...asked: Parameters<typeof weigh>): Promise<readonly string[]> {
  const decided = await weigh(...asked);
  return decided.decision === "go" ? decided.support.map(({ id }) => id) : [decided.decision];
}

describe("corroborate: how many runs are enough", () => {
  it.each<readonly [number, string]>([
    [1, "go"],
    [0.8, "go"],
    [0.79, "wait"],
    [0.35, "wait"],
  ])("one run that is sure to %d: %s", async (confidence, decision) => {
    expect((await weigh(stored(1, { confidence }), [])).decision).toBe(decision);
  });

  it.each<readonly [number, number, string]>([
    [0.5, 0.3, "go"],
    [0.3, 0.5, "go"],
    [0.49, 0.49, "wait"],
    [0.35, 0.35, "wait"],
  ])("two runs that are sure to %d and %d: %s", async (own, other, decision) => {
    const decided = await weigh(stored(2, { confidence: own }), [stored(1, { confidence: other })]);
    expect(decided.decision).toBe(decision);
  });

  it("gives the runs oldest first, the own one among them, whatever the order they are handed in", async () => {
    const own = stored(3);
    const others = [stored(5), stored(1), stored(4), stored(2)];
    const expected = ["t1#0", "t2#0", "t3#0", "t4#0", "t5#0"];
    for (let turn = 0; turn < others.length; turn += 1) {
      others.push(others.shift()!);
      expect(await support(own, others)).toEqual(expected);
      expect(await support(own, others.toReversed())).toEqual(expected);
    }
  });

  it("orders runs of one moment by their ids", async () => {
    const [a, b] = [stored(8, {}, { at: 1 }), stored(9, {}, { at: 1 })];
    expect(await support(a, [b])).toEqual(["t8#0", "t9#0"]);
    expect(await support(b, [a])).toEqual(["t8#0", "t9#0"]);
  });
});

describe("corroborate: more runs than can be held against a lesson", () => {
  const ids = (runs: readonly number[]) => runs.map((run) => `t${run}#0`);

  it("takes the oldest, the own one and the surest, six in all, and leaves the others waiting", async () => {
    const sure = (run: number) => stored(run, { confidence: [3, 5, 6, 8].includes(run) ? 0.45 : 0.4 });
    const others = [1, 2, 3, 4, 5, 6, 7, 8, 9].map(sure);
    expect(await support(stored(10), others)).toEqual(ids([1, 3, 5, 6, 8, 10]));
    expect(await support(stored(10), others.toReversed())).toEqual(ids([1, 3, 5, 6, 8, 10]));
  });

  it("takes all runs of a procedure, which nobody doubts", async () => {
    const others = [1, 2, 3, 4, 5, 6, 7, 8].map((run) => procedure(run));
    expect(await support(procedure(9), others)).toHaveLength(9);
  });
});

describe("decideDoubted: claims that were let go, after they were doubted", () => {
  const doubted = (run: number, claim: Partial<Claim>) => stored(run, { doubted: true, ...claim });

  it.each<readonly [string, readonly StoredClaim[], string]>([
    ["one that is still sure enough alone", [doubted(1, { confidence: 0.8 })], "go"],
    ["one that is not", [doubted(1, { confidence: 0.65 })], "wait"],
    ["two of which one is sure", [doubted(1, { confidence: 0.35 }), doubted(2, { confidence: 0.5 })], "go"],
    ["two of which none is", [doubted(1, { confidence: 0.35 }), doubted(2, { confidence: 0.35 })], "wait"],
    ["one that nobody looked at", [doubted(1, {}), stored(2, { confidence: 0.9 })], "wait"],
    ["one that is held", [doubted(1, { confidence: 0.9 }), stored(2, { holds: ["skeptic"] })], "hold"],
    ["procedures", [procedure(1), procedure(2)], "go"],
  ])("%s", (_name, claims, decision) => {
    expect(decideDoubted(claims).decision).toBe(decision);
  });
});

describe("corroborate: distinct runs", () => {
  it("PI2: counts twenty copies of one run once", async () => {
    const copies = Array.from({ length: 20 }, (_, at) => stored(at + 2, {}, { runId: "r1" }));
    expect(await support(stored(1), copies)).toEqual(["wait"]);
    expect(await support(stored(40), copies)).toEqual(["t2#0", "t40#0"]);
  });

  it("tells runs without a name apart by their traces, and no name from a trace's id", async () => {
    const nameless = (run: number): StoredClaim => {
      const { runId: _runId, ...claim } = stored(run);
      return claim;
    };
    expect(await support(nameless(2), [nameless(1)])).toEqual(["t1#0", "t2#0"]);
    expect(await support(nameless(2), [{ ...nameless(2), id: "t2#1" }])).toEqual(["wait"]);
    expect(await support(nameless(2), [stored(1, {}, { runId: "t2" })])).toEqual(["t1#0", "t2#0"]);
  });

  it("PI2: counts two runs of one principal at most, the own one among them", async () => {
    const of = (run: number, principal?: string) =>
      stored(run, {}, principal === undefined ? {} : { principal });
    const crowd = [of(1, "ada"), of(2, "ada"), of(3, "ada"), of(4, "ben"), of(5)];
    expect(await support(of(6), crowd)).toEqual(["t1#0", "t2#0", "t4#0", "t5#0", "t6#0"]);
    expect(await support(of(6, "ada"), crowd)).toEqual(["t1#0", "t4#0", "t5#0", "t6#0"]);
  });

  it("knows a principal by what the host says of the run, unless the scope says it", () => {
    expect(principalOf(sampleRun([], { metadata: { userId: "u-1" } }))).toBe("u-1");
    expect(principalOf(sampleRun([], { metadata: { user: "u-2" } }))).toBe("u-2");
    expect(principalOf(sampleRun([]))).toBeUndefined();
    const own = { project: "p", user: "u-1" };
    expect(principalOf(sampleRun([], { scope: own, metadata: { user: "u-2" } }))).toBeUndefined();
  });
});

describe("corroborate: who may support", () => {
  it.each<readonly [string, StoredClaim]>([
    ["a wider scope", stored(1, {}, { scope: { project: "p2" } })],
    ["a narrower scope", stored(1, {}, { scope: { project: "p", user: "u" } })],
    ["another kind", procedure(1)],
    ["a used claim", stored(1, {}, { state: "used" })],
    ["a claim held before", stored(1, {}, { state: "held" })],
    ["a claim with a hold", stored(1, { holds: ["skeptic"] })],
    ["itself", stored(2)],
  ])("not %s", async (_name, other) => {
    expect(await support(stored(2), [other])).toEqual(["wait"]);
  });

  it("lets no claim with a hold go, however sure it is", async () => {
    const held = stored(2, { confidence: 1, holds: ["instruction-from-output"] });
    expect(await weigh(held, [stored(1)])).toEqual({
      decision: "hold",
      reason: "it is held for a person: instruction-from-output",
    });
    expect((await weigh(stored(2, { confidence: 1 }, { state: "held" }), [])).decision).toBe("hold");
  });

  it("looks at the newest two hundred only", async () => {
    const others = Array.from({ length: 201 }, (_, at) =>
      stored(at + 1, at === 0 ? {} : { signatures: [`another ${at}`] }),
    );
    expect(await support(stored(300), others)).toEqual(["wait"]);
    expect(await support(stored(300), others.slice(0, 200))).toEqual(["t1#0", "t300#0"]);
    const crowd = Array.from({ length: 200 }, (_, at) => procedure(at + 2));
    expect(await support(stored(300), [stored(1), ...crowd])).toEqual(["t1#0", "t300#0"]);
  });
});

describe("corroborate: what says the same", () => {
  const near = (value: number) => () => value;

  it("needs a tool in common with the error, and with the meaning", async () => {
    expect(await support(stored(2), [stored(1, { tools: ["deploy"] })])).toEqual(["wait"]);
    const unlike = { signatures: [], tools: ["deploy"] };
    expect(await support(stored(2), [stored(1, unlike)], near(0.99))).toEqual(["wait"]);
  });

  it.each<readonly [number, readonly string[]]>([
    [0.8, ["t1#0", "t2#0"]],
    [0.79, ["wait"]],
    [Number.NaN, ["wait"]],
  ])("meets by meaning at a cosine of %d: %j", async (cosine, expected) => {
    expect(await support(stored(2), [stored(1, { signatures: ["other"] })], near(cosine))).toEqual(expected);
  });

  it("compares decision and rule, and nothing that claims have in common anyhow", async () => {
    const compared: string[] = [];
    await weigh(stored(2), [stored(1, { signatures: ["other"] })], (a, b) => {
      compared.push(a, b);
      return 0;
    });
    expect(compared).toEqual(Array(2).fill("It called `git push` bare.\nSet the upstream."));
  });

  it("meets by no word, however many claims have in common", async () => {
    expect(await support(stored(2), [stored(1, { signatures: ["other"] })])).toEqual(["wait"]);
    expect(await support(stored(2, { signatures: [] }), [stored(1, { signatures: [] })])).toEqual(["wait"]);
  });

  it("without an error and an embedder meets by the same mistake repaired by the same call", async () => {
    const repair = { signatures: [], failedSkeletons: ["bash: npm test"], workingSkeleton: "bash: npm ci" };
    expect(await support(stored(2, repair), [stored(1, repair)])).toEqual(["t1#0", "t2#0"]);
    const otherMistake = { ...repair, failedSkeletons: ["bash: npm run build"] };
    expect(await support(stored(2, repair), [stored(1, otherMistake)])).toEqual(["wait"]);
    const otherRepair = { ...repair, workingSkeleton: "bash: npm install" };
    expect(await support(stored(2, repair), [stored(1, otherRepair)])).toEqual(["wait"]);
    const told = { ...repair, signatures: [signature] };
    expect(await support(stored(2, repair), [stored(1, told)])).toEqual(["wait"]);
    expect(await support(stored(2, repair), [stored(1, repair)], near(0.1))).toEqual(["wait"]);
  });

  it("pools no chain of neighbours: all agree with the oldest as well", async () => {
    const of = (run: number, rule: string) => stored(run, { rule, signatures: [] });
    const cosine = (a: string, b: string): number => {
      const place = (text: string) => Number(/at (\d+)/.exec(text)?.[1]);
      return 1 - Math.abs(place(a) - place(b)) / 10;
    };
    const own = of(9, "at 4");
    // The first and the last one are both near the own one, and far from each other.
    expect(await support(own, [of(1, "at 2"), of(2, "at 6"), of(3, "at 3")], cosine)).toEqual([
      "t1#0",
      "t3#0",
      "t9#0",
    ]);
  });

  it("takes no other claim of the own run for the oldest one", async () => {
    const of = (run: number, rule: string) => stored(run, { rule, signatures: [] });
    const cosine = (a: string, b: string): number =>
      [a, b].every((text) => !text.includes("middle")) && a !== b ? 0.5 : 0.9;
    const beside = { ...of(2, "one end"), id: "t2#1" };
    expect(await support(of(2, "middle"), [beside, of(3, "other end")], cosine)).toEqual(["t2#0", "t3#0"]);
  });
});

describe("corroborate: procedures", () => {
  it("lets one that says so go alone, and others wait for a second run with their key", async () => {
    expect(await support(procedure(1, { goesAlone: true }), [])).toEqual(["t1#procedure"]);
    expect(await support(procedure(1), [])).toEqual(["wait"]);
    expect(await support(procedure(2), [procedure(1)])).toEqual(["t1#procedure", "t2#procedure"]);
    expect(await support(procedure(2), [procedure(1, { key: "other" })], () => 1)).toEqual(["wait"]);
  });

  it("holds one with a hold, and lets it support none", async () => {
    const held = procedure(1, { holds: ["unbound-value"], goesAlone: true });
    expect((await weigh(held, [])).decision).toBe("hold");
    expect(await support(procedure(2), [held])).toEqual(["wait"]);
  });
});
