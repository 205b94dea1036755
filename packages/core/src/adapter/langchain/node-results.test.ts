import { describe, expect, it } from "vitest";
import { nodeResults } from "./node-results.ts";

const result = (id: string) => ({ type: "tool", content: "Lifted.", tool_call_id: id, name: "crane" });

describe("nodeResults", () => {
  it("gives the results of a node in their order", () => {
    expect(nodeResults({ messages: [result("c1"), result("c2")] }).map(({ id }) => id)).toEqual(["c1", "c2"]);
    expect(nodeResults(result("c3")).map(({ id }) => id)).toEqual(["c3"]);
  });

  it("reads no more of a whole conversation than its last message that is no result", () => {
    let read = 0;
    const earlier = Array.from({ length: 100 }, () => ({
      type: "human",
      get content() {
        read += 1;
        return "Lift it";
      },
    }));
    const answer = { type: "ai", content: "Done.", tool_calls: [] };
    expect(nodeResults({ messages: [...earlier, answer, result("c1")] })).toEqual([]);
    expect(read).toBe(0);
  });
});
