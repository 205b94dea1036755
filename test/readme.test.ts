import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { listFiles, workspaceRoot } from "./source-files.ts";

const packages = readdirSync(join(workspaceRoot, "packages"));
const pages = [
  "README.md",
  "CONTRIBUTING.md",
  ...packages.map((name) => `packages/${name}/README.md`),
].filter((path) => existsSync(join(workspaceRoot, path)));
const scripts: Readonly<Record<string, string>> = JSON.parse(
  readFileSync(join(workspaceRoot, "package.json"), "utf8"),
).scripts;

/** Verbs of pnpm itself, which need no script. */
const pnpmVerbs = new Set(["install", "exec", "add", "pack", "changeset"]);

function read(path: string): string {
  return readFileSync(join(workspaceRoot, path), "utf8");
}

function commandsIn(text: string): string[] {
  const code = [...text.matchAll(/```[\s\S]*?```|`[^`\n]+`/g)].map(([block]) => block).join("\n");
  const calls = code.matchAll(/\bpnpm(?:@[\d.]+)?(?:\s+--silent|\s+run)*\s+([a-z][a-z:-]*)/g);
  return [...new Set([...calls].map(([, name]) => name ?? ""))];
}

interface Block {
  /** The file a block is taken from, as it stands behind ```` ```ts ````; `""` for none. */
  readonly from: string;
  readonly code: string;
}

function blocksIn(path: string): Block[] {
  const blocks = read(path).matchAll(/^```ts(?<from>[^\n]*)\n(?<code>[\s\S]*?)^```/gm);
  return [...blocks].map(({ groups }) => ({ from: groups?.from?.trim() ?? "", code: groups?.code ?? "" }));
}

/** TypeScript blocks of a page that stand for themselves. They stand, in memory, where its imports resolve. */
function snippetsIn(path: string): { readonly name: string; readonly text: string }[] {
  const folder = path.startsWith("packages/") ? join(path, "../src") : "test";
  return blocksIn(path)
    .filter(({ from }) => from === "")
    .map(({ code }, index) => ({
      name: join(folder, `page-${index}.ts`),
      text: `${withLoop(code)}\nexport {};\n`,
    }));
}

/** Blocks of a page that say which file they are taken from, and do not stand there word for word. */
function strayBlocks(path: string): string[] {
  return blocksIn(path)
    .filter(({ from }) => from !== "")
    .filter(({ from, code }) => !existsSync(join(workspaceRoot, from)) || !read(from).includes(code))
    .map(({ from, code }) => `${path}: not in ${from}: ${code.split("\n")[0]}`);
}

/** Later snippets of a page go on with the loop that an earlier one opened. */
function withLoop(code: string): string {
  if (/\b(?:const|using) loop\b/.test(code) || !/\bloop\b/.test(code)) return code;
  return `import type { Loop as LoopOfThePage } from "@skillloop/core";\ndeclare const loop: LoopOfThePage;\n${code}`;
}

/** Names that stand for the reader's own code: "Cannot find name" with and without a proposal, and in shorthand. */
const readersOwn = new Set([2304, 2552, 18004]);

/** Sources that more than one program reads, so that each is parsed once. */
const parsed = new Map<string, ts.SourceFile | undefined>();

function compile(snippets: readonly { readonly name: string; readonly text: string }[]): string[] {
  const config = ts.readConfigFile(join(workspaceRoot, "tsconfig.check.json"), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config.config, ts.sys, workspaceRoot);
  const texts = new Map(snippets.map(({ name, text }) => [join(workspaceRoot, name), text]));
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists, readFile } = host;
  host.fileExists = (path) => texts.has(path) || fileExists(path);
  host.readFile = (path) => texts.get(path) ?? readFile(path);
  host.getSourceFile = (path, target, ...rest) => {
    const text = texts.get(path);
    if (text !== undefined) return ts.createSourceFile(path, text, target, true);
    if (!parsed.has(path)) parsed.set(path, getSourceFile(path, target, ...rest));
    return parsed.get(path);
  };
  const program = ts.createProgram([...texts.keys()], options, host);
  return [...texts.keys()].flatMap((path) => {
    const source = program.getSourceFile(path);
    return ts
      .getPreEmitDiagnostics(program, source)
      .filter(({ code }) => !readersOwn.has(code))
      .map(({ messageText }) => `${path}: ${ts.flattenDiagnosticMessageText(messageText, " ")}`);
  });
}

describe("the pages", () => {
  for (const path of pages) {
    it(`${path} names only commands that exist`, () => {
      const missing = commandsIn(read(path)).filter(
        (name) => !Object.hasOwn(scripts, name) && !pnpmVerbs.has(name) && name !== "qa:",
      );
      expect(missing).toEqual([]);
    });

    it(`${path} links to files that exist`, () => {
      const links = [...read(path).matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)].map(
        ([, target]) => target ?? "",
      );
      const missing = links.filter((target) => !existsSync(join(workspaceRoot, path, "..", target)));
      expect(missing).toEqual([]);
    });

    it(`${path} gives a measured figure only in a section that names the command which prints it`, () => {
      const unbacked = read(path)
        .replace(/```[\s\S]*?```/g, "")
        .split(/^#+ /m)
        .filter((section) => /\d\s*(?:ms|%|MB|traces a second)(?![\w])/.test(section))
        .filter((section) => !/pnpm(?:@[\d.]+)?(?:\s+--silent)?\s+(?:qa:|demo|test|example)/.test(section))
        .map((section) => section.split("\n")[0]);
      expect(unbacked).toEqual([]);
    });
  }

  it("show TypeScript that compiles against the packages", () => {
    expect(compile(pages.flatMap(snippetsIn))).toEqual([]);
  }, 180_000);

  it("show lines of the examples as they stand there", () => {
    expect(pages.flatMap(strayBlocks)).toEqual([]);
    expect(blocksIn("README.md").filter(({ from }) => from.startsWith("examples/")).length).toBeGreaterThan(
      3,
    );
  });

  it("would see TypeScript that does not compile", () => {
    const wrong = compile([
      { name: "test/wrong.ts", text: `import { noSuchThing } from "@skillloop/core";\nnoSuchThing;\n` },
    ]);
    expect(wrong.join()).toContain("noSuchThing");
  }, 180_000);
});

describe("the scripts", () => {
  it("start files that exist", () => {
    const started = Object.entries(scripts).flatMap(([name, command]) => {
      const file = /\S+\.ts$/.exec(command)?.[0];
      return file !== undefined && !existsSync(join(workspaceRoot, file)) ? [`${name}: ${file}`] : [];
    });
    expect(started).toEqual([]);
  });

  it("are what .ci/run and the workflow run", () => {
    expect(read(".ci/run")).toMatch(/check[\s\S]*build[\s\S]*test[\s\S]*demo/);
    expect(read(".github/workflows/ci.yml")).toContain(".ci/run");
    expect(read(".github/workflows/ci.yml")).toMatch(/\[20, 22, 24\]/);
  });

  it("decisions are dated pages", () => {
    const undated = listFiles(join(workspaceRoot, "docs/decisions"), ".md").filter(
      (name) => !/^\d{4}-\d{2}-\d{2}-[a-z0-9-]+\.md$/.test(name),
    );
    expect(undated).toEqual([]);
  });
});
