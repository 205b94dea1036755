import { describe, expect, it, vi } from "vitest";
import { embedContents, embedTexts } from "../embed/run-embed.ts";
import { renderBlock } from "../prompt/render-block.ts";
import { manualClock } from "../testing/manual-clock.ts";
import { topicEmbedder } from "../testing/topic-embedder.ts";
import { inOneStep } from "./__fixtures__/in-one-step.ts";
import { fakeLibrary, row, scope } from "./__fixtures__/run-fake-library.ts";
import { probeSkills } from "./__fixtures__/skills.ts";
import type { RecallPorts } from "./run-answer.ts";
import { LibraryCache } from "./run-library-cache.ts";
import { runRecall } from "./run-recall.ts";
import { runRecallForError } from "./run-recall-for-error.ts";

const paraphrase = "Please hand my commits over to my colleagues elsewhere, it keeps failing since yesterday";
const push = "git-push-no-upstream-branch";

async function world(lacking: (name: string) => boolean = () => false) {
  const embedder = topicEmbedder();
  const vectors = await embedContents(embedder, probeSkills);
  const byName = new Map(probeSkills.map(({ name }, at) => [name, vectors[at]]));
  const clock = manualClock();
  const ports: RecallPorts = {
    cache: new LibraryCache({
      store: fakeLibrary(...probeSkills.map((skill) => row(skill))),
      clock,
      vectorsOf: ({ head }) => (lacking(head.name) ? undefined : byName.get(head.name)),
    }),
    clock,
    query: { queryVectors: (texts) => embedTexts(embedder, texts, { kind: "query" }) },
    budgetMs: 50,
    serve: "active",
    environment: {},
    environmentPolicy: "warn",
    scan: inOneStep(() => ({ decision: "allow", reasons: [] })),
    render: renderBlock,
  };
  embedder.calls.length = 0;
  return { embedder, ports, clock };
}

const bestOf = async (ports: RecallPorts, task: string) =>
  (await runRecall({ ports, scope, task, options: { explain: true } })).explain?.[0];

describe("runRecall with an embedder", () => {
  it("finds a skill by meaning that shares no word with the task, and without one it does not", async () => {
    const { ports } = await world();
    expect((await bestOf(ports, paraphrase))?.name).toBe(push);
    const { query: _, ...byWords } = ports;
    expect((await bestOf(byWords, paraphrase))?.name).not.toBe(push);
  });

  it("finds a skill that has no vectors yet by its words, whether it is the only one or none has any", async () => {
    const asked = "decode error while reading csv";
    const skill = "csv-import-utf16-encoding";
    for (const lacking of [(name: string) => name === skill, () => true]) {
      const { ports } = await world(lacking);
      expect((await runRecall({ ports, scope, task: asked })).hits.map(({ name }) => name)).toEqual([skill]);
      expect((await runRecall({ ports, scope, task: "Bake a cake for Sunday" })).hits).toEqual([]);
    }
  });

  it("asks the embedder once, as of a question", async () => {
    const { embedder, ports } = await world();
    const task = "Push the branch to the remote. Then renew the tls certificate.";
    await runRecall({ ports, scope, task });
    expect(embedder.calls).toEqual([{ kind: "query", texts: [task] }]);
  });

  it("lets the event loop in between the readings of the skills it found", async () => {
    const { ports, clock } = await world();
    // Each turn that recall takes ends with one of these.
    const turnEnds = vi.spyOn(globalThis, "setImmediate");
    const readIn: number[] = [];
    const scan = inOneStep((): { decision: "allow"; reasons: [] } => {
      readIn.push(turnEnds.mock.calls.length);
      clock.advance(6);
      return { decision: "allow", reasons: [] };
    });
    const options = { explain: true };
    const { explain } = await runRecall({ ports: { ...ports, scan }, scope, task: paraphrase, options });
    turnEnds.mockRestore();
    expect(readIn.length).toBeGreaterThan(1);
    expect(new Set(readIn).size).toBe(readIn.length);
    expect(explain?.[0]?.name).toBe(push);
  });

  it("AI14: takes a turn by itself first, and only then as the sequel of those before", async () => {
    const { embedder, ports } = await world();
    const history = ["Push my branch to the remote"];
    const own = await runRecall({
      ports,
      scope,
      task: "Renew the https certificate as well",
      options: { history },
    });
    expect(own.hits.map(({ name }) => name)).toEqual(["tls-certificate-renewal-port-80"]);
    expect(embedder.calls[0]?.texts).toContain(
      "Push my branch to the remote\nRenew the https certificate as well",
    );
  });

  it("AI14: compares the sequel by its own meaning, not by that of the turn alone", async () => {
    const { ports } = await world();
    const task = "also the blue warehouse of Lisbon";
    const options = { history: [paraphrase], explain: true };
    const { explain } = await runRecall({ ports, scope, task, options });
    expect(explain?.[0]?.name).toBe(push);
  });

  it("gives an exact error its skill, and compares what the program said", async () => {
    const { embedder, ports } = await world();
    const error = "fatal: The current branch topic has no upstream branch.";
    const result = await runRecallForError({ ports, scope, error });
    expect(result.hits[0]?.name).toBe(push);
    expect(embedder.calls).toMatchObject([{ kind: "query", texts: [expect.stringContaining("upstream")] }]);
  });
});
