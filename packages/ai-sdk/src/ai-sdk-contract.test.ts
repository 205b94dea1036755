import { adapterContract } from "@skillloop/core/testing/adapter-contract";
import { contractAgent } from "./testing/contract-agent.ts";

for (const version of [6, 5, 7] as const) {
  adapterContract({
    name: `middleware alone on ai ${version}`,
    agent: (setup) => contractAgent({ version }, setup),
    differences: [
      {
        scenario: "hand-off",
        reason: "The AI SDK has no tool that passes control on; a sub-agent is a tool like any other.",
        notThere: true,
      },
      {
        scenario: "step-limit",
        reason: "stopWhen cuts the loop behind the last tool, and no further request shows its result.",
        outcomes: { call_2: "missing" },
      },
      {
        scenario: "interrupt",
        reason: "A model's answer does not say that its call waits for a person.",
        outcomes: { call_1: "missing" },
      },
    ],
  });
}
