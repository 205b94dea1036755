import type { AdapterOptions } from "@skillloop/core/adapter";
import { type AllowedDifference, adapterContract } from "@skillloop/core/testing/adapter-contract";
import type { AiSdkCall } from "./ai-sdk-call.ts";
import { skillLoopTelemetry } from "./skill-loop-telemetry.ts";
import type { HostOptions } from "./testing/ai-module.ts";
import { contractAgent } from "./testing/contract-agent.ts";

const noHandOff: AllowedDifference = {
  scenario: "hand-off",
  reason: "The AI SDK has no tool that passes control on; a sub-agent is a tool like any other.",
  notThere: true,
};

const alone: readonly AllowedDifference[] = [
  noHandOff,
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
];

for (const version of [6, 5, 7] as const) {
  adapterContract({
    name: `middleware alone on ai ${version}`,
    agent: (setup) => contractAgent({ version }, setup),
    differences: alone,
  });
}

/** As a host gives it to its calls; registered for the whole process it is the same object. */
const integrations = {
  6: (options: AdapterOptions<AiSdkCall>): Partial<HostOptions> => ({
    experimental_telemetry: { isEnabled: true, integrations: [skillLoopTelemetry(options)] },
  }),
  7: (options: AdapterOptions<AiSdkCall>): Partial<HostOptions> => ({
    telemetry: { integrations: [skillLoopTelemetry(options)] },
  }),
};

for (const version of [6, 7] as const) {
  adapterContract({
    name: `middleware and telemetry on ai ${version}`,
    agent: (setup) => contractAgent({ version, telemetry: integrations[version] }, setup),
    differences: [noHandOff],
  });
}
