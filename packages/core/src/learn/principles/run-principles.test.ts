import { describe, expect, it } from "vitest";
import { SkillLoopError } from "../../errors.ts";
import { gateSkill } from "../../gate/gate-skill.ts";
import { learnedVersion, sampleContent } from "../../testing/library-samples.ts";
import { scriptedLanguageModel } from "../../testing/scripted-language-model.ts";
import { sampleStoredClaim } from "../../testing/store-samples.ts";
import { promptDataRule } from "../../text/prompt-data.ts";
import { isSkillName } from "../../text/skill-file/skill-name.ts";
import type { Claim, StoredClaim } from "../../types/claim.ts";
import type { ProcedureProposal } from "../../types/procedure.ts";
import type { Scope } from "../../types/scope.ts";
import type { SkillVersion } from "../../types/skill.ts";
import type { PrincipleAnswer } from "./principles-answer.ts";
import { type PrinciplesInput, proposePrinciples } from "./run-principles.ts";

const scope: Scope = { project: "billing" };

function used(
  number: number,
  {
    skill = number % 2 === 0 ? "a" : "b",
    claim = {},
    ...fields
  }: Partial<StoredClaim> & { readonly skill?: string; readonly claim?: Partial<Claim> } = {},
): StoredClaim {
  const id = `trace-${number}#0`;
  const traceId = fields.traceId ?? `trace-${number}`;
  const own: Claim = {
    id,
    scope,
    traceId,
    runId: fields.runId ?? `run-${number}`,
    task: `task ${number}`,
    environment: { node: "22", host: `h${number}` },
    decision: `Took the state of thing ${number} for granted.`,
    cause: `Nobody had looked at thing ${number} before.`,
    rule: `Look at thing ${number} before it is changed.`,
    check: "status names it",
    triggers: [],
    unknowns: [],
    quotes: [{ callId: "call-1", text: `error of thing ${number}` }],
    signatures: [`${number === 2 ? "z" : "a"} thing ${number}`, "shared error"],
    tools: ["bash"],
    confidence: 0.9,
    verified: false,
    transient: false,
    holds: [],
    ...claim,
  };
  return sampleStoredClaim({
    id,
    scope,
    traceId,
    runId: `run-${number}`,
    state: "used",
    skillId: skill,
    at: 1_000 + number,
    taught: { kind: "root-cause", claim: own },
    ...fields,
  });
}

const proposal: ProcedureProposal = {
  key: "k",
  scope,
  traceId: "trace-3",
  task: "task 3",
  environment: {},
  check: "npm test",
  example: { tool: "bash", calls: [], placeholders: {} },
  steps: ["Look at thing 3 before it is changed."],
  preconditions: [],
  signature: { intent: "look", object: "thing", environment: "", constraints: [], notes: "" },
  uses: [],
};

const answer = (fields: Partial<PrincipleAnswer> = {}): PrincipleAnswer => ({
  title: "Look before you change",
  support: [1, 2, 3].map((number) => ({ claim: `c${number}`, quote: `Look at thing ${number} before` })),
  description: "Before state is changed, look at it.",
  preconditions: ["Something that exists already is to be changed."],
  procedure: ["Read its present state with the tool that shows it."],
  verification: ["`git status` exits with status 0."],
  failureModes: ["The state changes between the look and the change."],
  scope: ["Not for things that are made anew."],
  queries: ["change the setting"],
  ...fields,
});

const skill = (id: string, name: string, fields: Partial<SkillVersion> = {}): SkillVersion =>
  learnedVersion({ skillId: id, scope, content: sampleContent({ name }), ...fields });
const existing = [skill("a", "first-skill"), skill("b", "second-skill")];
const base: PrinciplesInput = { scope, traceId: "trace-3", used: [used(1), used(2), used(3)], existing };

const scripted = (...principles: readonly PrincipleAnswer[]) =>
  scriptedLanguageModel([{ role: "principles", answer: { principles } }]);
const propose = (fields: Partial<PrinciplesInput>, ...principles: readonly PrincipleAnswer[]) =>
  proposePrinciples({ model: scripted(...principles) }, { ...base, ...fields });
/** With a model that nobody may ask. */
const unasked = (fields: Partial<PrinciplesInput>) =>
  proposePrinciples({ model: scriptedLanguageModel([]) }, { ...base, ...fields });

describe("proposePrinciples", () => {
  it("makes an ordinary skill of a rule that three runs of two skills share", async () => {
    const [written] = await propose({}, answer());
    const lessons = written?.lessons ?? [];
    expect(written?.action).toBe("create");
    expect(written?.claimIds).toEqual(["trace-1#0", "trace-2#0", "trace-3#0"]);
    expect(lessons.map(({ traceId }) => traceId)).toEqual(["trace-1", "trace-2", "trace-3"]);
    expect(new Set(lessons.map(({ key, index }) => `${key} ${index}`)).size).toBe(1);
    const [lesson] = lessons;
    expect(lesson).toMatchObject({ kind: "root-cause", scope, runId: "run-1", verified: false, holds: [] });
    expect(lesson?.environment).toEqual({ node: "22" });
    expect(written?.rerun).toEqual({
      task: "task 1",
      environment: { node: "22" },
      context: {},
      traceId: "trace-1",
    });
    const content = lesson?.content;
    expect(content?.name).toBe("principle-look-before-you-change");
    expect(content?.kind).toBe("root-cause");
    expect(content?.bullets.map(({ section }) => section)).toEqual([
      "preconditions",
      "procedure",
      "verification",
      "failure-modes",
      "scope",
    ]);
    expect(content?.keys.queries).toEqual(["change the setting"]);
    expect(content?.keys.signatures).toEqual(["shared error", "a thing 1", "a thing 3", "z thing 2"]);
    expect(JSON.parse(JSON.stringify(written))).toEqual(written);
    expect(
      gateSkill({ content: content ?? sampleContent({ bullets: [] }), holds: [], verified: true }),
    ).toEqual({
      decision: "allow",
      reasons: [],
    });
  });

  it("gives equal claims an equal key, in whatever order they were cited, and other claims another", async () => {
    const keyOf = async (support: PrincipleAnswer["support"]) => {
      const fields = { used: [used(1), used(2), used(3), used(4)] };
      return (await propose(fields, answer({ support })))[0]?.lessons[0]?.key;
    };
    const all = [1, 2, 3, 4].map((number) => ({
      claim: `c${number}`,
      quote: `Look at thing ${number} before`,
    }));
    const key = await keyOf(all.slice(0, 3));
    expect(key).toMatch(/^principle:/);
    expect(await keyOf(all.slice(0, 3).reverse())).toBe(key);
    expect(await keyOf(all)).not.toBe(key);
  });

  it("drops a principle that cites a lesson nobody showed, and keeps the one beside it", async () => {
    const invented = answer({ title: "Other", support: [...answer().support, { claim: "c9", quote: "x" }] });
    const written = await propose({}, invented, answer());
    expect(written.map(({ lessons }) => lessons[0]?.content.name)).toEqual([
      "principle-look-before-you-change",
    ]);
  });

  it("counts a lesson only where its quote occurs in it, without our own headings", async () => {
    const quotes = (third: string) =>
      answer({ support: [...answer().support.slice(0, 2), { claim: "c3", quote: third }] });
    expect(await propose({}, quotes("Look at thing 1 before"))).toEqual([]);
    expect(await propose({}, quotes("Why it went wrong:"))).toEqual([]);
    expect(await propose({}, quotes("Rule: Look at thing 3 before"))).toHaveLength(1);
  });

  it("PI2: asks nothing for fewer than three runs or two skills, and takes nothing that cites fewer", async () => {
    const oneRun = [1, 2, 3].map((number) => used(number, { runId: "run-1" }));
    expect(await unasked({ used: oneRun })).toEqual([]);
    const oneSkill = [1, 2, 3].map((number) => used(number, { skill: "a" }));
    expect(await unasked({ used: oneSkill })).toEqual([]);
    const more = { used: [used(1), used(2), used(3), used(4, { runId: "run-2" }), used(6), used(8)] };
    const citing = (...numbers: readonly (readonly [string, number])[]) =>
      answer({
        support: numbers.map(([claim, number]) => ({ claim, quote: `Look at thing ${number} before` })),
      });
    // Two runs; then three runs of one skill.
    expect(await propose(more, citing(["c1", 1], ["c2", 2], ["c4", 4]))).toEqual([]);
    expect(await propose(more, citing(["c2", 2], ["c5", 6], ["c6", 8]))).toEqual([]);
    expect(await propose(more, citing(["c1", 1], ["c2", 2], ["c5", 6]))).toHaveLength(1);
  });

  it("gives one lesson for each run, however many of its claims are cited", async () => {
    const claims = [used(1), used(2), used(3), used(5, { runId: "run-3" })];
    const support = [1, 2, 3, 5].map((number, index) => ({
      claim: `c${index + 1}`,
      quote: `Look at thing ${number} before`,
    }));
    const [written] = await propose({ used: claims }, answer({ support }));
    expect(written?.lessons.map(({ runId }) => runId)).toEqual(["run-1", "run-2", "run-3"]);
    expect(written?.claimIds).toHaveLength(4);
  });

  it("rests on nothing that waits, is held, passes by itself, is a procedure or is of another scope", async () => {
    const third: readonly StoredClaim[] = [
      used(3, { state: "waiting" }),
      used(3, { state: "held" }),
      used(3, { claim: { transient: true } }),
      used(3, { claim: { holds: ["instruction-from-output"] } }),
      used(3, { scope: { project: "billing", user: "a" } }),
      used(3, { skill: "gone" }),
      used(3, { taught: { kind: "procedure", proposal } }),
    ];
    for (const claim of third) expect(await unasked({ used: [used(1), used(2), claim] })).toEqual([]);
  });

  it("rests on no skill that a person has yet to let pass", async () => {
    const held = [skill("a", "first-skill", { holds: ["security"] }), skill("b", "second-skill")];
    expect(await unasked({ existing: held })).toEqual([]);
  });

  it("proposes nothing that is there: by name, by what it tells to do, and twice in one answer", async () => {
    const [written] = await propose({}, answer());
    const content = written?.lessons[0]?.content ?? sampleContent();
    const there = [...existing, learnedVersion({ skillId: "p", scope, content })];
    expect(await propose({ existing: there }, answer({ title: "Quite another name" }))).toEqual([]);
    const sameName = answer({ procedure: ["Ask the owner of the service for a window of time."] });
    expect(await propose({ existing: there }, sameName)).toEqual([]);
    expect(await propose({}, answer(), answer({ title: "The same again" }))).toHaveLength(1);
    const elsewhere = there.map((version) => ({ ...version, scope: { project: "other" } }));
    expect(await propose({ existing: [...existing, ...elsewhere] }, answer())).toHaveLength(1);
  });

  it("keeps at most ten in a scope, and asks nothing when they are there", async () => {
    const principles = (count: number) =>
      Array.from({ length: count }, (_none, index) => skill(`p${index}`, `principle-${index}`));
    expect(await unasked({ existing: [...existing, ...principles(10)] })).toEqual([]);
    const second = answer({ title: "Ask first", procedure: ["Ask the owner of the service for a window."] });
    expect(await propose({ existing: [...existing, ...principles(9)] }, answer(), second)).toHaveLength(1);
    expect(await propose({ existing: [...existing, ...principles(8)] }, answer(), second)).toHaveLength(2);
  });

  it("is verified only when all of its runs were", async () => {
    const verified = [1, 2, 3].map((number) => used(number, { claim: { verified: true } }));
    expect((await propose({ used: verified }, answer()))[0]?.lessons[2]?.verified).toBe(true);
    const mixed = [...verified.slice(0, 2), used(3)];
    expect((await propose({ used: mixed }, answer()))[0]?.lessons[0]?.verified).toBe(false);
  });

  it("keeps no secret and no odd name of what a model wrote", async () => {
    const token = `ghp_${"Ab3".repeat(12)}`;
    const [written] = await propose(
      {},
      answer({
        title: "../../Escape the 路径",
        procedure: [`Log in with ${token}`],
        description: `Use ${token}`,
        queries: [`log in with ${token}`],
      }),
    );
    expect(JSON.stringify(written)).not.toContain(token);
    const name = written?.lessons[0]?.content.name ?? "";
    expect([name.startsWith("principle-"), isSkillName(name)]).toEqual([true, true]);
  });

  it("shows at most the forty newest lessons, the oldest of them first, as data alone", async () => {
    const many = Array.from({ length: 45 }, (_none, index) => used(index + 1));
    const model = scripted();
    await proposePrinciples({ model }, { ...base, used: many.toReversed() });
    const [{ prompt, system, subject } = { prompt: "", system: "" }] = model.calls;
    expect(prompt).not.toContain("thing 5 ");
    expect(prompt).toContain('name="lesson c1 of skill 1"');
    expect(prompt.indexOf("thing 6 ")).toBeLessThan(prompt.indexOf("thing 45 "));
    expect(prompt.replace(/<recorded_data [^>]*>[\s\S]*?<\/recorded_data>/g, "")).not.toContain("thing");
    expect(system.split(promptDataRule)).toHaveLength(2);
    expect(system).not.toContain("thing 6");
    expect(subject).toEqual({ scope, traceId: "trace-3" });
  });

  it("proposes nothing when no usable answer came, and lets an outage through", async () => {
    const failing = (code: "MODEL_ANSWER_INVALID" | "MODEL_UNAVAILABLE" | "MODEL_QUOTA") =>
      scriptedLanguageModel([
        { role: "principles", answer: new SkillLoopError({ code, message: "No.", remedy: "Wait." }) },
      ]);
    expect(await proposePrinciples({ model: failing("MODEL_ANSWER_INVALID") }, base)).toEqual([]);
    for (const code of ["MODEL_UNAVAILABLE", "MODEL_QUOTA"] as const) {
      await expect(proposePrinciples({ model: failing(code) }, base)).rejects.toMatchObject({ code });
    }
    const cut = scriptedLanguageModel([
      { role: "principles", answer: { principles: [answer()] }, finish: "length" },
    ]);
    expect(await proposePrinciples({ model: cut }, base)).toEqual([]);
    const careless = {
      id: "careless",
      generate: async () => ({
        value: { principles: [{ title: "All is well" }] } as never,
        usage: { inputTokens: 0, outputTokens: 0 },
        finish: "stop" as const,
      }),
    };
    expect(await proposePrinciples({ model: careless }, base)).toEqual([]);
  });

  it("asks nothing when it is aborted already", async () => {
    const controller = new AbortController();
    const reason = new Error("closing");
    controller.abort(reason);
    const model = scripted(answer());
    await expect(proposePrinciples({ model, signal: controller.signal }, base)).rejects.toBe(reason);
    expect(model.calls).toEqual([]);
  });
});
