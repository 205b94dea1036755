import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const examples = fileURLToPath(new URL("../examples", import.meta.url));
const known = readdirSync(examples).filter((name) => existsSync(join(examples, name, "main.ts")));
const [name, ...rest] = process.argv.slice(2);

if (name === undefined || !known.includes(name)) {
  const problem = name === undefined ? "Which example?" : `There is no example ${name}.`;
  process.stderr.write(`${problem} Run: pnpm example <name>, with one of: ${known.join(", ")}\n`);
  process.exit(2);
}

const run = spawnSync(
  process.execPath,
  ["--import", "tsx", "--conditions=@skillloop/source", join(examples, name, "main.ts"), ...rest],
  { stdio: "inherit" },
);
process.exit(run.status ?? 1);
