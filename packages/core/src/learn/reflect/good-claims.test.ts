import { describe, expect, it } from "vitest";
import { bash, call, failed, type SampleStep, sampleRun } from "../../testing/run-samples.ts";
import { checkClaim } from "./check-claim.ts";
import type { LessonAnswer } from "./reflect-answer.ts";

/** What a careful model says of runs as they happen: checks that throw such claims away would learn nothing. */
interface GoodClaim {
  readonly name: string;
  readonly steps: readonly SampleStep[];
  readonly quote: readonly [callId: string, text: string];
  readonly cause: string;
  readonly decision: string;
  readonly rule: string;
  readonly check: string;
}

const goodClaims: readonly GoodClaim[] = [
  {
    name: "a module system",
    steps: [
      bash("node build.js", {
        error:
          'import fs from "node:fs";\n^^^^^^\n\nSyntaxError: Cannot use import statement outside a module',
      }),
    ],
    quote: ["c0", "SyntaxError: Cannot use import statement outside a module"],
    cause: "Node read the file as CommonJS, where an import statement outside a module is a syntax error.",
    decision: "It wrote build.js with `import` although the package is CommonJS.",
    rule: 'Give the file the extension `.mjs`, or set `"type": "module"` in `package.json`, before using import.',
    check: "`node --check` on the file exits with 0.",
  },
  {
    name: "a required field of an API",
    steps: [
      call("create_ticket", { title: "Broken" }, { error: "400: missing required field: priority" }),
      call("create_ticket", { title: "Broken", priority: "low" }, { output: '{"id":7}' }),
    ],
    quote: ["c0", "missing required field: priority"],
    cause: "The API refuses a ticket without the required field priority.",
    decision: "It called create_ticket with a title only.",
    rule: "Give every ticket a priority; ask for it where the request names none.",
    check: "The answer has an id.",
  },
  {
    name: "an amount in the wrong unit",
    steps: [
      call("charge", { amount: 49.9 }, { error: "invalid_request: amount must be an integer in cents" }),
    ],
    quote: ["c0", "amount must be an integer in cents"],
    cause: "charge counts in cents, so an amount with a decimal point is refused.",
    decision: "It gave charge the amount in euros, with a decimal point.",
    rule: "Convert amounts to the smallest unit and pass an integer.",
    check: "The charge that comes back shows the amount that was asked for.",
  },
  {
    name: "a migration that was not run",
    steps: [
      bash("npm run seed", { error: 'error: relation "invoices" does not exist' }),
      bash("npm run migrate", { output: "1 migration applied" }),
      bash("npm run seed", { output: "seeded" }),
    ],
    quote: ["c0", 'relation "invoices" does not exist'],
    cause: "The relation did not exist because no migration had created it when the seed ran.",
    decision: "It ran `npm run seed` on an empty database.",
    rule: "Apply the migrations before seeding.",
    check: "The table is listed in the database before the seed starts.",
  },
  {
    name: "a lock file that did not fit",
    steps: [
      bash("pnpm install --frozen-lockfile", {
        error:
          'ERR_PNPM_OUTDATED_LOCKFILE  Cannot install with "frozen-lockfile" because pnpm-lock.yaml is not up to date with package.json',
      }),
    ],
    quote: ["c0", "pnpm-lock.yaml is not up to date with package.json"],
    cause: "package.json was edited by hand, so pnpm-lock.yaml is not up to date with it.",
    decision:
      "It edited dependencies by hand and ran `pnpm install --frozen-lockfile` without writing the lock file anew.",
    rule: "After a change of dependencies run `pnpm install` once without the frozen lock file, and commit both files.",
    check: "`git status` shows both files as changed.",
  },
  {
    name: "a quoted argument",
    steps: [
      bash("git commit -m Raise prices", {
        error: "error: pathspec 'prices' did not match any file(s) known to git",
      }),
    ],
    quote: ["c0", "pathspec 'prices' did not match any file(s) known to git"],
    cause: "Without quotation marks git took the second word of the message for a pathspec.",
    decision: "It gave `git commit -m` a message of two words without quotation marks.",
    rule: "Put a commit message of several words into quotation marks.",
    check: "`git log -1` shows the whole message.",
  },
  {
    name: "a test that shows a wrong sum",
    steps: [
      call("edit_file", { path: "src/vat.ts", new: "return net * 1.19 + net" }, { output: "edited" }),
      bash("npm test", { error: "AssertionError: expected 219 to be 119\n  at vat.test.ts:4:9" }),
    ],
    quote: ["c1", "expected 219 to be 119"],
    cause: "npm test expected 119 and got 219, since the net amount is added a second time.",
    decision: "It wrote `net * 1.19 + net` into vat.ts.",
    rule: "Multiply by one plus the rate, and add nothing to the product.",
    check: "The test for one amount passes before the next edit.",
  },
  {
    name: "a file that was looked for elsewhere",
    steps: [
      bash("python train.py --config conf.yaml", {
        error: "FileNotFoundError: [Errno 2] No such file or directory: 'conf.yaml'",
      }),
      bash("ls configs", { output: "conf.yaml" }),
    ],
    quote: ["c0", "No such file or directory: 'conf.yaml'"],
    cause: "train.py looks for conf.yaml in the working directory, where there is no such file.",
    decision: "It passed `--config conf.yaml` without looking where the file is.",
    rule: "List the configuration files first and pass the path relative to the working directory.",
    check: "The path that is passed exists.",
  },
  {
    name: "a query of a column that is not there",
    steps: [
      call(
        "sql",
        { query: "select totl from invoices" },
        {
          error:
            'ERROR: column "totl" does not exist\nHINT: Perhaps you meant to reference the column "invoices.total".',
        },
      ),
    ],
    quote: ["c0", 'column "totl" does not exist'],
    cause: "The column name was guessed, and a column of that name does not exist.",
    decision: "It wrote the query of sql without reading the columns of the table.",
    rule: "Read the columns of a table before writing a query on it.",
    check: "Every column of the query is in the schema.",
  },
  {
    name: "a port in use",
    steps: [bash("npm start", { error: "Error: listen EADDRINUSE: address already in use :::3000" })],
    quote: ["c0", "listen EADDRINUSE: address already in use :::3000"],
    cause: "The address was already in use by a server that the agent had started and never stopped.",
    decision: "It ran `npm start` again while the first server was still there.",
    rule: "Stop the server that was started before, or choose a free port.",
    check: "The server says that it listens.",
  },
];

describe("checkClaim: claims of a careful model", () => {
  it.each(goodClaims)(
    "keeps one about $name, whole and without a hold",
    ({ steps, quote, name: _name, ...words }) => {
      const [callId, text] = quote;
      const answer: LessonAnswer = {
        ...words,
        quotes: [{ callId, text }],
        triggers: ["do it"],
        unknowns: [],
        workingCallId: null,
        blame: null,
        support: "direct",
        confidence: 0.9,
      };
      const checked = checkClaim(answer, {
        trace: sampleRun(steps, { signals: [failed] }),
        shown: [],
        index: 0,
      });
      expect(checked).toMatchObject({ id: "t1#0", confidence: 0.9, holds: [] });
    },
  );

  it.each(goodClaims)("drops one about $name that tells the story of another run", ({ steps, quote }) => {
    const [callId, text] = quote;
    const answer: LessonAnswer = {
      quotes: [{ callId, text }],
      cause: "The branch was protected, and the review of a colleague was awaited.",
      decision: "It merged before the approval was given.",
      rule: "Wait for the approval of a review.",
      check: "The review is approved.",
      triggers: [],
      unknowns: [],
      workingCallId: null,
      blame: null,
      support: "direct",
      confidence: 0.95,
    };
    const checked = checkClaim(answer, {
      trace: sampleRun(steps, { signals: [failed] }),
      shown: [],
      index: 0,
    });
    expect(checked).toMatchObject({ rule: "not-about-cause" });
  });
});
