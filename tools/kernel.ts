import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import asc from "assemblyscript/asc";

// Compiles the loops of core's search by meaning into the file that core loads them from; with `--check` it tells whether
// that file is what its source compiles to.
const core = fileURLToPath(new URL("../packages/core", import.meta.url));
const target = join(core, "src/index/kernel-code.ts");
const options = [
  "--runtime",
  "stub",
  "--importMemory",
  "--noExportMemory",
  "-O3",
  "--converge",
  "--enable",
  "simd",
];

const source = readFileSync(join(core, "kernel/vectors.ts"), "utf8");
let binary: Uint8Array = new Uint8Array();
const { error, stderr } = await asc.main(["vectors.ts", "-o", "vectors.wasm", ...options], {
  readFile: (name) => (name === "vectors.ts" ? source : null),
  writeFile: (name, contents) => {
    if (name === "vectors.wasm") binary = contents as unknown as Uint8Array;
  },
  listFiles: () => [],
});
if (error !== null) {
  process.stderr.write(`${stderr.toString()}\n${error.message}\n`);
  process.exit(1);
}

const code = Buffer.from(binary).toString("base64");
const lines = (code.match(/.{1,100}/g) ?? []).map((line) => `  "${line}"`).join(" +\n");
const text = `/** \`packages/core/kernel/vectors.ts\` as WebAssembly, in base64; written by \`pnpm kernel\`. */\nexport const kernelCode: string =\n${lines};\n`;
if (!process.argv.includes("--check")) writeFileSync(target, text);
else if (readFileSync(target, "utf8") !== text) {
  process.stderr.write("The kernel is not what its source compiles to: run `pnpm kernel`.\n");
  process.exit(1);
}
