import { describe, expect, it } from "vitest";
import { memoryStore } from "../io/memory/memory-store.ts";
import { NOW, sampleContent } from "../testing/library-samples.ts";
import { manualClock } from "../testing/manual-clock.ts";
import { sampleVersion } from "../testing/store-samples.ts";
import type { RerunResult } from "../types/loop.ts";
import { describeError } from "./describe-error.ts";
import { attemptRerun } from "./rerun-attempt.ts";

const trace = { steps: [{ tool: "bash", input: { command: "git push" }, output: "ok" }] };

const attempt = (result: unknown) =>
  attemptRerun(
    { store: memoryStore(), clock: manualClock(NOW), describe: describeError },
    async () => result as RerunResult,
    {
      version: { ...sampleVersion({ name: "push" }), content: sampleContent() },
      spec: { task: "push", environment: {}, context: {}, check: "git status" },
      jobId: "j",
      attempt: 1,
      withSkill: true,
    },
    { environment: {}, timeoutMs: 1_000 },
  );

describe("attemptRerun", () => {
  it("RD1: masks a secret in the check that the runner names", async () => {
    const secret = `gho_${"a1B2".repeat(9)}`;
    const result = await attempt({
      trace,
      passed: true,
      check: `curl -H "Authorization: Bearer ${secret}" x`,
    });
    expect(JSON.stringify(result)).not.toContain(secret);
    expect(result).toMatchObject({ passed: true, check: expect.stringContaining("[redacted]") });
  });

  it("takes what the runner gives back badly for a failed re-run", async () => {
    for (const result of [null, undefined, 3, {}, { trace: null, passed: true }, { trace, passed: "yes" }]) {
      expect(await attempt(result)).toMatchObject({ passed: false });
    }
    expect(await attempt({ trace, passed: true, check: 7 })).toMatchObject({
      passed: true,
      check: "git status",
    });
  });
});
