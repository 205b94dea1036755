import { describe, expect, it } from "vitest";
import { bash, call, type SampleStep, said, sampleRun } from "../testing/run-samples.ts";
import { isSkillName } from "../text/skill-file/skill-name.ts";
import type { Trace } from "../types/trace.ts";
import { learnRepairs } from "./learn-repairs.ts";

const lessonsOf = (steps: readonly SampleStep[], fields: Partial<Trace> = {}) =>
  learnRepairs(sampleRun(steps, fields)).lessons;

const only = (steps: readonly SampleStep[], fields: Partial<Trace> = {}) => {
  const lessons = lessonsOf(steps, fields);
  expect(lessons).toHaveLength(1);
  return lessons[0]!;
};

const commands = (steps: readonly SampleStep[], fields: Partial<Trace> = {}): unknown[] =>
  (only(steps, fields).content.example?.calls ?? []).map(
    ({ input }) => (input as { command: string }).command,
  );

const identityError =
  'Author identity unknown\n\n*** Please tell me who you are.\n\nRun\n\n  git config --global user.email "you@example.com"\n  git config --global user.name "Your Name"\n\nfatal: no email was given and auto-detection is disabled';
const moduleError =
  '(node:1) Warning: To load an ES module, set "type": "module" in the package.json or use the .mjs extension.\n/w/build.js:1\nimport fs from "node:fs";\n^^^^^^\n\nSyntaxError: Cannot use import statement outside a module';

const commitRun = (message: string, name: string, email: string): readonly SampleStep[] => [
  bash(`git commit -m "${message}"`, { error: identityError }),
  bash("git status --short", { output: "A  prices.csv" }),
  bash(`git config user.name "${name}"`),
  bash(`git config user.email ${email}`),
  bash(`git commit -m "${message}"`),
];

describe("repairs of shell commands", () => {
  it("learns a repair of several calls, without the unrelated calls between them", () => {
    expect(
      commands(commitRun("Raise prices", "Shop Bot", "bot@example.com"), {
        task: "Commit as Shop Bot, bot@example.com",
      }),
    ).toEqual([
      'git config user.name "<name>"',
      "git config user.email <email>",
      'git commit -m "<message>"',
    ]);
  });

  it("leaves failed attempts on the way out of the example", () => {
    const steps = commitRun("Raise prices", "Shop Bot", "bot@example.com");
    const attempt = bash('git commit --author="Shop Bot <bot@example.com>" -m "Raise prices"', {
      error: identityError,
    });
    const { lessons, dismissed } = learnRepairs(sampleRun([steps[0]!, attempt, ...steps.slice(1)]));
    expect(JSON.stringify(lessons[0]?.content.example)).not.toContain("--author");
    expect(dismissed.map(({ rule }) => rule)).toEqual(["same-failure-again"]);
  });

  it("takes only what belongs to the repair out of a chain of commands", () => {
    const error = "fatal: Not possible to fast-forward, aborting.";
    expect(
      commands([
        bash("cd shop && git pull origin main", { error }),
        bash("cd shop && git status && git pull --rebase origin main && git log -1"),
      ]),
    ).toEqual(["git pull --rebase origin <branch>"]);
  });

  it("keeps what a chain does before the repaired command", () => {
    expect(
      commands([
        bash("./run.sh", { error: "bash: ./run.sh: Permission denied" }),
        bash("chmod +x run.sh && ./run.sh"),
      ]),
    ).toEqual(["chmod +x <script> && ./<script>"]);
  });

  it("learns the extension that a renamed script needs", () => {
    expect(
      commands([
        bash("node build.js", { error: moduleError }),
        bash("mv build.js build.mjs"),
        bash("node build.mjs"),
      ]),
    ).toEqual(["mv <script>.js <script>.mjs", "node <script>.mjs"]);
  });

  it("learns a setting that the error names, also where the task has the same word", () => {
    const task = "Run build.js, which is an ES module";
    expect(
      commands(
        [
          bash("node build.js", { error: moduleError }),
          bash("npm pkg set type=module"),
          bash("node build.js"),
        ],
        { task },
      ),
    ).toEqual(["npm pkg set type=module", "node <script>"]);
  });

  it("keeps a variable's name and its plain constant, and makes a placeholder of what the task gave", () => {
    const error = "Error: CONFIG_MODE is not set";
    expect(
      commands([bash("npm test", { error }), bash("CONFIG_MODE=test npm test")], {
        task: "Run the test suite",
      }),
    ).toEqual(["CONFIG_MODE=test npm test"]);
    const ledger = [
      bash("npm test", { error: "Error: LEDGER_FILE is not set" }),
      bash("LEDGER_FILE=june.json npm test"),
    ];
    expect(commands(ledger, { task: "Test against june.json" })).toEqual([
      "LEDGER_FILE=<ledger-file> npm test",
    ]);
  });

  it("explains every placeholder of a runnable example", () => {
    const { content } = only(commitRun("Raise prices", "Shop Bot", "bot@example.com"));
    const names = [
      ...JSON.stringify(content.example?.calls.map(({ input }) => input)).matchAll(/<([a-z-]+)>/g),
    ].map(([, name]) => name);
    expect(Object.keys(content.example?.placeholders ?? {}).sort()).toEqual([...new Set(names)].sort());
    expect(Object.values(content.example?.placeholders ?? {}).every((text) => text.length > 10)).toBe(true);
  });

  it("learns two repairs of one run as two lessons", () => {
    const pull = [
      bash("git pull origin main", { error: "fatal: Not possible to fast-forward, aborting." }),
      bash("git pull --rebase origin main"),
    ];
    const lessons = lessonsOf([...commitRun("Raise prices", "Shop Bot", "bot@example.com"), ...pull]);
    expect(lessons.map(({ content }) => content.name)).toEqual([
      "git-commit-no-email",
      "git-pull-not-possible-to-fast-forward",
    ]);
    expect(lessons.map(({ index }) => index)).toEqual([0, 1]);
  });

  it("installs a missing dependency, whatever it is called", () => {
    const steps = [
      bash("python script.py", { error: "ModuleNotFoundError: No module named 'requests'" }),
      bash("pip install requests"),
      bash("python script.py"),
    ];
    expect(commands(steps)).toEqual(["pip install <package>", "python <script>"]);
  });

  it("keeps conventions and the code of a fix, and takes out code that did not change", () => {
    const missing = "Error: ENOENT: no such file or directory, open '.env'";
    expect(
      commands([bash("npm start", { error: missing }), bash("cp .env.example .env"), bash("npm start")]),
    ).toEqual(["cp .env.example .env", "npm start"]);
    const socket = "psql: error: connection to server on socket failed: No such file or directory";
    const query = "psql -c 'select count(*) from orders'";
    expect(commands([bash(query, { error: socket }), bash(`${query} -h localhost`)])).toEqual([
      'psql -c "<code>" -h localhost',
    ]);
  });

  it("makes no rule of a commit message that differs", () => {
    const steps = [
      bash('git commit -m "bad"', { error: "error: subject may not be lower case" }),
      bash('git commit -m "Good one"'),
    ];
    expect(learnRepairs(sampleRun(steps)).dismissed.map(({ rule }) => rule)).toEqual(["only-values"]);
  });
});

describe("repairs of structured calls", () => {
  const booking = (amounts: readonly number[], id = "card_77123") => ({
    user_id: "ann_lee_3344",
    flights: [{ flight_number: "HAT031", date: "2024-05-17" }],
    payments: amounts.map((amount) => ({ payment_id: id, amount })),
  });
  const error = "Error: payment amount does not add up, total price is 375, but paid 299";

  it("says which numbers must add up to what the error names", () => {
    const { content } = only([
      call("book", booking([299]), { error }),
      call("book", booking([128, 247]), { output: "{}" }),
    ]);
    const change = content.bullets.find(({ id }) => id.startsWith("c-"));
    expect(change?.text).toContain(
      "The values of `payments[].amount` together must be the total price that the error names",
    );
    expect(content.example?.calls[0]?.input).toEqual({
      user_id: "<user-id>",
      flights: [{ flight_number: "<flight-number>", date: "<date>" }],
      payments: [{ payment_id: "<payment-id>", amount: "<amount>" }],
    });
  });

  it("puts no value of the run into any rule text", () => {
    const { content } = only([
      call(
        "get_user",
        { user_id: "ann_lee_3344" },
        { output: '{"user_id":"ann_lee_3344","first_name":"Ann","last_name":"Lee"}' },
      ),
      call("book", booking([299]), {
        error: "Error: payment for Ann Lee does not add up on HAT031, total price is 375, but paid 299",
      }),
      call("book", booking([375]), { output: "{}" }),
    ]);
    expect(JSON.stringify(content)).not.toMatch(
      /ann_lee|\bAnn\b|\bLee\b|HAT031|card_77123|2024-05|\b375\b|\b299\b/,
    );
    expect(content.keys.symptoms[0]).toContain(
      "payment for <first-name> <last-name> does not add up on <flight-number>",
    );
  });

  it("turns an unknown value into a way to discover it", () => {
    const update = (id: string) => ({ reservation_id: "R7X1", cabin: "business", payment_id: id });
    const { content } = only([
      call("update", update("card_7334"), { error: "Error: payment method not found" }),
      call("get_user", { user_id: "ann_lee_3344" }, { output: '{"payment_methods":["card_90748"]}' }),
      call("update", update("card_90748")),
    ]);
    expect(content.example?.calls.map(({ tool }) => tool)).toEqual(["get_user", "update"]);
    expect(content.bullets.map(({ text }) => text)).toContain(
      "Take `payment_id` from what `get_user` returns; the value of the failed call is not there.",
    );
  });

  it("names the kind of thing that works where the error names the kind that does not", () => {
    const update = (id: string) => ({ reservation_id: "R7X1", cabin: "business", payment_id: id });
    const output =
      '[{"id":"certificate_938","source":"certificate"},{"id":"gift_card_563","source":"gift_card"}]';
    const { content } = only([
      call("get_user", { user_id: "ann_lee_3344" }, { output }),
      call("update", update("certificate_938"), {
        error: "Error: certificate cannot be used to update reservation",
      }),
      call("update", update("gift_card_563")),
    ]);
    expect(content.bullets.map(({ text }) => text)).toContain(
      "Give a `gift_card` as `payment_id`, not a `certificate`.",
    );
  });

  it("learns a field that was left out and a type that was wrong", () => {
    const steps = [
      call(
        "create_issue",
        { title: "Broken logo", labels: "bug" },
        { error: "Error: labels must be an array" },
      ),
      call("create_issue", { title: "Broken logo", labels: ["bug"] }),
    ];
    expect(only(steps).content.bullets.some(({ text }) => /`labels/.test(text))).toBe(true);
    const added = only([
      call(
        "create_issue",
        { title: "Broken logo", team: "web" },
        { error: "Error: missing required field: priority" },
      ),
      call("create_issue", { title: "Broken logo", team: "web", priority: "low" }),
    ]);
    expect(added.content.bullets.map(({ text }) => text)).toContain("Give `priority` as `low`.");
  });

  it("learns the form that the error asks for, and a constant of the protocol", () => {
    const search = (from: string) => ({ from, city: "Rome", kind: "train" });
    const form = only([
      call("search", search("05/20/2024"), {
        error: "Error: invalid date '05/20/2024', expected YYYY-MM-DD",
      }),
      call("search", search("2024-05-20")),
    ]);
    expect(form.content.bullets.map(({ text }) => text)).toContain("Give `from` in the form `YYYY-MM-DD`.");
    const request = { url: "https://api.shop.test/orders", method: "POST" };
    const media = only([
      call("http_request", request, { error: "Error: HTTP 415 missing header content-type" }),
      call("http_request", { ...request, headers: { "content-type": "application/json" } }),
    ]);
    expect(media.content.bullets.map(({ text }) => text)).toContain(
      "Give `headers.content-type` as `application/json`.",
    );
    expect(media.holds).toEqual([]);
  });

  it("makes no rule of several values when the error speaks of none of them", () => {
    const steps = [
      call("list_options", { kind: "all" }, { output: '{"ids":["opt_771","opt_772","grp_551"]}' }),
      call(
        "apply",
        { option: "opt_771", group: "grp_100", mode: "x" },
        { error: "Error: the request was declined" },
      ),
      call("apply", { option: "opt_772", group: "grp_551", mode: "x" }),
    ];
    expect(learnRepairs(sampleRun(steps)).dismissed.map(({ rule }) => rule)).toEqual(["unclear"]);
  });

  it("pairs no calls that have little in common", () => {
    const steps = [
      call("get_order", { order_id: "A-1", fields: "x", lang: "de" }, { error: "Error: no order A-1" }),
      call("get_order", { order_id: "B-2", fields: "y", lang: "fr" }),
    ];
    expect(learnRepairs(sampleRun(steps)).dismissed.map(({ rule }) => rule)).toEqual(["no-repair"]);
  });
});

describe("what a lesson is filed under", () => {
  const push = (branch: string): readonly SampleStep[] => [
    bash("git push", { error: `fatal: The current branch ${branch} has no upstream branch.` }),
    bash(`git push -u origin ${branch}`),
  ];

  it("gives two occurrences on other objects equal keys and equal content", () => {
    const [a, b] = [only(push("login"), { task: "x" }), only(push("vat-rounding"), { task: "y" })];
    expect(a.key).toBe(b.key);
    expect(a.content).toEqual(b.content);
  });

  it("gives other errors and other fixes of the same call other keys", () => {
    const error = "error: prices.txt: patch does not apply";
    const apply = (option: string) =>
      only([bash("git apply a.patch", { error }), bash(`git apply ${option} a.patch`)]).key;
    expect(apply("--3way")).not.toBe(apply("--ignore-whitespace"));
    expect(only(push("login")).key).not.toBe(apply("--3way"));
  });

  it("takes the task without its literals as a trigger query, in any script", () => {
    const query = (task: string) => only(push("login"), { task }).content.keys.queries;
    expect(
      query('Push the branch login to "our remote" at https://git.test/x for Ada Lovelace, ticket AB-12'),
    ).toEqual(["push the branch ticket"]);
    expect(query("Отправь ветку login в удалённый репозиторий")).toEqual([
      "отправь ветку в удалённый репозиторий",
    ]);
    expect(query("x1 y2")).toEqual([]);
  });

  it("keeps the five sections, a concrete check and a valid name", () => {
    const { content } = only(push("login"));
    expect(new Set(content.bullets.map(({ section }) => section)).size).toBe(5);
    expect(content.bullets.find(({ section }) => section === "verification")?.text).toContain(
      "exits with code 0",
    );
    expect(isSkillName(content.name)).toBe(true);
    expect(content.description.length).toBeLessThanOrEqual(1024);
  });

  it("quotes no shell's name, no full stop and no line of source as a symptom", () => {
    const shown = (error: string) =>
      only([bash("./run.sh", { error }), bash("chmod +x run.sh"), bash("./run.sh")]).content;
    const { keys, description } = shown("bash: line 1: ./run.sh: Permission denied.");
    expect(keys.symptoms).toEqual(["./<script>: Permission denied"]);
    expect(keys.signatures).toEqual(["<path>: permission denied"]);
    expect(description).toContain('fails with "./<script>: Permission denied".');
    expect(JSON.stringify(only(push("login")).content)).not.toMatch(/\.\\"\.|\.\./);
    const thrown =
      '/w/main.mjs:3\nif (!process.env.CONFIG_MODE) throw Object.assign(new Error("CONFIG_MODE is not set"));\n                                ^\n\nError: CONFIG_MODE is not set\n    at file:///w/main.mjs:3:33\n\nNode.js v22.1.0';
    const variable = only([bash("node main.mjs", { error: thrown }), bash("CONFIG_MODE=test node main.mjs")]);
    expect(variable.content.keys.symptoms).toEqual(["Error: CONFIG_MODE is not set"]);
  });

  it("names each call once in its lines, one after the other", () => {
    const { bullets, description } = only(commitRun("Raise prices", "Shop Bot", "bot@example.com")).content;
    expect(bullets.filter(({ section }) => section === "procedure").map(({ text }) => text)).toEqual([
      'First run `git config user.name "<name>"`, then `git config user.email <email>`, then `git commit -m "<message>"`.',
    ]);
    expect(description).toBe(
      '`git commit` fails with "fatal: no email was given and auto-detection is disabled". What works: first `git config user.name` and `git config user.email`.',
    );
    const lines = only(push("login")).content.bullets.map(({ text }) => text);
    expect(lines.filter((text) => text.includes("git push -u"))).toEqual([
      "Run `git push -u origin <branch>`.",
    ]);
  });

  it("gives one name to lessons with one key, so that they meet in the library", () => {
    const named = (variable: string) =>
      only([bash("npm test", { error: `Error: ${variable} is not set` }), bash(`${variable}=test npm test`)]);
    const [a, b] = [named("CONFIG_MODE"), named("LEDGER_KIND")];
    expect(a.key).toBe(b.key);
    expect(a.content.name).toBe("npm-test-variable-not-set");
    expect(b.content.name).toBe(a.content.name);
  });

  it("finds a name for errors in other scripts", () => {
    const steps = [
      bash("デプロイ", { error: "エラー: 設定ファイルが見つかりません" }),
      bash("デプロイ --初期化"),
    ];
    for (const { content } of lessonsOf(steps)) expect(isSkillName(content.name)).toBe(true);
    const known = only([
      bash("deploytool run", { error: "エラー: 設定が見つかりません" }),
      bash("deploytool run --init-config"),
    ]);
    expect(isSkillName(known.content.name)).toBe(true);
  });

  it("keeps the learned mistake for a re-run to look for", () => {
    expect(only(push("login")).content.mistake).toEqual({
      tool: "bash",
      skeleton: "bash: git push",
      signature: "fatal: the current branch <value> has no upstream branch",
    });
  });

  it("does not change with what is said around the calls", () => {
    const [broken, working] = push("login") as [SampleStep, SampleStep];
    const talk = [said("user", "Please push"), broken, said("assistant", "I set the upstream"), working];
    expect(only(talk).content).toEqual(only(push("login")).content);
  });
});
