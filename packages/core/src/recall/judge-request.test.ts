import { beforeAll, describe, expect, it } from "vitest";
import { embedContents, embedTexts } from "../embed/run-embed.ts";
import { buildSearchDocument } from "../index/search-document.ts";
import { SearchIndex } from "../index/search-index.ts";
import { topicEmbedder } from "../testing/topic-embedder.ts";
import type { SkillContent } from "../types/skill.ts";
import { probeSkills } from "./__fixtures__/skills.ts";
import { defaultCalibration } from "./calibration.ts";
import { errorQuery } from "./error-query.ts";
import { type JudgedLibrary, judgeError, judgeTask } from "./judge-request.ts";
import { type TaskQuery, taskQueries } from "./query.ts";

const embedder = topicEmbedder();
const index = new SearchIndex<SkillContent>();
const library: JudgedLibrary<SkillContent> = {
  search: (query) => index.search({ ...query, scopeKeys: ["p"] }),
  contentOf: (content) => content,
  calibration: defaultCalibration,
};

beforeAll(async () => {
  const vectors = await embedContents(embedder, probeSkills);
  for (const [at, content] of probeSkills.entries())
    index.upsert("p", {
      id: content.name,
      rank: 2,
      document: buildSearchDocument(content),
      payload: content,
      vectors: vectors[at],
    });
});

function queryOf(task: string, history: readonly string[] = []): TaskQuery {
  const query = taskQueries({ task, history }).at(-1);
  if (query === undefined) throw new Error("no query");
  return query;
}

async function vectorOf(text: string): Promise<Float32Array> {
  const [vector] = await embedTexts(embedder, [text], { kind: "query" });
  if (vector === undefined) throw new Error("no vector");
  return vector;
}

const byWords = { vector: undefined, minimumRank: 0 };

describe("judgeTask", () => {
  it("is sure of the skill whose words the task shares, and passes its own threshold", () => {
    const { judged, threshold } = judgeTask(library, queryOf("Push the branch to the remote"), byWords);
    expect(judged[0]?.match.id).toBe("git-push-no-upstream-branch");
    expect(judged[0]?.confidence).toBeGreaterThan(threshold);
  });

  it("is sure of nothing where the words only brush a skill", () => {
    const { judged, threshold } = judgeTask(library, queryOf("Plan a three day trip to Lisbon"), byWords);
    expect(judged.every(({ confidence }) => confidence < threshold)).toBe(true);
  });

  it("finds a skill by meaning that shares no word with the task", async () => {
    const text = "Hand my commits over to colleagues elsewhere";
    const words = judgeTask(library, queryOf(text), byWords);
    expect(words.judged.map(({ match }) => match.id)).not.toContain("git-push-no-upstream-branch");
    const { judged } = judgeTask(library, queryOf(text), { vector: await vectorOf(text), minimumRank: 0 });
    expect(judged[0]?.match.id).toBe("git-push-no-upstream-branch");
  });

  it("searches for no word of a clause that says something is in order", () => {
    const text = "Renew the https certificate. No branch is behind its upstream.";
    const { judged } = judgeTask(library, queryOf(text), byWords);
    expect(judged[0]?.match.id).toBe("tls-certificate-renewal-port-80");
    expect(judged.flatMap(({ match }) => match.terms)).not.toContain("upstream");
  });

  it("reads the form of the last turn, not of those before it", () => {
    const { facts } = judgeTask(library, queryOf("and for staging?", ["what is a branch?"]), byWords);
    expect(facts).toMatchObject({ hasHistory: true, form: { asksToKnow: false, question: true } });
  });

  it("is less sure of a task that only wants to know", () => {
    const sure = (text: string) => judgeTask(library, queryOf(text), byWords).judged[0]?.confidence ?? 0;
    expect(sure("what is an upstream branch of a remote?")).toBeLessThan(
      sure("push the branch to the remote, it has no upstream"),
    );
  });
});

describe("judgeError", () => {
  it("finds a skill by what the program said, and reads no form into it", () => {
    const query = errorQuery({ error: "fatal: The current branch topic has no upstream branch." });
    const { judged, threshold, facts } = judgeError(library, query, byWords);
    expect(judged[0]?.match.id).toBe("git-push-no-upstream-branch");
    expect(judged[0]?.confidence).toBeGreaterThan(threshold);
    expect(facts.form).toMatchObject({ specifics: 0, asks: 0, question: false });
  });

  it("judges an error that says nothing as the task it came up in", () => {
    const query = errorQuery({ error: "Error: failed", task: "Push the branch to the remote, please?" });
    expect(query.signature.generic).toBe(true);
    expect(judgeError(library, query, byWords).facts.form).toMatchObject({ question: true });
  });
});
