import { describe, expect, it } from "vitest";
import { librarySkill, type RetrievalProbe, retrievalProbe } from "../data/formats.ts";
import { retrievalFigures } from "../figures.ts";
import type { Measurement } from "../measurement.ts";
import { readOptions } from "../options.ts";
import type { MeasuredRun } from "../run.ts";
import type { RecallOutcome } from "../score/ask.ts";
import { classScores, overallScore } from "../score/scores.ts";
import { retrievalJson } from "./json.ts";
import { misses, missLines } from "./misses.ts";
import { resultsPage } from "./results.ts";
import { silences } from "./silences.ts";
import { terminalReport } from "./terminal.ts";

const probe = (id: string, name: string, text: string, expected: string | null): RetrievalProbe =>
  retrievalProbe.parse({ id, class: name, text, expect: expected });

function outcome(asked: RetrievalProbe, given: readonly string[], abstained = ""): RecallOutcome {
  const hits = given.map((name) => ({ name, score: 0.61 }));
  return { probe: asked, given: hits, ms: 2, abstained, degraded: false };
}

function run(outcomes: readonly RecallOutcome[], skills = 2): MeasuredRun {
  const scores = { classes: classScores(outcomes), ...overallScore(outcomes) };
  return { skills, outcomes, ...scores, baselines: [{ name: "bm25", threshold: 3, ...scores }] };
}

const right = outcome(probe("a-direct-01", "direct", "rotate it", "rotate"), ["rotate"]);
const silent = outcome(
  probe("a-direct-02", "direct", "swap <it>\nnow", "rotate"),
  [],
  "vetoed: rotate: held.",
);
const unwanted = outcome(probe("a-lexical-01", "lexical", "audit it", null), ["rotate"]);

function measurement(args: readonly string[], more: Partial<Measurement> = {}): Measurement {
  const skills = [librarySkill.parse({ name: "rotate", description: "d" })];
  const plain = run([right, silent, unwanted]);
  return {
    options: readOptions(args),
    data: { isOwn: true, skills, probes: [], sizes: { direct: { all: 120, test: 59 } }, dropped: [] },
    rejected: [],
    plain,
    ...more,
  };
}

describe("the figures", () => {
  const missed = (args: readonly string[], more: Partial<Measurement> = {}): readonly string[] =>
    retrievalFigures(measurement(args, more))
      .filter(({ ok }) => !ok)
      .map(({ name, at }) => `${name}, ${at}`);

  it("hold classes, margins and F1 against their bars with an embedder", () => {
    expect(missed(["--embedder", "local"])).toEqual(
      expect.arrayContaining([
        "probes.direct, test half",
        "right.direct, 2 probes, test half",
        "margin.lexical, 1 probes, test half",
        "f1.over-best-baseline, 3 probes, test half",
      ]),
    );
  });

  it("hold F1 alone against BM25 without one", () => {
    const better = run([right, silent, unwanted]);
    const baselines = better.baselines.map((baseline) => ({ ...baseline, f1: better.f1 + 0.01 }));
    const names = missed(["--embedder", "none"], { plain: { ...better, baselines } });
    expect(names.filter((name) => !name.startsWith("probes."))).toEqual(["f1, 3 probes, test half"]);
  });

  it("hold what distractors cost against its bar", () => {
    const many = Array.from({ length: 4 }, () => right);
    const lost = many.map(({ probe: asked }) => outcome(asked, ["audit"]));
    const names = missed(["--embedder", "local", "--distractors", "5"], {
      plain: run(many),
      crowded: run(lost, 7),
    });
    expect(names).toContain("loss.direct, 5 distractors");
  });

  it("bar nothing on foreign files", () => {
    const foreign = measurement(["--embedder", "local", "--distractors", "5"], { crowded: run([silent], 7) });
    const figures = retrievalFigures({ ...foreign, data: { ...foreign.data, isOwn: false } });
    expect(figures.filter(({ bar, ok }) => bar !== null || !ok)).toEqual([]);
  });
});

describe("the JSON report", () => {
  it("gives the scores of the run with distractors, and the one without beside it", () => {
    const measured = measurement(["--distractors", "5"], { crowded: run([silent], 7) });
    const report = retrievalJson(measured, []);
    expect(report).toMatchObject({
      classes: { direct: { n: 1, right: 0 } },
      failures: ["a-direct-02"],
      p50: 2,
      distractors: { count: 5, loss: { direct: 1, lexical: 0 }, without: { classes: { direct: { n: 2 } } } },
    });
  });
});

describe("misses", () => {
  it("say in two lines what was expected and given, and what was asked", () => {
    expect(misses([right, silent, unwanted]).map(missLines)).toEqual([
      "a-direct-02: expected rotate; got nothing, vetoed: rotate: held.\n  swap <it> now",
      "a-lexical-01: expected nothing; got rotate (0.61)\n  audit it",
    ]);
  });
});

describe("silences", () => {
  it("count the reasons of those that expected a skill", () => {
    const wanted = outcome(unwanted.probe, [], "not-a-task: reads as a question");
    expect(silences([right, silent, silent, unwanted, wanted])).toEqual({ vetoed: 2 });
  });
});

describe("the pages", () => {
  const measured = measurement(["--embedder", "local", "--distractors", "5"], {
    crowded: run([silent], 7),
    lexical: run([right]),
    ablation: [{ without: "intent", run: run([right, silent]) }],
    rejected: ["rotate"],
  });

  it("hold each part of the run", () => {
    const page = resultsPage(measured);
    for (const title of [
      "By class",
      "Beside the baselines",
      "With 5 distractors",
      "Without an embedder",
      "Failures",
    ])
      expect(page).toContain(`\n## ${title}\n`);
    expect(page).toContain("| intent |");
    expect(page).toContain("- a-direct-02: expected rotate; got nothing, vetoed");
  });

  it("of the test half name failed probes and hold no text of theirs", () => {
    const page = resultsPage(measured);
    expect(page).toContain("a-direct-02");
    expect(page).not.toMatch(/swap|now/);
  });

  it("are the same for the terminal, which names the missed bars", () => {
    const text = terminalReport(measured, retrievalFigures(measured));
    expect(text).toContain("UNDER FLOOR by 45.0");
    expect(text).toContain("never given, since the content scan rejects their text: rotate");
    expect(text).toMatch(/missed: right\.direct .* 50 %, bar >= 95/);
    expect(text).toContain("without");
  });
});
