import { describe, expect, it } from "vitest";
import { bash, call, passed, type SampleStep, sampleRun } from "../testing/run-samples.ts";
import type { Lesson } from "../types/lesson.ts";
import type { SkillContent } from "../types/skill.ts";
import { learnRepairs } from "./learn-repairs.ts";
import { mergeLesson } from "./merge-content.ts";
import { applyPatch } from "./patch/apply-patch.ts";

const lessonOf = (steps: readonly SampleStep[], task = "Do it"): Lesson =>
  learnRepairs(sampleRun(steps, { task })).lessons[0]!;

const variable = (name: string, value: string, task = "Run the tests"): Lesson =>
  lessonOf(
    [
      bash("npm test", { error: `Error: environment variable ${name} is required here` }),
      bash(`${name}=${value} npm test`),
    ],
    task,
  );

const push = (options: string, task: string): Lesson =>
  lessonOf(
    [
      bash("git push", { error: "fatal: The current branch topic has no upstream branch." }),
      bash(`git push ${options} origin topic`),
    ],
    task,
  );

function fold(lessons: readonly Lesson[]): SkillContent {
  const [first, ...rest] = lessons;
  return rest.reduce((content, lesson) => mergeLesson(content, lesson), first!.content);
}

describe("mergeLesson", () => {
  it("returns the existing content itself when a second occurrence adds nothing", () => {
    const [a, b] = [push("-u", "Push it now"), push("-u", "Push it now")];
    expect(mergeLesson(a.content, b)).toBe(a.content);
  });

  it("makes a placeholder of a value that differs, and explains it", () => {
    const [a, b] = [variable("MODE_X", "alpha"), variable("MODE_X", "beta")];
    expect(a.key).toBe(b.key);
    const { example, bullets, description } = mergeLesson(a.content, b);
    expect(example?.calls[0]?.input).toEqual({ command: "MODE_X=<value> npm test" });
    expect(example?.placeholders).toHaveProperty("value");
    expect(JSON.stringify({ bullets, description })).not.toMatch(/alpha|beta/);
  });

  it("makes a placeholder of a variable whose name differs", () => {
    const [a, b] = [variable("MODE_X", "alpha"), variable("LEVEL_Y", "beta")];
    expect(a.key).toBe(b.key);
    const { example, bullets } = mergeLesson(a.content, b);
    expect(example?.calls[0]?.input).toEqual({ command: "<variable>=<value> npm test" });
    expect(JSON.stringify(bullets)).not.toMatch(/alpha|beta|MODE_X=/);
  });

  it("keeps of several things that changed at once what two runs agree on", () => {
    const [a, b] = [push("-u --no-progress", "Push it"), push("-u", "Push it")];
    expect(a.key).toBe(b.key);
    const merged = mergeLesson(a.content, b);
    expect(merged.example?.calls[0]?.input).toEqual({ command: "git push -u origin <branch>" });
    expect(JSON.stringify(merged)).not.toContain("--no-progress");
  });

  it("drops options of which each run had another one", () => {
    const merged = mergeLesson(
      push("-u --porcelain", "Push it").content,
      push("-u --no-progress", "Push it"),
    );
    expect(merged.example?.calls[0]?.input).toEqual({ command: "git push -u origin <branch>" });
  });

  it("keeps of several state changes those that two runs made", () => {
    const run = (extra: readonly SampleStep[]): Lesson =>
      lessonOf([
        bash("./run.sh", { error: "bash: ./run.sh: Permission denied by mode of run.sh" }),
        ...extra,
        bash("chmod +x run.sh"),
        bash("./run.sh"),
      ]);
    const [a, b] = [run([bash("touch run.sh")]), run([])];
    expect(a.content.example?.calls).toHaveLength(3);
    expect(mergeLesson(a.content, b).example?.calls).toHaveLength(2);
    expect(mergeLesson(a.content, b)).toEqual(mergeLesson(b.content, a));
  });

  it("adds trigger queries up to a limit, whatever the order", () => {
    const tasks = Array.from(
      { length: 20 },
      (_, at) => `Push the work of team ${String.fromCharCode(97 + at).repeat(4)} now`,
    );
    const lessons = tasks.map((task) => push("-u", task));
    const merged = fold(lessons);
    expect(merged.keys.queries).toHaveLength(12);
    expect(fold([...lessons].reverse())).toEqual(merged);
  });

  it("keeps of too many queries those that say most, not those that stand first in the alphabet", () => {
    const short = ["Add", "Bring", "Carry", "Drop", "Ease", "Fold", "Give", "Haul", "Iron"].map(
      (verb) => `${verb} work`,
    );
    const long = ["reports", "invoices", "ledgers", "drafts", "letters", "figures"].map(
      (things) => `share today's unfinished ${things} with everybody`,
    );
    const lessons = [...short, ...long].map((task) => push("-u", task));
    const { queries } = fold(lessons).keys;
    expect(queries).toHaveLength(12);
    expect(queries).toEqual(expect.arrayContaining(long));
    expect(fold([...lessons].reverse()).keys.queries).toEqual(queries);
  });

  it("gives the same content in every order, and again when one comes twice", () => {
    const lessons = [
      variable("MODE_X", "alpha", "Run the tests"),
      variable("LEVEL_Y", "beta", "Check the suite"),
      variable("MODE_X", "gamma", "Verify all"),
    ];
    const orders = [
      [0, 1, 2],
      [0, 2, 1],
      [1, 0, 2],
      [1, 2, 0],
      [2, 0, 1],
      [2, 1, 0],
      [0, 1, 2, 2, 0],
    ];
    const results = orders.map((order) => fold(order.map((at) => lessons[at]!)));
    for (const result of results) expect(result).toEqual(results[0]);
  });

  it.each([
    [
      "a variable of another name and value",
      (at: number) => [
        bash("npm test", { error: `Error: ${["MODE_X", "LEVEL_Y", "KIND_Z", "PLACE_W"][at]} is not set` }),
        bash(`${["MODE_X=alpha", "LEVEL_Y=beta", "KIND_Z=gamma", "PLACE_W=d"][at]} npm test`),
      ],
    ],
    [
      "another branch",
      (at: number) => [
        bash("git push", { error: `fatal: The current branch topic-${at} has no upstream branch.` }),
        bash(`git push -u origin topic-${at}`),
      ],
    ],
    [
      "other people and messages",
      (at: number) => [
        bash(`git commit -m "Change ${"abcd"[at]} of it"`, {
          error: "fatal: no email was given and auto-detection is disabled\nRun git config user.email",
        }),
        bash(`git config user.email bot${at}@example.com`),
        bash(`git commit -m "Change ${"abcd"[at]} of it"`),
      ],
    ],
    [
      "another record and amount",
      (at: number) => [
        call(
          "pay",
          { order_id: `A${at}7X`, amount: 90 + at },
          { error: `Error: total is ${120 + at}, but paid ${90 + at}` },
        ),
        call("pay", { order_id: `A${at}7X`, amount: 120 + at }),
      ],
    ],
  ] as const)("settles: after two occurrences a further one changes nothing but keys: %s", (_name, steps) => {
    const tasks = ["Test the shop", "Is the suite green again?", "Look whether all is well", "Work on it"];
    const lessons = tasks.map(
      (task, at) =>
        learnRepairs(sampleRun(steps(at), { task, signals: [{ ...passed, check: `check number ${at}` }] }))
          .lessons[0]!,
    );
    expect(new Set(lessons.map(({ key }) => key)).size).toBe(1);
    const said = lessons.map((_lesson, at) => {
      const { keys: _keys, ...text } = fold(lessons.slice(0, at + 1));
      return text;
    });
    expect(said[2]).toEqual(said[1]);
    expect(said[3]).toEqual(said[1]);
    expect(said[1]?.bullets).toHaveLength(
      lessons[0]!.content.bullets.length - (_name.startsWith("a variable") ? 1 : 0),
    );
  });

  it("merges structured calls field by field", () => {
    const run = (extra: Record<string, string>): Lesson =>
      lessonOf([
        call(
          "create_issue",
          { title: "Broken logo", team: "web" },
          { error: "Error: missing required field: priority" },
        ),
        call("create_issue", { title: "Broken logo", team: "web", priority: "low", ...extra }),
      ]);
    const merged = mergeLesson(run({ color: "red" }).content, run({}));
    expect(merged.example?.calls[0]?.input).toEqual({ title: "<title>", team: "<team>", priority: "low" });
  });

  it("puts no line back that a patch has taken the place of, and merges the others as ever", () => {
    const [a, b] = [variable("MODE_X", "alpha"), variable("MODE_X", "beta")];
    const check = a.content.bullets.find(({ section }) => section === "verification");
    if (check === undefined) throw new Error("no line");
    const operations = [{ op: "REVISE", bulletId: check.id, text: "`npm test` exits with code 0." }] as const;
    const patch = { skillId: "s", base: 1, operations, reason: "it was vague" };
    const { content } = applyPatch(a.content, patch, []);
    const merged = mergeLesson(content, b);
    const checks = merged.bullets.filter(({ section }) => section === "verification");
    expect(checks.map(({ text }) => text)).toEqual(["`npm test` exits with code 0."]);
    expect(merged.example?.calls[0]?.input).toEqual({ command: "MODE_X=<value> npm test" });
    expect(JSON.stringify(merged.bullets)).not.toMatch(/alpha|beta/);
  });
});
