import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SkillLoop } from "@skillloop/core";

const folder = await mkdtemp(join(tmpdir(), "skillloop-quick-start-"));

/** A tool of the agent, as every agent has one, and what it hands to the session. */
function bash(command: string) {
  const { status, stdout, stderr } = spawnSync("bash", ["-c", command], {
    cwd: folder,
    encoding: "utf8",
    env: { ...process.env, LC_ALL: "C" },
  });
  const error = status === 0 ? {} : { error: stderr };
  return { name: "bash", input: { command }, output: stdout, exitCode: status, ...error };
}

try {
  await using loop = await SkillLoop.open({
    home: join(folder, ".skillloop"),
    scope: { project: "billing" },
    worker: "manual",
  });

  // The first run fails on the way, finds the fix, and an independent check says that it worked.
  await loop.run("create the folder build/reports/june", async (session) => {
    let prompt = "Your task: create the folder build/reports/june";
    prompt += (await session.skills()).text;
    const hint = await session.tool(bash("mkdir build/reports/june"));
    prompt += hint.text;
    assert.equal(prompt, "Your task: create the folder build/reports/june", "nothing is known yet");

    await session.tool(bash("mkdir -p build/reports/june"));
    const { exitCode } = bash("test -d build/reports/june");
    session.verifiedBy({ exitCode }, { check: "the folder is there" });
  });

  // With a background worker, the default, this happens by itself.
  const { learned } = await loop.process();
  assert.equal(learned, 1);

  // Another run, in other words and with other names, makes the same mistake: now a note comes with the error.
  await loop.run("the export needs a place of its own, out/exports/august", async (session) => {
    const hint = await session.tool(bash("mkdir out/exports/august"));
    assert.match(hint.text, /mkdir -p/);
    console.log(`The note that came with the error:\n\n${hint.text}`);
  });
} finally {
  await rm(folder, { recursive: true, force: true });
}
