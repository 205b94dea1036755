import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import {
  eachNode,
  isTest,
  lineOf,
  listFiles,
  parse,
  readSources,
  type SourceFile,
  workspaceRoot,
} from "./source-files.ts";

const folders = ["packages", "examples", "qa", "test", "tools"];
const files = folders.flatMap((folder) =>
  readSources(join(workspaceRoot, folder)).map((file) => ({ ...file, path: `${folder}/${file.path}` })),
);
const pages = listFiles(workspaceRoot, ".md");
const longest = 300;

function find(sources: readonly SourceFile[], matches: (node: ts.Node) => boolean): string[] {
  const found: string[] = [];
  for (const { path, tree } of sources) {
    eachNode(tree, (node) => {
      if (matches(node)) found.push(`${path}:${lineOf(node)}`);
    });
  }
  return found;
}

function isAny(node: ts.Node): boolean {
  return node.kind === ts.SyntaxKind.AnyKeyword;
}

function isDefaultExport(node: ts.Node): boolean {
  return ts.isExportAssignment(node) || node.kind === ts.SyntaxKind.DefaultKeyword;
}

function isExportStar(node: ts.Node): boolean {
  return ts.isExportDeclaration(node) && node.exportClause === undefined && !node.isTypeOnly;
}

function isTestLeftAside(node: ts.Node): boolean {
  if (!ts.isPropertyAccessExpression(node) || !["only", "skip", "todo"].includes(node.name.text))
    return false;
  const called = node.expression.getText().split(".")[0] ?? "";
  return ["it", "test", "describe", "suite"].includes(called);
}

function isVagueAssertion(node: ts.Node): boolean {
  return (
    ts.isPropertyAccessExpression(node) && (node.name.text === "toBeTruthy" || node.name.text === "toBeFalsy")
  );
}

function hasSideEffectImport(node: ts.Node): boolean {
  return ts.isImportDeclaration(node) && node.importClause === undefined;
}

describe("house rules", () => {
  it("keeps every source file within 300 lines", () => {
    const long = files
      .filter(({ path }) => !isTest(path) && !path.includes("/__fixtures__/"))
      .filter(({ text }) => text.trimEnd().split("\n").length > longest)
      .map(({ path, text }) => `${path}: ${text.trimEnd().split("\n").length} lines`);
    expect(long).toEqual([]);
  });

  it("names files in kebab-case", () => {
    const odd = files.filter(
      ({ path }) => !/^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+)*\.ts$/.test(basename(path)),
    );
    expect(odd.map(({ path }) => path)).toEqual([]);
  });

  it("uses no any", () => {
    expect(find(files, isAny)).toEqual([]);
  });

  it("exports nothing as default and re-exports nothing wholesale", () => {
    // A declaration of somebody else's module has the exports that module has.
    const own = files.filter(({ path }) => !path.endsWith(".d.ts"));
    expect(find(own, isDefaultExport)).toEqual([]);
    expect(find(files, isExportStar)).toEqual([]);
  });

  it("imports nothing for its side effects", () => {
    expect(find(files, hasSideEffectImport)).toEqual([]);
  });

  it("leaves no test aside and asserts no mere truthiness", () => {
    const tests = files.filter(({ path }) => isTest(path));
    expect(find(tests, isTestLeftAside)).toEqual([]);
    expect(find(tests, isVagueAssertion)).toEqual([]);
  });

  it("leaves no note of unfinished work", () => {
    const notes = files
      .filter(({ path }) => !isTest(path))
      .filter(({ text }) => /^\s*(?:\/\/|\/?\*).*\b(?:TODO|FIXME)\b|\/\/ *(?:TODO|FIXME)\b/m.test(text));
    expect(notes.map(({ path }) => path)).toEqual([]);
  });

  it("names no folder of the machine it was written on", () => {
    const machine = /\/work\/(?:main|shared|\.library)|\/tmp\/(?:brief|bash_jobs)/;
    const rules = "test/house-rules.test.ts";
    const texts = [
      ...files.filter(({ path }) => path !== rules),
      ...pages.map((path) => ({ path, text: readFileSync(join(workspaceRoot, path), "utf8") })),
    ];
    expect(texts.filter(({ text }) => machine.test(text)).map(({ path }) => path)).toEqual([]);
  });
});

describe("the house rules themselves", () => {
  const breaks = (text: string, rule: (node: ts.Node) => boolean): boolean =>
    find([{ path: "x.ts", text, tree: parse("x.ts", text) }], rule).length > 0;

  it("recognise what they forbid", () => {
    expect(breaks("let x: any;", isAny)).toBe(true);
    expect(breaks("export default 1;", isDefaultExport)).toBe(true);
    expect(breaks("export default function f() {}", isDefaultExport)).toBe(true);
    expect(breaks(`export * from "./y.ts";`, isExportStar)).toBe(true);
    expect(breaks(`import "./y.ts";`, hasSideEffectImport)).toBe(true);
    expect(breaks(`it.${"only"}("x", () => {});`, isTestLeftAside)).toBe(true);
    expect(breaks("expect(x).toBeTruthy();", isVagueAssertion)).toBe(true);
  });

  it("leave alone what only looks so", () => {
    expect(breaks(`const any = "any";`, isAny)).toBe(false);
    expect(breaks("list.only(1);", isTestLeftAside)).toBe(false);
    expect(breaks(`export type * from "./y.ts";`, isExportStar)).toBe(false);
  });
});
