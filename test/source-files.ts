import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";

/** The folder of the workspace, absolute, without a closing separator. */
export const workspaceRoot = fileURLToPath(new URL("..", import.meta.url)).replace(/[\\/]$/, "");

export interface SourceFile {
  /** Relative to the folder it was listed from, with forward slashes. */
  readonly path: string;
  readonly text: string;
  readonly tree: ts.SourceFile;
}

export interface ImportLine {
  readonly specifier: string;
  /** Erased by the compiler, so that nothing is loaded. */
  readonly typeOnly: boolean;
  /** `import()`: loaded when the line runs, not when the file is. */
  readonly dynamic: boolean;
}

const leftOut = new Set(["node_modules", "dist", ".git", "coverage"]);

/** Every file below a folder whose name ends so, sorted, build output and dependencies left out. */
export function listFiles(folder: string, ending: string): string[] {
  const found: string[] = [];
  const visit = (directory: string): void => {
    for (const entry of readdirSync(directory)) {
      if (leftOut.has(entry)) continue;
      const path = join(directory, entry);
      if (statSync(path).isDirectory()) visit(path);
      else if (entry.endsWith(ending)) found.push(relative(folder, path).split(sep).join("/"));
    }
  };
  visit(folder);
  return found.sort();
}

export function readSources(folder: string): SourceFile[] {
  return listFiles(folder, ".ts").map((path) => {
    const text = readFileSync(join(folder, path), "utf8");
    return { path, text, tree: parse(path, text) };
  });
}

export function parse(path: string, text: string): ts.SourceFile {
  return ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
}

export function isTest(path: string): boolean {
  return path.endsWith(".test.ts");
}

/** Calls `visitor` with every node of a tree, parents first. */
export function eachNode(node: ts.Node, visitor: (node: ts.Node) => void): void {
  visitor(node);
  ts.forEachChild(node, (child) => eachNode(child, visitor));
}

export function lineOf(node: ts.Node): number {
  const source = node.getSourceFile();
  return source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1;
}

/** Imports, re-exports and `import()` of a file. `import("x").T` in a type position counts as type-only. */
export function importsOf(tree: ts.SourceFile): ImportLine[] {
  const found: ImportLine[] = [];
  eachNode(tree, (node) => {
    if (ts.isImportDeclaration(node) && ts.isStringLiteral(node.moduleSpecifier)) {
      found.push({ specifier: node.moduleSpecifier.text, typeOnly: importsTypesOnly(node), dynamic: false });
    } else if (
      ts.isExportDeclaration(node) &&
      node.moduleSpecifier &&
      ts.isStringLiteral(node.moduleSpecifier)
    ) {
      found.push({ specifier: node.moduleSpecifier.text, typeOnly: exportsTypesOnly(node), dynamic: false });
    } else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      const [argument] = node.arguments;
      if (argument && ts.isStringLiteralLike(argument)) {
        found.push({ specifier: argument.text, typeOnly: false, dynamic: true });
      }
    } else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) {
      const { literal } = node.argument;
      if (ts.isStringLiteral(literal))
        found.push({ specifier: literal.text, typeOnly: true, dynamic: false });
    }
  });
  return found;
}

function importsTypesOnly(node: ts.ImportDeclaration): boolean {
  const clause = node.importClause;
  if (clause === undefined) return false;
  if (clause.isTypeOnly) return true;
  if (clause.name !== undefined || clause.namedBindings === undefined) return false;
  return ts.isNamedImports(clause.namedBindings) && clause.namedBindings.elements.every((e) => e.isTypeOnly);
}

function exportsTypesOnly(node: ts.ExportDeclaration): boolean {
  if (node.isTypeOnly) return true;
  const clause = node.exportClause;
  return clause !== undefined && ts.isNamedExports(clause) && clause.elements.every((e) => e.isTypeOnly);
}
