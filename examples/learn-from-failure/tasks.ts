import { type Fixture, fixtures } from "./fixtures.ts";

/** What an agent is told: the words of the task, and the things those words name. */
export interface Assignment {
  readonly fixture: string;
  readonly task: string;
  readonly values: Readonly<Record<string, string>>;
}

/** One kind of work, asked for twice: never in the same words, never about the same things. */
export interface DemoTask {
  readonly title: string;
  readonly first: Assignment;
  readonly second: Assignment;
}

export const demoTasks: readonly DemoTask[] = [
  demoTask({
    title: "commit without an identity",
    fixture: "commit",
    first: {
      task: 'Commit the staged file prices.csv with the message "Raise winter prices". Sign it as Pricing Team, pricing@example.com.',
      values: {
        file: "prices.csv",
        message: "Raise winter prices",
        name: "Pricing Team",
        email: "pricing@example.com",
      },
    },
    second: {
      task: 'opening-hours.csv is staged: please put it into the history as a commit saying "Open on Sundays", by Front Office, office@example.com.',
      values: {
        file: "opening-hours.csv",
        message: "Open on Sundays",
        name: "Front Office",
        email: "office@example.com",
      },
    },
  }),
  demoTask({
    title: "push without an upstream",
    fixture: "push",
    first: {
      task: "Push the branch invoice-export to the remote.",
      values: { branch: "invoice-export" },
    },
    second: {
      task: "Others want to review vat-rounding: get this branch of mine onto the remote.",
      values: { branch: "vat-rounding" },
    },
  }),
  demoTask({
    title: "ES module run as CommonJS",
    fixture: "module",
    first: {
      task: "Run the script totals.js, which is written as an ES module, with node.",
      values: { file: "totals.js" },
    },
    second: {
      task: "We moved weekly-sales.js to import statements. See that node still starts this script.",
      values: { file: "weekly-sales.js" },
    },
  }),
  demoTask({
    title: "script without the execute bit",
    fixture: "script",
    first: {
      task: "Run the shell script scripts/release.sh.",
      values: { file: "scripts/release.sh" },
    },
    second: {
      task: "Launch tools/nightly-backup.sh, the shell script for the backups, and wait for it.",
      values: { file: "tools/nightly-backup.sh" },
    },
  }),
  demoTask({
    title: "test that needs an unset variable",
    fixture: "variable",
    first: {
      task: "Run the test totals.test.mjs against the ledger june.json.",
      values: { file: "totals.test.mjs", ledger: "june.json" },
    },
    second: {
      task: "Is the ledger august.json sound? balance.test.mjs is the test to tell.",
      values: { file: "balance.test.mjs", ledger: "august.json" },
    },
  }),
  demoTask({
    title: "patch that does not apply",
    fixture: "patch",
    first: {
      task: "Apply the patch rounding.patch to this repository.",
      values: { file: "rounding.patch", source: "prices.txt" },
    },
    second: {
      task: "A colleague mailed the patch discount.patch: bring its change into our sources.",
      values: { file: "discount.patch", source: "rebates.txt" },
    },
  }),
  demoTask({
    title: "pull of a diverged branch",
    fixture: "pull",
    first: {
      task: "Pull the branch main from the remote.",
      values: { branch: "main" },
    },
    second: {
      task: "My colleagues worked on the branch stock-count too: pull in what they did.",
      values: { branch: "stock-count" },
    },
  }),
  demoTask({
    title: "folder without its parents",
    fixture: "folder",
    first: {
      task: "Create the folder build/reports/june.",
      values: { directory: "build/reports/june" },
    },
    second: {
      task: "The export needs a folder of its own, out/exports/august: make it.",
      values: { directory: "out/exports/august" },
    },
  }),
];

/** The fixture that an assignment plays in. */
export function fixtureOf(name: string): Fixture {
  const fixture = fixtures[name];
  if (fixture === undefined) throw new Error(`There is no fixture named ${name}.`);
  return fixture;
}

/** `git push -u origin <branch>` with the values of an assignment in place of the names. */
export function fill(template: string, values: Readonly<Record<string, string>>): string {
  return template.replace(/<([a-z]+)>/g, (placeholder, name: string) => values[name] ?? placeholder);
}

function demoTask(task: {
  readonly title: string;
  readonly fixture: string;
  readonly first: Omit<Assignment, "fixture">;
  readonly second: Omit<Assignment, "fixture">;
}): DemoTask {
  const { title, fixture, first, second } = task;
  return { title, first: { fixture, ...first }, second: { fixture, ...second } };
}
