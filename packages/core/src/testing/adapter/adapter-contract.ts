import { describe, expect, it } from "vitest";
import type { AdapterHarness } from "./adapter-harness.ts";

export type * from "./adapter-harness.ts";
export { ToolFailure } from "./adapter-harness.ts";

/**
 * Registers the vitest tests that every adapter must pass, each with its real framework.
 *
 * @example
 * adapterContract({ name: "my adapter", agent: (setup) => myAgent(setup) });
 */
export function adapterContract(harness: AdapterHarness): void {
  describe(`adapter contract: ${harness.name}`, () => {
    it("runs an agent of the bare framework to its answer", async () => {
      const agent = await harness.agent({ tools: [], model: () => ({ text: "Done." }) });
      const outcome = await agent.turn({ task: "Say that it is done", mode: "generate" });
      expect(outcome.answer).toBe("Done.");
    });
  });
}
