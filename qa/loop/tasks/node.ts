import { shellWorld } from "../shell-world.ts";
import { type LoopTask, shellWay, type Values } from "./task.ts";

const inFolder = (setup: string, check: string) => (values: Values) => shellWorld(values, { setup, check });

export const nodeTasks: readonly LoopTask[] = [
  {
    id: "node-module",
    domain: "node",
    habit: "runs a thing without what it needs",
    sort: "recovers",
    about: /\bnode\b/,
    ways: [shellWay("node <file>"), shellWay("npm pkg set type=module && node <file>", /\btype=module\b/)],
    check: "the report was written",
    world: inFolder(
      `printf '{ "name": "reports", "private": true, "type": "commonjs" }\\n' > package.json
       printf 'import { writeFileSync } from "node:fs";\\nwriteFileSync("report.txt", "done");\\n' > "$file"`,
      `test "$(cat report.txt)" = done`,
    ),
    first: {
      task: "Run the script totals.js, which is written as an ES module, with node.",
      values: { file: "totals.js" },
    },
    second: {
      task: "We moved weekly-sales.js to import statements. Run this script with node.",
      values: { file: "weekly-sales.js" },
    },
  },
  {
    id: "node-variable",
    domain: "node",
    habit: "runs a thing without what it needs",
    sort: "recovers",
    about: /\bnode\b/,
    ways: [shellWay("node <file>"), shellWay("LEDGER_FILE=<ledger> node <file>", /\bLEDGER_FILE\b/)],
    check: "the test read the ledger",
    world: inFolder(
      `echo '{ "debit": 40, "credit": 40 }' > "$ledger"
       cat > "$file" <<'TEST'
import assert from "node:assert";
import { readFileSync, writeFileSync } from "node:fs";
const ledger = process.env.LEDGER_FILE;
if (!ledger) throw new Error("LEDGER_FILE is not set");
const { debit, credit } = JSON.parse(readFileSync(ledger, "utf8"));
assert.equal(debit, credit);
writeFileSync("tested.txt", ledger);
TEST`,
      `test "$(cat tested.txt)" = "$ledger"`,
    ),
    first: {
      task: "Run the test totals.test.mjs against the ledger june.json.",
      values: { file: "totals.test.mjs", ledger: "june.json" },
    },
    second: {
      task: "Is the ledger august.json sound? Run balance.test.mjs against it, that is the test to tell.",
      values: { file: "balance.test.mjs", ledger: "august.json" },
    },
  },
  {
    id: "node-workspace",
    domain: "node",
    habit: "leaves the target out",
    sort: "gives up",
    about: /\bnpm (?:run |exec )?test\b/,
    ways: [
      shellWay("npm test"),
      shellWay("npm test --workspace <package>", /--workspace(?!s)/),
      shellWay("npm run tests", /\bnpm run tests\b/),
    ],
    check: "the tests of the package ran",
    world: inFolder(
      `printf '{ "name": "root", "private": true, "workspaces": ["packages/*"] }\\n' > package.json
       mkdir -p "packages/$package" "packages/other"
       printf '{ "name": "%s", "version": "1.0.0", "scripts": { "test": "echo ran > ../../ran.txt" } }\\n' "$package" > "packages/$package/package.json"
       printf '{ "name": "other", "version": "1.0.0" }\\n' > packages/other/package.json`,
      `test "$(cat ran.txt)" = ran`,
    ),
    first: { task: "Run the tests of the package ledger.", values: { package: "ledger" } },
    second: {
      task: "The package mailer was changed. Run its tests.",
      values: { package: "mailer" },
    },
  },
  {
    id: "node-script-options",
    domain: "node",
    habit: "gives values in the form they were told",
    sort: "gives up",
    about: /\bnpm run export\b/,
    ways: [
      shellWay("npm run export --month=<month>"),
      shellWay("npm run export <month>", /npm run export \S*\d{4}-\d{2}/),
      shellWay("npm run export -- --month=<month>", /(?:^|[\s`])--(?=$|[\s`])/),
    ],
    check: "the export of the month was written",
    world: inFolder(
      `printf '{ "name": "books", "private": true, "scripts": { "export": "node export.mjs" } }\\n' > package.json
       cat > export.mjs <<'SCRIPT'
import { writeFileSync } from "node:fs";
const month = process.argv.find((word) => word.startsWith("--month="))?.slice(8);
if (month === undefined) {
  console.error("export.mjs: the option --month did not reach the script (got: " + process.argv.slice(2).join(" ") + ")");
  process.exit(2);
}
writeFileSync("export.txt", month);
SCRIPT`,
      `test "$(cat export.txt)" = "$month"`,
    ),
    first: {
      task: "Use the npm script export for the month 2026-05.",
      values: { month: "2026-05" },
    },
    second: {
      task: "We need the books of 2026-11 too: the npm script export makes them, by month.",
      values: { month: "2026-11" },
    },
  },
  {
    id: "node-draft",
    domain: "node",
    habit: "runs a thing without what it needs",
    sort: "silent",
    about: /\bnode\b/,
    ways: [
      shellWay("node <file>"),
      shellWay("node <file> --final", /--final/),
      shellWay("NODE_ENV=production node <file>", /\bNODE_ENV=production\b/),
    ],
    check: "the final letter was built",
    world: inFolder(
      `cat > "$file" <<'SCRIPT'
import { writeFileSync } from "node:fs";
const mode = process.env.NODE_ENV ?? "development";
const name = mode === "production" ? "letter.html" : "draft.html";
writeFileSync(name, mode);
console.log("wrote " + name + " (NODE_ENV is " + mode + ")");
SCRIPT`,
      `test "$(cat letter.html)" = production`,
    ),
    first: { task: "Build the final letter with build-letter.mjs.", values: { file: "build-letter.mjs" } },
    second: {
      task: "make-letter.mjs builds the letter to our members. Build the final one.",
      values: { file: "make-letter.mjs" },
    },
  },
  {
    id: "node-plain",
    domain: "node",
    habit: "none",
    sort: "habit is right",
    about: /\bnode\b/,
    ways: [shellWay("node <file>"), shellWay("node --check <file>", /--check/)],
    check: "the list was written",
    world: inFolder(
      `printf 'require("node:fs").writeFileSync("list.txt", "done");\\n' > "$file"`,
      `test "$(cat list.txt)" = done`,
    ),
    first: { task: "Run list-members.cjs with node.", values: { file: "list-members.cjs" } },
    second: { task: "Start print-labels.cjs, a plain node script.", values: { file: "print-labels.cjs" } },
  },
];
