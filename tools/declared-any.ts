import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { eachNode, lineOf, readSources, workspaceRoot } from "../test/source-files.ts";

// Reads the declarations that the build has just written: an inferred `any` shows only there.
const packages = join(workspaceRoot, "packages");
const found: string[] = [];
for (const name of readdirSync(packages)) {
  const folder = join(packages, name, "dist");
  const declarations = existsSync(folder)
    ? readSources(folder).filter(({ path }) => path.endsWith(".d.ts"))
    : [];
  if (declarations.length === 0) found.push(`packages/${name} is not built`);
  for (const { path, tree } of declarations) {
    eachNode(tree, (node) => {
      if (node.kind === ts.SyntaxKind.AnyKeyword) found.push(`packages/${name}/dist/${path}:${lineOf(node)}`);
    });
  }
}
if (found.length > 0) process.stdout.write(`${found.join("\n")}\n`);
process.exitCode = found.length > 0 ? 1 : 0;
