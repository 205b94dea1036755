import { describe, expect, it } from "vitest";
import { sampleContent } from "../../testing/library-samples.ts";
import { claimOfRun, skillAnswer } from "../../testing/written-samples.ts";
import { errorSignature } from "../../text/error-signature/error-signature.ts";
import type { Claim } from "../../types/claim.ts";
import type { SkillContent } from "../../types/skill.ts";
import { composeSkill, type SkillFacts, valuesLeftIn } from "./compose-skill.ts";
import type { SkillAnswer } from "./skill-answer.ts";
import { claimsOf } from "./support-facts.ts";

const claims = (fields: Partial<Claim> = {}) => claimsOf([claimOfRun(1, fields)]);
function compose(answer: Partial<SkillAnswer> = {}, facts: Partial<SkillFacts> = {}): SkillContent {
  const content = composeSkill(skillAnswer(answer), { key: "k", claims: claims(), ...facts });
  if ("missing" in content) throw new Error(`missing: ${content.missing.join()}`);
  return content;
}
const textsOf = (content: SkillContent, section: string) =>
  content.bullets.filter((bullet) => bullet.section === section).map(({ text }) => text);

describe("composeSkill", () => {
  it("makes a skill of five sections, a name, keys and a signature", () => {
    const content = compose();
    expect(content).toMatchObject({
      name: "first-push-of-a-branch",
      description: "Before the first push of a branch, set its upstream.",
      kind: "root-cause",
      signature: { intent: "push", object: "branch", environment: "" },
      uses: [],
    });
    expect(content.bullets.map(({ section }) => section)).toEqual([
      "preconditions",
      "procedure",
      "verification",
      "failure-modes",
      "scope",
    ]);
    expect(content.keys.signatures).toEqual(["fatal: the current branch <name> has no upstream branch"]);
  });

  it("names the sections that the answer leaves out, an empty line being none", () => {
    const answer = skillAnswer({ scope: [], verification: [" - "], failureModes: ["so ".repeat(200)] });
    expect(composeSkill(answer, { key: "k", claims: claims() })).toEqual({
      missing: ["verification", "failure-modes", "scope"],
    });
  });

  it("gives equal lines equal ids, and other lines others", () => {
    const ids = ({ bullets }: SkillContent) => bullets.map(({ id }) => id);
    expect(ids(compose())).toEqual(ids(compose()));
    expect(ids(compose())).not.toEqual(ids(compose({}, { key: "other" })));
    expect(new Set(ids(compose({ procedure: ["Push it.", "Look at it."] }))).size).toBe(6);
    expect(ids(compose())[0]).toMatch(/^b-[0-9a-f]{8}$/);
  });

  it("keeps the working example and the mistake as they are given", () => {
    const { example, mistake } = sampleContent();
    const content = compose({}, { example, mistake });
    expect(content.example).toBe(example);
    expect(content.mistake).toBe(mistake);
    expect("example" in compose()).toBe(false);
  });

  it("makes a step of what no run showed, where the answer has none", () => {
    const unknown = { claims: claims({ unknowns: ["which remote the team pushes to"] }) };
    expect(textsOf(compose({}, unknown), "procedure")).toEqual([
      "Find this out first, and do not guess it: which remote the team pushes to",
      "Push with `git push -u origin <branch>`.",
    ]);
    const asked = { procedure: ["Ask `git remote -v` which remote the team pushes to."] };
    expect(textsOf(compose(asked, unknown), "procedure")).toEqual(asked.procedure);
  });

  it("puts lines on one line, without the marks of a list, secrets and repetitions", () => {
    const content = compose({
      procedure: ["1. Push\n  the branch.", "* Push the branch!", "Log in with password=not-a-real-one."],
    });
    const [first, second, third] = textsOf(content, "procedure");
    expect(first).toBe("Push the branch.");
    expect(second).toContain("password=[redacted]");
    expect(third).toBeUndefined();
  });

  it("keeps no key that holds a value of a run, and takes queries of each kind in turn", () => {
    const told = claims({ task: "Ship order 48213 to Lyon" });
    const { keys } = compose(
      {
        appliesWhen: ["order 48213", "first push"],
        queries: {
          plain: ["Push my work", "Ship 48213"],
          hurried: ["push"],
          question: ["How?"],
          symptom: ["stuck"],
        },
        notFor: ["return order 48213"],
      },
      { claims: told },
    );
    expect(keys).toMatchObject({
      appliesWhen: ["first push"],
      queries: ["Push my work", "push", "stuck"],
      notFor: [],
    });
  });

  it("finds the skill by the quoted words of the errors that its claims cite", () => {
    const quotes = [
      { callId: "c", text: "fatal: The current branch feature/x has no upstream branch." },
      { callId: "c", text: "error: failed" },
    ];
    const cited = `${quotes[0]?.text}\nerror: failed to push some refs`;
    const signatures = [
      errorSignature(quotes[0]?.text ?? "").text,
      errorSignature(cited).text,
      "error: failed",
    ];
    const { keys } = compose({}, { claims: claims({ quotes, signatures }) });
    expect(keys.symptoms.join()).not.toContain("feature/x");
    expect(keys.symptoms).toHaveLength(1);
    expect(keys.symptoms[0]).toContain("has no upstream branch");
  });

  it("has a name that no path and no value of a run can get into", () => {
    expect(compose({ subject: "../../etc/passwd" }).name).toBe("etc-passwd");
    const order = claims({ task: "Ship order 48213" });
    expect(compose({ subject: "order 48213" }, { claims: order }).name).toBe("bash-k");
    expect(compose({ subject: "…" }).name).toBe("bash-k");
  });

  it("says of the environment what all runs had in common", () => {
    const both = claimsOf([
      claimOfRun(1, { environment: { node: "22", os: "linux" } }),
      claimOfRun(2, { environment: { node: "22", os: "darwin" } }),
    ]);
    expect(compose({}, { claims: both }).signature.environment).toBe("node=22");
  });
});

describe("valuesLeftIn", () => {
  const left = (line: string, fields: Partial<Claim> = {}) =>
    valuesLeftIn(compose({ procedure: [line] }), claims(fields));
  const told = {
    task: "Move ORD-4471 and flight HAT229 to port 3000 for $54.20, see reports/march.csv",
    quotes: [{ callId: "c", text: '{"name": "Mia Li", "status": "ACTIVE"} TS2307, exit code 137' }],
  };

  it("finds values that the task or an output told", () => {
    for (const value of ["ORD-4471", "HAT229", "3000", "$54.20", "reports/march.csv", "Mia Li"])
      expect(left(`Use ${value} here.`, told)).toEqual([value]);
  });

  it("takes addresses, ids and dates for values whoever named them", () => {
    const values = [
      "https://files.example/x",
      "mia@example.org",
      "10.1.2.3",
      "user_8841",
      "2024-05-01",
      "3f2504e04f89",
    ];
    for (const value of values) expect(left(`Use ${value} here.`)).toEqual([value]);
  });

  it("leaves what every run has: placeholders, codes, standards, well-known files", () => {
    const common = [
      "Put <order-id> into https://<host>/orders and look at http://localhost/health.",
      "`npm test` exits with code 137, or TS2307 says why.",
      "Read package.json and /etc/hosts as utf-8; sha256 and HTTP 404 are no values.",
      "Try 3 times, 200 rows each.",
    ];
    for (const line of common) expect(left(line, told)).toEqual([]);
    const named = {
      quotes: [{ callId: "c", text: '{"kind": "Flight"} PGRST301' }],
      signatures: ["pgrst301: expired"],
    };
    expect(left("Name the <flight>, or PGRST301 comes.", named)).toEqual([]);
    expect(left("Name Flight first.", named)).toEqual(["Flight"]);
  });
});
