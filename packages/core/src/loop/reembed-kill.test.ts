import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { afterEach, expect, it } from "vitest";
import { embeddingTexts } from "../embed/embedding-texts.ts";
import { openLanceStore } from "../io/lancedb/open-lance-store.ts";
import { all, skillWrite } from "../testing/embed-world.ts";
import { sampleScope } from "../testing/store-samples.ts";

const source = (path: string): string => JSON.stringify(new URL(path, import.meta.url).href);
const SKILLS = 300;
const BATCH = 64;

/** Embeds everything; notes each text in a file, and tells each call on standard output before it answers. */
const program = `
  import { appendFileSync, writeSync } from "node:fs";
  import { SkillLoop } from ${source("../skill-loop.ts")};
  import { vectorOf } from ${source("../testing/fake-embedder.ts")};

  const [home, notes] = process.argv.slice(1);
  const embedder = {
    id: "large",
    dimension: 8,
    embed: async (texts) => {
      appendFileSync(notes, texts.map((text) => JSON.stringify(text) + "\\n").join(""));
      writeSync(1, "call\\n");
      await new Promise((resolve) => setTimeout(resolve, 20));
      return texts.map((text) => vectorOf(text, 8));
    },
  };
  const loop = await SkillLoop.open({ home, scope: { project: "billing" }, worker: "manual", embedder });
  writeSync(1, JSON.stringify(await loop.skills.reembed()) + "\\n");
  await loop.close();
`;

const folders: string[] = [];
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});

/** Runs the child, kills it at its `killAt`th call, and gives the last line it told. */
async function runChild(home: string, notes: string, killAt = Number.POSITIVE_INFINITY): Promise<string> {
  const flags = ["--import", "tsx", "--conditions=@skillloop/source", "--input-type=module"];
  const child = spawn(process.execPath, [...flags, "--eval", program, home, notes], {
    cwd: fileURLToPath(new URL("../../../..", import.meta.url)),
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  let [last, calls] = ["", 0];
  for await (const line of createInterface({ input: child.stdout })) {
    last = line;
    calls += 1;
    if (calls === killAt) child.kill("SIGKILL");
  }
  await ended;
  return last;
}

it("a process that is killed while it re-embeds is gone on with by the next, and no skill that was done is embedded again", async () => {
  const folder = await mkdtemp(join(tmpdir(), "skillloop-kill-"));
  folders.push(folder);
  const [home, notes] = [join(folder, "home"), join(folder, "notes")];
  const store = await openLanceStore({ home });
  const old = { embedder: "mini", textKey: "t1-a", dimension: 2, bytes: Int8Array.from([1, 2]) };
  await store.writeHeads(
    Array.from({ length: SKILLS }, (_, index) => {
      const write = skillWrite(`skill-${index}`);
      return { ...write, row: { ...write.row, vectors: old } };
    }),
  );
  await store.recordEmbedder(sampleScope, { embedder: "mini", dimension: 2, moving: false }, undefined);
  await store.close();

  expect(await runChild(home, notes, 3)).toBe("call");
  const half = await openLanceStore({ home });
  const done = (await half.listVectorStates(all, {})).filter(
    ({ facts }) => facts?.embedder === "large",
  ).length;
  expect(done).toBe(2 * BATCH);
  expect(await half.readEmbedder(sampleScope)).toEqual({ embedder: "large", dimension: 8, moving: true });
  await half.close();

  const report: unknown = JSON.parse(await runChild(home, notes));
  expect(report).toEqual({ embedded: SKILLS - done, skipped: done, failed: 0 });
  const after = await openLanceStore({ home });
  const { changed } = await after.readLibrary(all);
  expect(changed).toHaveLength(SKILLS);
  for (const { vectors, served } of changed) {
    expect(vectors?.embedder).toBe("large");
    expect(vectors?.bytes).toHaveLength(8 * embeddingTexts(served().content).length);
  }
  expect(await after.readEmbedder(sampleScope)).toEqual({ embedder: "large", dimension: 8, moving: false });
  await after.close();
  const texts = (await readFile(notes, "utf8")).trim().split("\n");
  expect(new Set(texts).size).toBe(SKILLS);
  // The batch in hand was embedded and not stored when the process was killed.
  expect(texts).toHaveLength(SKILLS + BATCH);
}, 60_000);
