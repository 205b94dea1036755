import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const imported = /^(?:import|export) (?!type )[^;]*? from "(\.[^"]+)";/gm;

/** The files that importing a file loads with it. */
function loadedBy(file: URL, loaded = new Set<string>()): ReadonlySet<string> {
  if (loaded.has(file.href)) return loaded;
  loaded.add(file.href);
  for (const [, path = ""] of readFileSync(file, "utf8").matchAll(imported)) {
    loadedBy(new URL(path, file), loaded);
  }
  return loaded;
}

describe("the package", () => {
  it("loads of the store only what makes one, until somebody asks it something", () => {
    const folder = new URL(".", import.meta.url).href;
    const loaded = [...loadedBy(new URL("index.ts", folder))].map((href) => href.slice(folder.length));
    expect(loaded).toContain("nodes/learn-node.ts");
    expect(loaded.filter((path) => path.startsWith("store/")).sort()).toEqual([
      "store/skill-loop-store.ts",
      "store/skill-namespace.ts",
    ]);
  });
});
