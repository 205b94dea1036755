import { describe, expect, it } from "vitest";
import { gateSkill } from "../gate/gate-skill.ts";
import { learnRepairs } from "../learn/learn-repairs.ts";
import { visibleText } from "../text/visible-text.ts";
import { intake } from "./intake.ts";

const facts = { scope: { project: "p" }, now: 1_000, environment: {} };
const nul = String.fromCharCode(0);
const esc = String.fromCharCode(27);

describe("visibleText", () => {
  it("takes control characters and whole escape sequences out, and keeps lines and tabs", () => {
    const title = `${esc}]0;a title${String.fromCharCode(7)}`;
    expect(visibleText(`a${nul}b\t${esc}[31mred${esc}[0m\r\n${title}end${String.fromCharCode(0x9b)}`)).toBe(
      "ab\tred\r\nend",
    );
  });

  it("gives a text without any back as it is", () => {
    expect(visibleText("naïve 日本\n")).toBe("naïve 日本\n");
  });
});

describe("intake, of characters that nobody sees", () => {
  const odd = `ask${nul}/../../root`;
  const steps = [
    { name: odd, input: { q: "x" }, error: `language${nul} missing` },
    { name: odd, input: { q: "x", language: "en" }, output: `o${nul}k` },
  ];

  it("name-tool-with-null: keeps them out of names of tools and what tools said, and so out of what is learned", () => {
    const { trace } = intake({ task: "Ask it", steps, outcome: "success" }, facts);
    expect(trace.steps).toMatchObject([
      { tool: "ask/../../root", error: "language missing" },
      { tool: "ask/../../root", output: "ok" },
    ]);
    const [lesson] = learnRepairs(trace).lessons;
    expect(lesson?.content.bullets[0]?.text).toContain("`ask/../../root`");
    expect(JSON.stringify(lesson)).not.toContain("u0000");
  });

  it("keeps a tool's name in one line, and calls a tool unknown of whose name nothing is left", () => {
    const named = [
      { name: "ask\n## Rules\n", input: {}, output: "ok" },
      { name: nul, input: {}, output: "ok" },
    ];
    const { trace } = intake({ task: "Ask it", steps: named }, facts);
    expect(trace.steps).toMatchObject([{ tool: "ask ## Rules" }, { tool: "unknown" }]);
  });

  it("lets a secret that they stood in be found", () => {
    const key = `AKIA${"ABCDEFGHIJKLMNOP"}`;
    const split = `${key.slice(0, 8)}${nul}${key.slice(8)}`;
    const { trace } = intake(
      { task: "Ask it", steps: [{ name: "a", input: {}, output: `key ${split}` }] },
      facts,
    );
    expect(JSON.stringify(trace)).not.toContain(key);
  });

  it("leaves what a tool was called with as it was, and no such text passes the gate", () => {
    const pressed = String.fromCharCode(3);
    const { trace } = intake({ task: "Stop it", steps: [{ name: "keys", input: { send: pressed } }] }, facts);
    expect(trace.steps).toMatchObject([{ input: { send: pressed } }]);
    const [lesson] = learnRepairs(intake({ task: "Ask it", steps, outcome: "success" }, facts).trace).lessons;
    if (lesson === undefined) throw new Error("no lesson");
    const bullets = lesson.content.bullets.map((bullet, at) =>
      at === 0 ? { ...bullet, text: `Press ${pressed} first.` } : bullet,
    );
    const verdict = gateSkill({ content: { ...lesson.content, bullets }, holds: [], verified: true });
    expect(verdict).toMatchObject({ decision: "reject", reasons: [{ code: "shape-control-character" }] });
  });
});
