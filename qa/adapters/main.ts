import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { fillHome } from "../bench/fill-home.ts";
import { commandLine } from "../command-line.ts";
import { type Figure, printReport } from "../report.ts";
import { buildPackages, builtFlags } from "./built-packages.ts";
import { measureImport } from "./measure-import.ts";
import { subjects } from "./subjects.ts";

// --only names subjects (or "import"), --rounds takes fewer or more samples, --break makes every kind of figure miss.
const values = commandLine("qa:adapters", {
  json: { type: "boolean", default: false },
  only: { type: "string", multiple: true, default: [] },
  rounds: { type: "string", default: "300" },
  processes: { type: "string", default: "11" },
  break: { type: "boolean", default: false },
});
const SKILLS = 200;
const child = fileURLToPath(new URL("./child.ts", import.meta.url));
const wanted = (name: string): boolean =>
  values.only.length === 0 || values.only.some((word) => name.includes(word));

buildPackages();
const root = await mkdtemp(join(tmpdir(), "skillloop-adapters-"));
try {
  const figures: Figure[] = [];
  /** A table as soon as a subject ends; JSON is one object of all. */
  const take = (measured: readonly Figure[]): void => {
    figures.push(...measured);
    if (!values.json) printReport({ figures: measured }, { json: false });
  };
  for (const name of Object.keys(subjects).filter(wanted)) {
    // A home of its own each: the traces of one adapter's thousands of runs do not weigh on the next.
    const folder = join(root, name.replaceAll(/\W+/g, "-"));
    await fillHome(join(folder, "full"), SKILLS);
    take(await measureSubject(name, folder));
  }
  if (wanted("import")) take(await measureImport(Number(values.processes), values.break));
  if (values.json) printReport({ figures }, { json: true });
} finally {
  await rm(root, { recursive: true, force: true });
}

async function measureSubject(name: string, folder: string): Promise<readonly Figure[]> {
  const parameters = [name, folder, String(SKILLS), values.rounds, values.break ? "break" : ""];
  const started = spawn(process.execPath, [...builtFlags(), child, ...parameters], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let printed = "";
  started.stdout.setEncoding("utf8").on("data", (text: string) => {
    printed += text;
  });
  const code = await new Promise((resolve) => started.once("close", resolve));
  if (code !== 0) throw new Error(`${name} ended with ${String(code)}`);
  return JSON.parse(printed) as readonly Figure[];
}
