import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type AdapterPackage, frameworksInCore, isHarness, wrongAdapterImports } from "./adapter-layers.ts";
import { importCycles, layerOf, loadedBy, wrongGlobals, wrongImports } from "./layers.ts";
import { importsOf, isTest, parse, readSources, type SourceFile, workspaceRoot } from "./source-files.ts";

const core = readSources(join(workspaceRoot, "packages/core/src"));
const cli = readSources(join(workspaceRoot, "packages/cli/src"));
const embedder = readSources(join(workspaceRoot, "packages/embedder/src")).filter(
  ({ path }) => !isTest(path),
);
const adapters = ["ai-sdk", "langchain", "langgraph", "mastra"].map(readAdapter);

function readAdapter(folder: string): AdapterPackage {
  const home = join(workspaceRoot, "packages", folder);
  const manifest = JSON.parse(readFileSync(join(home, "package.json"), "utf8")) as {
    readonly name: string;
    readonly peerDependencies: Readonly<Record<string, string>>;
  };
  return {
    name: manifest.name,
    peers: Object.keys(manifest.peerDependencies),
    files: readSources(join(home, "src")),
  };
}

function file(path: string, text: string): SourceFile {
  return { path, text, tree: parse(path, text) };
}

describe("layers of packages/core/src", () => {
  it("imports only downward", () => {
    expect(wrongImports(core)).toEqual([]);
  });

  it("uses clock, dice, machine and waiting only where the layer may", () => {
    expect(wrongGlobals(core)).toEqual([]);
  });

  it("has no import cycle", () => {
    expect(importCycles(core)).toEqual([]);
  });

  it("loads no file that loads LanceDB when the root entry is imported", () => {
    const loaded = loadedBy(core, "index.ts");
    const bringsEngine = core.filter(
      ({ path, tree }) =>
        loaded.has(path) &&
        importsOf(tree).some(
          ({ specifier, typeOnly, dynamic }) =>
            (specifier === "@lancedb/lancedb" || specifier === "apache-arrow") && !typeOnly && !dynamic,
        ),
    );
    expect(bringsEngine.map(({ path }) => path)).toEqual([]);
  });
});

describe("the command line", () => {
  it("has no import cycle and reads core only through its public entries", () => {
    expect(importCycles(cli)).toEqual([]);
    const inner = cli.flatMap(({ path, tree }) =>
      importsOf(tree)
        .filter(({ specifier }) => /^@skillloop\/core\/(?!testing$)|\.\.\/core\//.test(specifier))
        .map(({ specifier }) => `${path}: ${specifier}`),
    );
    expect(inner).toEqual([]);
  });
});

describe("the adapters", () => {
  for (const adapter of adapters) {
    it(`${adapter.name} loads core's engine and its own peers, and nothing else`, () => {
      expect(adapter.files.filter(({ path }) => !isHarness(path)).length).toBeGreaterThan(3);
      expect(wrongAdapterImports(adapter)).toEqual([]);
    });

    it(`${adapter.name} has no import cycle`, () => {
      expect(importCycles(adapter.files)).toEqual([]);
    });
  }

  it("are unknown to core, and so are their frameworks", () => {
    expect(frameworksInCore(core)).toEqual([]);
  });

  it("load of core neither the loop nor the store", () => {
    const loaded = [...loadedBy(core, "adapter/index.ts")];
    expect(loaded.length).toBeGreaterThan(10);
    expect(loaded.filter((path) => ["wiring", "io", "testing"].includes(String(layerOf(path))))).toEqual([]);
  });
});

describe("the embedder", () => {
  it("has no import cycle, and loads of core only what adapters may load", () => {
    expect(importCycles(embedder)).toEqual([]);
    const inner = embedder.flatMap(({ path, tree }) =>
      importsOf(tree)
        .filter(({ specifier, typeOnly }) => /core/.test(specifier) && !typeOnly)
        .map(({ specifier }) => `${path}: ${specifier}`),
    );
    expect(inner).toEqual([
      "embedder-errors.ts: @skillloop/core/adapter",
      "open-ai-compatible-embedder.ts: @skillloop/core/adapter",
    ]);
  });

  it("brings its runtime and its tokenizer into the worker thread only", () => {
    const loaded = loadedBy(embedder, "index.ts");
    const native = embedder.filter(
      ({ path, tree }) =>
        loaded.has(path) &&
        importsOf(tree).some(
          ({ specifier, typeOnly }) => /^onnxruntime|tokenizers$/.test(specifier) && !typeOnly,
        ),
    );
    expect(native.map(({ path }) => path)).toEqual([]);
  });
});

describe("the models", () => {
  const models = readSources(join(workspaceRoot, "packages/models/src")).filter(({ path }) => !isTest(path));
  const lines = models.flatMap(({ path, tree }) => importsOf(tree).map((line) => ({ path, ...line })));

  it("have no import cycle, and load of core only what adapters may load", () => {
    expect(importCycles(models)).toEqual([]);
    const inner = lines.filter(({ specifier, typeOnly }) => /core/.test(specifier) && !typeOnly);
    expect(inner.length).toBeGreaterThan(3);
    expect(inner.filter(({ specifier }) => specifier !== "@skillloop/core/adapter")).toEqual([]);
  });

  it("load a client of a server when it is first needed and not before", () => {
    const clients = lines.filter(
      ({ specifier, typeOnly }) => /^openai|^@anthropic/.test(specifier) && !typeOnly,
    );
    expect(clients.length).toBeGreaterThan(0);
    expect(clients.filter(({ dynamic }) => !dynamic)).toEqual([]);
  });
});

describe("the layer check itself", () => {
  it("finds each import that an adapter may not have, and leaves alone what it may", () => {
    const check = (path: string, text: string): string[] =>
      wrongAdapterImports({ name: "@skillloop/ai-sdk", peers: ["ai"], files: [file(path, text)] });
    const forbidden = [
      `import { SkillLoop } from "@skillloop/core";`,
      `import { memoryStore } from "@skillloop/core/testing";`,
      `import { withSkillLoop } from "@skillloop/mastra";`,
      `import type { withSkillLoop } from "@skillloop/mastra";`,
      `import { tool } from "langchain";`,
      `import type { BaseMessage } from "@langchain/core/messages";`,
      `import { readFileSync } from "node:fs";`,
      `import { intake } from "../../core/src/trace/intake.ts";`,
      `import { harness } from "./testing/harness.ts";`,
      `export const late = () => import("zod");`,
    ];
    for (const text of forbidden) expect(check("model.ts", text), text).toHaveLength(1);
    const allowed = [
      `import type { Loop } from "@skillloop/core";`,
      `import { RunTable } from "@skillloop/core/adapter";`,
      `import { registerTelemetry } from "ai";`,
      `import type { Thing } from "ai/test";`,
      `import { AsyncLocalStorage } from "node:async_hooks";`,
      `import { helper } from "./helper.ts";`,
    ];
    for (const text of allowed) expect(check("model.ts", text), text).toEqual([]);
    expect(check("testing/harness.ts", `import { z } from "zod";`)).toEqual([]);
    expect(check("testing/harness.ts", `import { x } from "@skillloop/mastra";`)).toHaveLength(1);
  });

  it("finds a framework and an adapter in core", () => {
    const found = frameworksInCore([
      file("trace/a.ts", `import type { ModelMessage } from "ai";`),
      file("trace/b.ts", `import { isAIMessage } from "@langchain/core/messages";`),
      file("trace/c.ts", `import { x } from "@skillloop/mastra";`),
      file("trace/d.ts", `import { z } from "zod"; import { y } from "./ai.ts";`),
    ]);
    expect(found).toHaveLength(3);
  });

  it("finds each kind of wrong import", () => {
    const found = wrongImports([
      file("learn/pair.ts", `import { gateSkill } from "../gate/gate-skill.ts";`),
      file("learn/lesson.ts", `import { runLearn } from "./run-learn.ts";`),
      file("guard/scan.ts", `import type { Store } from "../ports/store.ts";`),
      file("text/hash.ts", `import { createHash } from "node:crypto";`),
      file("recall/run-recall.ts", `import { open } from "../io/lance-store.ts";`),
      file("misc/thing.ts", ""),
    ]);
    expect(found).toHaveLength(6);
  });

  it("finds each kind of wrong global, and leaves names alone that only look like one", () => {
    const found = wrongGlobals([
      file("trace/a.ts", "export const at = Date.now();"),
      file("trace/b.ts", "export async function wait() {}"),
      file("trace/c.ts", "export const dice = () => Math.random();"),
      file("trace/d.ts", "export const all = () => Promise.all([]);"),
      file("queue/run-queue.ts", "export const home = () => process.cwd();"),
      file("trace/fine.ts", "export const f = (loop: { process(): Date }) => loop.process();"),
      file("trace/own.ts", "export const g = (process: string) => process;"),
    ]);
    expect(found.map((line) => line.split(" uses ")[1])).toEqual([
      "Date",
      "async",
      "Math.random",
      "Promise",
      "process",
    ]);
  });

  it("finds a cycle, and none where only types go round", () => {
    const ring = [
      file("text/a.ts", `import { b } from "./b.ts";`),
      file("text/b.ts", `import { a } from "./a.ts";`),
    ];
    const types = [
      file("text/a.ts", `import type { B } from "./b.ts";`),
      file("text/b.ts", `import { a } from "./a.ts";`),
    ];
    expect(importCycles(ring)).toEqual(["text/a.ts -> text/b.ts -> text/a.ts"]);
    expect(importCycles(types)).toEqual([]);
  });

  it("knows the layer of every kind of path", () => {
    expect(layerOf("pipeline.ts")).toBe("wiring");
    expect(layerOf("recall/run-recall.ts")).toBe("stage-effects");
    expect(layerOf("recall/rank.ts")).toBe("stage");
    expect(layerOf("io/lance/table.ts")).toBe("io");
    expect(layerOf("elsewhere/file.ts")).toBeUndefined();
  });
});
