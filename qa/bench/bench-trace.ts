import type { LearnTrace } from "@skillloop/core";

/** A run of `steps` tool calls of which one failed and was repaired, as an agent would record it. */
export function benchTrace(index: number, steps = 20): LearnTrace {
  const service = `service-${index % 40}`;
  const fillers = Array.from({ length: steps - 2 }, (_, step) => ({
    kind: "tool" as const,
    tool: "bash",
    callId: `c${step}`,
    turn: step,
    input: { command: `cat src/${service}/module-${step}.ts` },
    outcome: "ok" as const,
    output: `export const value${step} = ${index};\n`.repeat(10),
  }));
  const failing = { command: `deployctl publish ${service}` };
  const working = { command: `deployctl publish --region eu ${service}` };
  const error = `deployctl: error: option --region is required for ${service} (E_REGION_${index % 40})`;
  return {
    runId: `bench-${index}`,
    task: `Publish ${service} so that build ${index} goes live`,
    reward: 1,
    steps: [
      ...fillers,
      {
        kind: "tool",
        tool: "bash",
        callId: "fail",
        turn: steps,
        input: failing,
        outcome: "tool-error",
        error,
        exitCode: 2,
      },
      {
        kind: "tool",
        tool: "bash",
        callId: "fix",
        turn: steps + 1,
        input: working,
        outcome: "ok",
        output: "published",
      },
    ],
  };
}
