import { PassThrough } from "node:stream";
import { SkillLoopError } from "@skillloop/core";
import { describe, expect, it } from "vitest";
import { runScripted } from "../testing/run-scripted.ts";

const report = { embedded: 12, skipped: 3, failed: 0 };

describe("skillloop reembed", () => {
  it("says what it did, and prints three numbers with --json", async () => {
    const skills = { reembed: async () => report };
    const { code, out, calls } = await runScripted(["reembed"], { skills });
    expect({ code, out }).toEqual({ code: 0, out: "12 skills embedded, 3 had their vectors already.\n" });
    expect(calls.map(([name]) => name)).toContain("skills.reembed");
    const json = await runScripted(["reembed", "--json"], { skills });
    expect(JSON.parse(json.out)).toEqual(report);
  });

  it("fails when skills could not be embedded, and says how many", async () => {
    const skills = { reembed: async () => ({ ...report, failed: 2 }) };
    const { code, out } = await runScripted(["reembed"], { skills });
    expect(code).toBe(1);
    expect(out).toContain("2 skills could not be embedded and are found by words alone");
  });

  it("shows a bar to a person who waits, and none with --json", async () => {
    const skills = {
      reembed: async (options?: {
        readonly onProgress?: ((done: number, total: number) => void) | undefined;
      }) => {
        options?.onProgress?.(5, 15);
        return report;
      },
    };
    const bar = async (...parameters: readonly string[]): Promise<string> => {
      const stream = Object.assign(new PassThrough(), { isTTY: true, columns: 80 });
      let shown = "";
      stream.on("data", (chunk: Buffer) => {
        shown += chunk.toString();
      });
      const progressStream = stream as unknown as NodeJS.WriteStream;
      await runScripted(parameters, { skills }, { progressStream });
      return shown;
    };
    expect(await bar("reembed")).toContain("embedding");
    expect(await bar("reembed", "--json")).toBe("");
  });

  it("exits 1 with the remedy when there is no embedder", async () => {
    const skills = {
      reembed: async (): Promise<never> => {
        throw new SkillLoopError({
          code: "EMBEDDER_UNAVAILABLE",
          message: "The loop has no embedder.",
          remedy: "Set SKILLLOOP_EMBEDDER=local.",
        });
      },
    };
    const { code, err } = await runScripted(["reembed"], { skills });
    expect(code).toBe(1);
    expect(err).toContain("EMBEDDER_UNAVAILABLE: The loop has no embedder. Set SKILLLOOP_EMBEDDER=local.");
  });
});
