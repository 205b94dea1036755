import { posix } from "node:path";
import ts from "typescript";
import { eachNode, importsOf, isTest, lineOf, type SourceFile } from "./source-files.ts";

export type Layer =
  | "wiring"
  | "adapter"
  | "testing"
  | "stage-effects"
  | "stage"
  | "guard"
  | "index"
  | "text"
  | "ports"
  | "schema"
  | "types"
  | "errors"
  | "io";

const stages = new Set(["trace", "queue", "learn", "gate", "library", "embed", "recall", "prompt"]);
const base: readonly Layer[] = ["types", "schema", "errors"];

/**
 * What each layer may import beside its own folder. The table of ARCHITECTURE.md, and the only place
 * where it stands as code.
 */
const allowed: Readonly<Record<Layer, readonly Layer[]>> = {
  wiring: ["wiring", "adapter", "stage-effects", "stage", "guard", "index", "text", "ports", "io", ...base],
  adapter: ["stage", "text", ...base],
  testing: ["adapter", "wiring", "stage-effects", "stage", "guard", "index", "text", "ports", "io", ...base],
  "stage-effects": ["ports", "index", "guard", "text", ...base],
  stage: ["guard", "index", "text", ...base],
  guard: ["text", ...base],
  index: ["text", ...base],
  text: base,
  ports: base,
  schema: base,
  types: base,
  errors: [],
  io: ["ports", "index", "text", "guard", ...base],
};

/**
 * May name the data that a port hands over, as types only: rows and updates are decided on by pure code,
 * the face is described in the words of the ports it accepts, and an adapter's room makes such ports.
 */
function mayNamePorts(path: string, layer: Layer): boolean {
  return layer === "stage" || layer === "index" || layer === "adapter" || path === "types/loop.ts";
}

/** Bound to a machine: the store's engine and its helpers. */
const packagesOfIo = new Set(["@lancedb/lancedb", "apache-arrow", "proper-lockfile"]);

const machineGlobals = new Set([
  "process",
  "Date",
  "fetch",
  "performance",
  "crypto",
  "console",
  "Buffer",
  "__dirname",
  "__filename",
  "require",
]);
const effectGlobals = new Set([
  "setTimeout",
  "setInterval",
  "setImmediate",
  "clearTimeout",
  "clearInterval",
  "queueMicrotask",
  "Promise",
  "globalThis",
]);
/** Layers where nothing may wait, tell the time or throw dice. */
const pureLayers = new Set<Layer>(["stage", "guard", "index", "text", "schema", "types", "errors"]);
const machineLayers = new Set<Layer>(["io", "testing"]);

/** Which layer a file of `packages/core/src` belongs to, by its path; `undefined` for a folder nobody named. */
export function layerOf(path: string): Layer | undefined {
  if (path === "errors.ts") return "errors";
  const [folder = "", ...rest] = path.split("/");
  if (rest.length === 0 || folder === "loop") return "wiring";
  if (stages.has(folder)) return posix.basename(path).startsWith("run-") ? "stage-effects" : "stage";
  return isFolderLayer(folder) ? folder : undefined;
}

function isFolderLayer(
  folder: string,
): folder is Exclude<Layer, "wiring" | "stage" | "stage-effects" | "errors"> {
  return Object.hasOwn(allowed, folder) && folder !== "wiring" && folder !== "stage" && folder !== "errors";
}

/** Import lines that go against the table, one sentence each. Empty is right. */
export function wrongImports(files: readonly SourceFile[]): string[] {
  const wrong: string[] = [];
  for (const { path, tree } of files) {
    if (isTest(path)) continue;
    const layer = layerOf(path);
    if (layer === undefined) {
      wrong.push(`${path}: belongs to no layer of ARCHITECTURE.md`);
      continue;
    }
    for (const { specifier, typeOnly, dynamic } of importsOf(tree)) {
      if (specifier.startsWith("node:") || packagesOfIo.has(specifier)) {
        if (!machineLayers.has(layer)) wrong.push(`${path}: only io/ imports ${specifier}`);
        continue;
      }
      if (!specifier.startsWith(".")) continue;
      const target = posix.join(posix.dirname(path), specifier);
      const problem = wrongTarget(path, layer, target, typeOnly);
      if (problem !== undefined) wrong.push(`${path}: ${problem} (${target})`);
      if (layer === "stage" && dynamic)
        wrong.push(`${path}: a pure file loads nothing at run time (${target})`);
    }
  }
  return wrong;
}

function wrongTarget(path: string, layer: Layer, target: string, typeOnly: boolean): string | undefined {
  const targetLayer = layerOf(target);
  if (targetLayer === undefined) return "imports from no known layer";
  const folder = path.split("/")[0];
  const targetFolder = target.split("/")[0];
  const insideStage = layer === "stage" || layer === "stage-effects";
  const towardsStage = targetLayer === "stage" || targetLayer === "stage-effects";
  if (insideStage && towardsStage) {
    if (folder !== targetFolder) return "a stage imports another stage";
    return layer === "stage" && targetLayer === "stage-effects" ? "a pure file imports effects" : undefined;
  }
  if (layer === targetLayer && layer !== "wiring") return undefined;
  if (targetLayer === "ports" && typeOnly && mayNamePorts(path, layer)) return undefined;
  return allowed[layer].includes(targetLayer) ? undefined : `${layer} may not import ${targetLayer}`;
}

/** Uses of clock, dice, machine or waiting where the layer has none of them. */
export function wrongGlobals(files: readonly SourceFile[]): string[] {
  const wrong: string[] = [];
  for (const { path, tree } of files) {
    const layer = layerOf(path);
    if (isTest(path) || layer === undefined || machineLayers.has(layer)) continue;
    const pure = pureLayers.has(layer);
    const own = declaredNames(tree);
    const report = (node: ts.Node, what: string): void => {
      wrong.push(`${path}:${lineOf(node)}: ${layer} uses ${what}`);
    };
    eachNode(tree, (node) => {
      if (pure && (node.kind === ts.SyntaxKind.AsyncKeyword || ts.isAwaitExpression(node)))
        report(node, "async");
      if (ts.isPropertyAccessExpression(node) && node.getText() === "Math.random")
        report(node, "Math.random");
      if (!ts.isIdentifier(node) || own.has(node.text) || !isValueUse(node)) return;
      if (machineGlobals.has(node.text) || (pure && effectGlobals.has(node.text))) report(node, node.text);
    });
  }
  return wrong;
}

function declaredNames(tree: ts.SourceFile): Set<string> {
  const names = new Set<string>();
  eachNode(tree, (node) => {
    const declares =
      ts.isVariableDeclaration(node) ||
      ts.isParameter(node) ||
      ts.isFunctionDeclaration(node) ||
      ts.isBindingElement(node) ||
      ts.isImportSpecifier(node);
    if (declares && node.name && ts.isIdentifier(node.name)) names.add(node.name.text);
  });
  return names;
}

function isValueUse(node: ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent)) return parent.expression === node;
  if (ts.isPropertyAssignment(parent)) return parent.initializer === node;
  if (ts.isShorthandPropertyAssignment(parent)) return true;
  if (ts.isTypeNode(parent) || ts.isQualifiedName(parent)) return false;
  const isName = "name" in parent && parent.name === node;
  return !isName && !ts.isExpressionWithTypeArguments(parent) && !ts.isBindingElement(parent);
}

/** Rings of files that load one another; types do not count, since the compiler erases them. */
export function importCycles(files: readonly SourceFile[]): string[] {
  const edges = new Map<string, string[]>();
  for (const { path, tree } of files) {
    const targets = importsOf(tree)
      .filter(({ specifier, typeOnly, dynamic }) => specifier.startsWith(".") && !typeOnly && !dynamic)
      .map(({ specifier }) => posix.join(posix.dirname(path), specifier));
    edges.set(path, targets);
  }
  const cycles: string[] = [];
  const finished = new Set<string>();
  const visit = (path: string, trail: readonly string[]): void => {
    const start = trail.indexOf(path);
    if (start >= 0) cycles.push([...trail.slice(start), path].join(" -> "));
    if (start >= 0 || finished.has(path)) return;
    for (const target of edges.get(path) ?? []) visit(target, [...trail, path]);
    finished.add(path);
  };
  for (const path of edges.keys()) visit(path, []);
  return cycles;
}

/** Every file a first file loads when it is imported, itself included. */
export function loadedBy(files: readonly SourceFile[], first: string): ReadonlySet<string> {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const seen = new Set<string>();
  const visit = (path: string): void => {
    const file = byPath.get(path);
    if (file === undefined || seen.has(path)) return;
    seen.add(path);
    for (const { specifier, typeOnly, dynamic } of importsOf(file.tree)) {
      if (!typeOnly && !dynamic && specifier.startsWith("."))
        visit(posix.join(posix.dirname(path), specifier));
    }
  };
  visit(first);
  return seen;
}
