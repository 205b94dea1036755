import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { atMost, told } from "../figure.ts";
import { percentile } from "../percentile.ts";
import type { Figure } from "../report.ts";
import { workspace } from "./built-packages.ts";

/** What a user of each adapter imports anyway. */
const frameworks: Readonly<Record<string, readonly string[]>> = {
  "ai-sdk": ["zod", "ai"],
  langchain: ["zod", "langchain"],
  // The second is where LangGraph has its tool node, whose place ours takes.
  langgraph: ["zod", "@langchain/langgraph", "@langchain/langgraph/prebuilt"],
  mastra: ["zod", "@mastra/core/agent"],
};

interface Import {
  /** Milliseconds for zod and the framework, and for the adapter behind them. */
  readonly framework: number;
  readonly adapter: number;
  readonly natives: number;
  readonly engine: number;
}

/**
 * What importing an adapter costs, in fresh processes on what a build wrote, without any loader. The adapter is
 * imported behind zod and its framework and timed by itself, so that the figure holds everything they had not
 * loaded; what they left as garbage is collected before. Processes with and without it take turns: what they
 * differ by in all is told beside it.
 */
export async function measureImport(processes: number, broken: boolean): Promise<readonly Figure[]> {
  const figures: Figure[] = [];
  for (const [folder, baseline] of Object.entries(frameworks)) {
    const withAdapter: Import[] = [];
    const without: Import[] = [];
    for (let round = 0; round < processes; round += 1) {
      const both = [
        async () => withAdapter.push(await importOnce(folder, baseline, { adapter: true, broken })),
        async () => without.push(await importOnce(folder, baseline, { adapter: false, broken: false })),
      ];
      for (const run of round % 2 === 0 ? both : both.reverse()) await run();
    }
    const median = (imports: readonly Import[], pick: (one: Import) => number): number =>
      percentile(imports.map(pick), 0.5);
    const whole = ({ framework, adapter }: Import): number => framework + adapter;
    const at = `@skillloop/${folder}, n=${processes}`;
    figures.push(
      atMost(
        "import.added.p50",
        at,
        median(withAdapter, ({ adapter }) => adapter),
        "ms",
        30,
      ),
      told("import.added-between-processes", at, median(withAdapter, whole) - median(without, whole), "ms"),
      told(
        "import.framework.p50",
        at,
        median(without, ({ framework }) => framework),
        "ms",
      ),
      atMost("import.native-modules", at, extra(withAdapter, without, "natives"), "count", 0),
      atMost("import.engine-modules", at, extra(withAdapter, without, "engine"), "count", 0),
    );
  }
  return figures;
}

function extra(more: readonly Import[], fewer: readonly Import[], what: "natives" | "engine"): number {
  const most = (imports: readonly Import[]): number => Math.max(...imports.map((one) => one[what]));
  return Math.max(0, most(more) - most(fewer));
}

async function importOnce(
  folder: string,
  baseline: readonly string[],
  options: { readonly adapter: boolean; readonly broken: boolean },
): Promise<Import> {
  const lines = [
    `import { createRequire } from "node:module";`,
    `const start = performance.now();`,
    ...baseline.map((name) => `await import(${JSON.stringify(name)});`),
    `gc();`,
    `const between = performance.now();`,
    ...(options.adapter ? [`await import("@skillloop/${folder}");`] : []),
    ...(options.broken ? [`createRequire(process.cwd() + "/../core/x.js")("@lancedb/lancedb");`] : []),
    `const end = performance.now();`,
    `const cached = Object.keys(createRequire(process.cwd() + "/x.js").cache);`,
    `process.stdout.write(JSON.stringify({`,
    `  framework: between - start,`,
    `  adapter: end - between,`,
    `  natives: process.report.getReport().sharedObjects.filter((path) => path.endsWith(".node")).length,`,
    `  engine: cached.filter((path) => /@lancedb|apache-arrow/.test(path)).length,`,
    `}));`,
  ];
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ["--expose-gc", "--input-type=module", "-e", lines.join("\n")],
    { cwd: join(workspace, "packages", folder), env: { PATH: process.env.PATH } },
  );
  return JSON.parse(stdout) as Import;
}
