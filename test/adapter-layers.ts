import { posix } from "node:path";
import { importsOf, isTest, type SourceFile } from "./source-files.ts";

export interface AdapterPackage {
  /** For example `@skillloop/ai-sdk`. */
  readonly name: string;
  /** Names of the packages its manifest has as peers. */
  readonly peers: readonly string[];
  readonly files: readonly SourceFile[];
}

/** Light, and all that an adapter may load of core. */
const engine = new Set(["@skillloop/core/adapter", "@skillloop/core/adapter/langchain"]);
/** What every place that an adapter runs in has; ports to others are the host's business. */
const builtIn = new Set(["node:async_hooks"]);

const frameworks = /^(?:ai|ai-v\d+|langchain)(?:\/|$)|^@(?:ai-sdk|langchain|mastra)\//;

/** Harnesses for the tests: they are not built, and use what the tests use. */
export function isHarness(path: string): boolean {
  return isTest(path) || path.startsWith("testing/");
}

/** Import lines of an adapter that go against the house, one sentence each. Empty is right. */
export function wrongAdapterImports({ name, peers, files }: AdapterPackage): string[] {
  const wrong: string[] = [];
  for (const { path, tree } of files) {
    for (const { specifier, typeOnly } of importsOf(tree)) {
      const report = (problem: string): void => void wrong.push(`${name} ${path}: ${problem} (${specifier})`);
      if (isOtherAdapter(specifier, name)) {
        report("imports another adapter");
        continue;
      }
      if (isHarness(path)) continue;
      if (specifier.startsWith(".")) {
        const target = posix.join(posix.dirname(path), specifier);
        if (target.startsWith("..")) report("reaches out of its package");
        else if (isHarness(target)) report("needs what only tests have");
        continue;
      }
      if (engine.has(specifier) || builtIn.has(specifier)) continue;
      if (specifier === "@skillloop/core") {
        if (!typeOnly) report("loads the root of core");
      } else if (!peers.includes(packageOf(specifier))) report("imports what is no peer of it");
    }
  }
  return wrong;
}

/** Files of core that know a framework or an adapter. */
export function frameworksInCore(files: readonly SourceFile[]): string[] {
  return files.flatMap(({ path, tree }) =>
    importsOf(tree)
      .filter(({ specifier }) => frameworks.test(specifier) || isOtherAdapter(specifier, "@skillloop/core"))
      .map(({ specifier }) => `${path}: ${specifier}`),
  );
}

function isOtherAdapter(specifier: string, own: string): boolean {
  const name = packageOf(specifier);
  return name.startsWith("@skillloop/") && name !== "@skillloop/core" && name !== own;
}

function packageOf(specifier: string): string {
  return specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/");
}
