import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

interface Step {
  readonly name: string;
  readonly command: readonly string[];
}

// Each stage needs what the one before it wrote: declarations, then the packages as they would be published.
const stages: readonly (readonly Step[])[] = [
  [
    { name: "types of the packages", command: ["tsc", "-b"] },
    { name: "types of tests, qa and examples", command: ["tsc", "-p", "tsconfig.check.json"] },
    { name: "kernel", command: ["tsx", "tools/kernel.ts", "--check"] },
    { name: "format and lint", command: ["biome", "ci", "--error-on-warnings", "."] },
    {
      name: "layers and house rules",
      command: ["vitest", "run", "test/layers.test.ts", "test/house-rules.test.ts"],
    },
  ],
  [{ name: "bundles of the packages", command: ["tsx", "tools/bundle.ts"] }],
  [
    { name: "packed packages", command: ["tsx", "tools/packed-packages.ts"] },
    { name: "unused code", command: ["knip"] },
    { name: "no any in a public signature", command: ["tsx", "tools/declared-any.ts"] },
  ],
];
/** How many steps run at a time. */
const lanes = 2;

const root = fileURLToPath(new URL("..", import.meta.url));
const only = process.argv.slice(2);
const isChosen = ({ name }: Step): boolean => only.length === 0 || only.some((word) => name.includes(word));

interface Outcome {
  readonly passed: boolean;
  /** What it printed, in the order it came. */
  readonly output: string;
}

function run([program = "", ...rest]: readonly string[]): Promise<Outcome> {
  return new Promise((resolve) => {
    const child = spawn(program, rest, { cwd: root, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text: string) => {
        output += text;
      });
    }
    child.on("error", ({ message }) => resolve({ passed: false, output: `${output}${message}` }));
    child.on("close", (status) => resolve({ passed: status === 0, output }));
  });
}

/** Runs the steps that are left, one after another, and answers with how many failed. */
async function runAll(left: Step[]): Promise<number> {
  let failed = 0;
  for (let step = left.shift(); step !== undefined; step = left.shift()) {
    const started = performance.now();
    const { passed, output } = await run(step.command);
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    process.stdout.write(`${passed ? "ok    " : "FAILED"} ${step.name} (${seconds} s)\n`);
    if (!passed) process.stdout.write(`${output}\n`);
    failed += passed ? 0 : 1;
  }
  return failed;
}

// Every step runs even after one failed: a reader wants the whole list of what to mend.
let failed = 0;
for (const stage of stages) {
  const left = stage.filter(isChosen);
  const counts = await Promise.all(Array.from({ length: lanes }, () => runAll(left)));
  failed += counts.reduce((sum, count) => sum + count, 0);
}

const chosen = stages.flat().filter(isChosen);
process.stdout.write(failed === 0 ? "check clean\n" : `${failed} of ${chosen.length} failed\n`);
process.exitCode = failed === 0 ? 0 : 1;
