import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { workspaceRoot } from "./source-files.ts";

const packages = readdirSync(join(workspaceRoot, "packages"));

interface Manifest {
  readonly name: string;
  readonly private?: boolean;
  readonly exports: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional: boolean }>>;
  readonly publishConfig: { readonly exports: Readonly<Record<string, Readonly<Record<string, string>>>> };
}

function manifestOf(folder: string): Manifest {
  return JSON.parse(readFileSync(join(workspaceRoot, "packages", folder, "package.json"), "utf8"));
}

interface Loaded {
  readonly names: readonly string[];
  readonly natives: readonly string[];
  readonly engine: readonly string[];
}

/** Runs a module body in a fresh process and reports what that process then holds. */
function loadedBy(body: string, folder = "test"): Loaded {
  const script = `
    const { createRequire } = await import("node:module");
    let names = [];
    ${body}
    const cached = Object.keys(createRequire(process.cwd() + "/x.js").cache);
    const shared = process.report.getReport().sharedObjects;
    process.stdout.write("\\n@@" + JSON.stringify({
      names,
      natives: shared.filter((path) => path.endsWith(".node")),
      engine: cached.filter((path) => /@lancedb|apache-arrow/.test(path)),
    }));`;
  const run = spawnSync(
    process.execPath,
    ["--import", "tsx", "--conditions=@skillloop/source", "--input-type=module", "-e", script],
    { cwd: join(workspaceRoot, folder), encoding: "utf8" },
  );
  expect(run.stderr).toBe("");
  return JSON.parse(run.stdout.slice(run.stdout.lastIndexOf("@@") + 2));
}

describe("entries of the packages", () => {
  for (const folder of packages) {
    const { name, exports } = manifestOf(folder);
    for (const path of Object.keys(exports)) {
      const entry = `${name}${path.slice(1)}`;
      it(`${entry} has named exports only, loads no native module and no LanceDB`, () => {
        const body = `names = Object.keys(await import(${JSON.stringify(entry)}));`;
        // A package finds itself and its peers from its own folder.
        const loaded = loadedBy(body, join("packages", folder));
        expect(loaded.names.length).toBeGreaterThan(0);
        expect(loaded.names).not.toContain("default");
        expect(loaded.natives).toEqual([]);
        expect(loaded.engine).toEqual([]);
      });
    }
  }

  it("the adapters' entries and the rooms that core opens to them are there", () => {
    const entries = packages.flatMap((folder) => {
      const { name, exports } = manifestOf(folder);
      return Object.keys(exports).map((path) => `${name}${path.slice(1)}`);
    });
    expect(entries).toEqual(
      expect.arrayContaining([
        "@skillloop/ai-sdk",
        "@skillloop/core",
        "@skillloop/core/adapter",
        "@skillloop/core/adapter/langchain",
        "@skillloop/core/testing/adapter-contract",
        "@skillloop/langchain",
        "@skillloop/langgraph",
        "@skillloop/mastra",
        "@skillloop/models",
        "@skillloop/models/testing",
        "skillloop",
      ]),
    );
  });

  it("the adapters ask for frameworks as peers, in the ranges they are written for", () => {
    const peers = (folder: string) => manifestOf(folder).peerDependencies;
    expect(peers("ai-sdk")).toEqual({ ai: "^5.0.0 || ^6.0.0 || ^7.0.0" });
    expect(peers("langchain")).toEqual({ langchain: "^1.1.0", "@langchain/core": "^1.0.0" });
    expect(peers("langgraph")).toEqual({ "@langchain/langgraph": "^1.0.0", "@langchain/core": "^1.0.0" });
    expect(peers("mastra")).toEqual({ "@mastra/core": "^1.50.0" });
  });

  it("the models ask for the clients of servers as peers that need not be there", () => {
    const { peerDependencies, peerDependenciesMeta } = manifestOf("models");
    expect(Object.keys(peerDependencies ?? {})).toEqual(["@anthropic-ai/sdk", "openai"]);
    const optional = { optional: true };
    expect(peerDependenciesMeta).toEqual({ "@anthropic-ai/sdk": optional, openai: optional });
  });

  it("skillloop --help loads no native module and no LanceDB", () => {
    const loaded = loadedBy(
      `const { runCli } = await import("skillloop"); names = [String(await runCli(["--help"]))];`,
    );
    expect(loaded).toEqual({ names: ["0"], natives: [], engine: [] });
  });

  it("the probe sees a native module and the engine when they are loaded", () => {
    const loaded = loadedBy(`
createRequire(process.cwd() + "/../packages/core/x.js")("@lancedb/lancedb");`);
    expect(loaded.natives).not.toEqual([]);
    expect(loaded.engine).not.toEqual([]);
  });

  for (const folder of packages) {
    it(`${folder} publishes every entry without the source condition`, () => {
      const { exports, publishConfig } = manifestOf(folder);
      expect(Object.keys(publishConfig.exports)).toEqual(Object.keys(exports));
      for (const [entry, conditions] of Object.entries(exports)) {
        const { "@skillloop/source": source, ...published } = conditions;
        expect(source, entry).toMatch(/^\.\/src\/.*\.ts$/);
        expect(publishConfig.exports[entry]).toEqual(published);
      }
    });
  }
});
