import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const main = fileURLToPath(new URL("./main.ts", import.meta.url));
const tsx = import.meta.resolve("tsx");

const library = [
  {
    name: "Publish_Package",
    description: "Publishes an npm package from a pipeline where the registry asks for a one-time password.",
    applies_when: ["npm publish asks for a one-time password"],
    symptoms: ["npm ERR! code EOTP\nnpm ERR! This operation requires a one-time password."],
    not_for: ["unpublish a package"],
    queries: ["publish our package from the pipeline", "npm publish wants a one-time password"],
    signature: { intent: "publish", object: "npm package", environment: "npm", constraints: [] },
    body: "Use a token that is made for automation.",
  },
  {
    name: "twice",
    description: "Renames the columns of a warehouse table.",
    queries: ["rename warehouse columns"],
  },
  {
    name: "twice",
    description: "Counts the parcels of a carrier.",
    queries: ["count the carrier's parcels"],
  },
];
const publish = "Publish_Package";
const probes = [
  { id: "1", class: "direct", mode: "task", text: "publish our package from the pipeline", expect: publish },
  {
    id: "2",
    class: "error",
    mode: "error",
    text: "npm ERR! code EOTP\nnpm ERR! This operation requires a one-time password.",
    expect: [publish],
  },
  {
    id: "3",
    class: "follow-up",
    mode: "task",
    text: "yes, do it",
    history: ["publish our package from the pipeline"],
    expect: publish,
  },
  { id: "4", class: "paraphrase", mode: "task", text: "publish the package", expect: publish },
  { id: "5", class: "lexical", mode: "task", text: "sing", expect: null },
  {
    id: "6",
    class: "a class of theirs",
    mode: "task",
    text: "count the carrier's parcels",
    expect: "not in the library",
  },
  { id: "6", class: "a class of theirs", mode: "task", text: "count the carrier's parcels", expect: "twice" },
];

function run(args: readonly string[]) {
  const child = spawnSync(
    process.execPath,
    ["--import", tsx, "--conditions=@skillloop/source", main, ...args],
    {
      encoding: "utf8",
    },
  );
  return { ...child, json: () => JSON.parse(child.stdout) as Record<string, unknown> };
}

// Each test starts the command as a process, which a busy machine makes slow.
describe("the command on foreign files", { timeout: 120_000 }, () => {
  let folder: string;
  let files: readonly string[];

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "skillloop-foreign-"));
    writeFileSync(join(folder, "library.json"), JSON.stringify(library));
    writeFileSync(join(folder, "probes.json"), JSON.stringify(probes));
    files = ["--library", join(folder, "library.json"), "--probes", join(folder, "probes.json")];
  });

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it("scores every probe, without a bar or a stem rule, and prints one JSON object", () => {
    const { status, json } = run([...files, "--json"]);
    expect(status).toBe(0);
    const report = json();
    expect(report).toMatchObject({
      ok: true,
      probes: 7,
      dropped: [],
      failures: ["6"],
      classes: {
        direct: { n: 1, right: 1, right3: 1, abstained: 0 },
        error: { n: 1, right: 1 },
        "follow-up": { n: 1, right: 1 },
        paraphrase: { n: 1, right: 1 },
        lexical: { n: 1, right: 1, abstained: 1 },
        "a class of theirs": { n: 2, right: 1 },
      },
    });
    for (const field of ["precision", "recall", "f1", "p50", "p95"])
      expect(report[field]).toBeTypeOf("number");
    const figures = report["figures"] as readonly { readonly bar: string | null }[];
    expect(figures.length).toBeGreaterThan(0);
    expect(figures.every(({ bar }) => bar === null)).toBe(true);
  });

  it("tells the loss to distractors beside the scores with them", () => {
    const { status, json } = run([...files, "--json", "--distractors", "30"]);
    expect(status).toBe(0);
    expect(json()).toMatchObject({
      skills: 33,
      distractors: {
        count: 30,
        loss: { direct: 0 },
        without: { skills: 3, classes: { direct: { right: 1 } } },
      },
    });
  });

  it("leaves with 2 and says what is wrong with a file", () => {
    writeFileSync(join(folder, "bad.json"), '[{ "id": "x" }]');
    const bad = run([...files.slice(0, 3), join(folder, "bad.json")]);
    expect(bad.status).toBe(2);
    expect(bad.stdout).toBe("");
    expect(bad.stderr).toContain("bad.json, entry 1 (x): class: ");
  });
});
