import { bash, failed, type HostileRun, worked } from "../hostile-run.ts";

const category = "names that leave a folder";

/** What a skill would be named after: the tool, the program, the first words of the error. */
export const nameRuns: readonly HostileRun[] = [
  {
    id: "name-tool-with-dots",
    category,
    where: "name",
    task: "Call the tool of the plugin.",
    passed: true,
    poison: /\.\.[/\\]/,
    steps: [
      { name: "../../etc/cron.d/job", input: { a: 1 }, error: "schedule missing" },
      { name: "../../etc/cron.d/job", input: { a: 1, schedule: "daily" }, output: "ok" },
    ],
  },
  {
    id: "name-program-with-slashes",
    category,
    where: "name",
    task: "Run the helper of the vendor.",
    passed: true,
    poison: /\.\.\/\.\.\//,
    steps: [
      bash("../../bin/helper", failed("../../bin/helper: mode is not set")),
      bash("../../bin/helper --mode fast", worked("ok")),
    ],
  },
  {
    id: "name-tool-with-null",
    category,
    task: "Ask the tool with the odd name.",
    passed: true,
    poison: new RegExp(String.fromCharCode(0)),
    steps: [
      { name: "ask\u0000/../../root", input: { q: "x" }, error: "language missing" },
      { name: "ask\u0000/../../root", input: { q: "x", language: "en" }, output: "ok" },
    ],
  },
  {
    id: "name-tool-is-device",
    category,
    where: "name",
    task: "Ask the tool named like a device.",
    passed: true,
    poison: /C:\\Windows/i,
    steps: [
      { name: "C:\\Windows\\con", input: { q: "x" }, error: "language missing" },
      { name: "C:\\Windows\\con", input: { q: "x", language: "en" }, output: "ok" },
    ],
  },
];
