import { HumanMessage } from "@langchain/core/messages";
import { RunTable } from "@skillloop/core/adapter";
import { type LangchainCall, langchainTranscript } from "@skillloop/core/adapter/langchain";
import { describe, expect, it } from "vitest";
import { middlewareCall } from "./middleware-call.ts";
import { MiddlewareRuns } from "./middleware-runs.ts";
import { craneTask, memory } from "./testing/memory.ts";

async function world() {
  const { loop } = await memory();
  const scope = ({ metadata }: LangchainCall) =>
    metadata["user"] === undefined ? undefined : { user: String(metadata["user"]) };
  const runs = new MiddlewareRuns(new RunTable({ loop, scope }));
  const messages = [new HumanMessage(craneTask)];
  const token = {};
  return (metadata: Readonly<Record<string, unknown>>) =>
    runs.of(
      { token, call: middlewareCall(messages, { metadata, tags: [] }) },
      langchainTranscript(messages),
      undefined,
    );
}

describe("MiddlewareRuns", () => {
  it("parts the users whose requests come from one place with one task", async () => {
    const ask = await world();
    const anna = ask({ user: "anna" });
    expect(ask({ user: "ben" })).not.toBe(anna);
    expect(ask({ user: "anna" })).toBe(anna);
    expect(ask({})).toBeUndefined();
  });

  it("takes a step that is behind the last one for another invocation at the same place", async () => {
    const ask = await world();
    const first = ask({ user: "anna", langgraph_step: 1 });
    expect(ask({ user: "anna", langgraph_step: 3 })).toBe(first);
    expect(ask({ user: "anna", langgraph_step: 1 })).not.toBe(first);
  });
});
