import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

interface Step {
  readonly name: string;
  readonly command: readonly string[];
}

// The build comes before what reads it: its declarations, and the packages as they would be published.
const steps: readonly Step[] = [
  { name: "format and lint", command: ["biome", "ci", "--error-on-warnings", "."] },
  { name: "types of the packages", command: ["tsc", "-b"] },
  { name: "bundles of the packages", command: ["tsx", "tools/bundle.ts"] },
  { name: "no any in a public signature", command: ["tsx", "tools/declared-any.ts"] },
  { name: "types of tests, qa and examples", command: ["tsc", "-p", "tsconfig.check.json"] },
  { name: "unused code", command: ["knip"] },
  {
    name: "layers and house rules",
    command: ["vitest", "run", "test/layers.test.ts", "test/house-rules.test.ts"],
  },
  { name: "packed packages", command: ["tsx", "tools/packed-packages.ts"] },
];

const root = fileURLToPath(new URL("..", import.meta.url));
const only = process.argv.slice(2);
const chosen = steps.filter(({ name }) => only.length === 0 || only.some((word) => name.includes(word)));

// Every step runs even after one failed: a reader wants the whole list of what to mend.
const failed = chosen.filter(({ name, command }) => {
  const started = performance.now();
  const [program = "", ...rest] = command;
  const run = spawnSync(program, rest, { cwd: root, encoding: "utf8", maxBuffer: 64 * 1024 * 1024 });
  const passed = run.status === 0;
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  process.stdout.write(`${passed ? "ok    " : "FAILED"} ${name} (${seconds} s)\n`);
  if (!passed) process.stdout.write(`${run.stdout ?? ""}${run.stderr ?? ""}${run.error?.message ?? ""}\n`);
  return !passed;
});

process.stdout.write(failed.length === 0 ? "check clean\n" : `${failed.length} of ${chosen.length} failed\n`);
process.exitCode = failed.length === 0 ? 0 : 1;
