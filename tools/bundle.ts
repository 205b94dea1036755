import { readdirSync, readFileSync, rmSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import { rolldown } from "rolldown";
import { packagesFolder } from "./pack-packages.ts";

interface Manifest {
  readonly exports: Readonly<Record<string, { readonly "@skillloop/source": string }>>;
  readonly bin?: Readonly<Record<string, string>>;
}

// Loading a module costs about half a millisecond, however small it is: an adapter of forty files would take
// 20 ms of its user's start. What a package loads lazily stays a file of its own, and so does what two of its
// entries share, since a second copy of a class or a symbol would be another one.
for (const name of readdirSync(packagesFolder)) await bundle(join(packagesFolder, name));

async function bundle(folder: string): Promise<void> {
  const output = join(folder, "dist");
  for (const file of readdirSync(output, { recursive: true, encoding: "utf8" }))
    if (/\.js(?:\.map)?$/.test(file)) rmSync(join(output, file));
  const build = await rolldown({
    cwd: folder,
    input: entriesOf(folder),
    platform: "node",
    external: (id) => !id.startsWith(".") && !isAbsolute(id),
    treeshake: { moduleSideEffects: false },
  });
  await build.write({
    dir: output,
    format: "esm",
    sourcemap: true,
    entryFileNames: "[name].js",
    chunkFileNames: "[name]-[hash].js",
  });
  await build.close();
}

/** The sources of all entries by the path of their output, without its ending. */
function entriesOf(folder: string): Readonly<Record<string, string>> {
  const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Manifest;
  const exported = Object.values(manifest.exports).map((paths) => paths["@skillloop/source"]);
  const commands = Object.values(manifest.bin ?? {}).map((path) =>
    path.replace("./dist/", "./src/").replace(/\.js$/, ".ts"),
  );
  // The file of a worker thread is loaded by its address, so nothing imports it.
  const workers = readdirSync(join(folder, "src"))
    .filter((file) => file.endsWith("-worker.ts"))
    .map((file) => `./src/${file}`);
  const sources = [...new Set([...exported, ...commands, ...workers])];
  return Object.fromEntries(
    sources.map((source) => [source.replace("./src/", "").replace(/\.ts$/, ""), source]),
  );
}
