import { type AllowedDifference, adapterContract } from "@skillloop/core/testing/adapter-contract";
import { withSkillLoop } from "./graph/with-skill-loop.ts";
import { graphHarness } from "./testing/graph-harness.ts";
import { graphWithNodes, plainGraph, waitingHandler } from "./testing/scripted-graph.ts";

const doneBefore: AllowedDifference = {
  scenario: "follow-up",
  reason: "ToolNode takes a call as done whose id has a result anywhere in the thread, and does not run it.",
  cases: "with the same call ids again",
  outcomes: { call_1: "missing" },
};

adapterContract(
  graphHarness({
    name: "LangGraph with recallNode, SkillLoopToolNode and learnNode",
    otherSteps: 1,
    compile: (parts, skillLoop) => graphWithNodes(parts, skillLoop),
    differences: [
      doneBefore,
      {
        scenario: "model-error",
        reason: "A graph that throws never comes to its learn node: what ends the run later knows no error.",
        end: "aborted",
      },
    ],
  }),
);

adapterContract(
  graphHarness({
    name: "LangGraph with withSkillLoop",
    otherSteps: 0,
    // With a call that nothing has answered, a thread may still be resumed.
    differences: [{ ...doneBefore, end: "aborted" }],
    compile: (parts, skillLoop) =>
      skillLoop === undefined
        ? plainGraph(parts).withConfig({ callbacks: [waitingHandler()] })
        : withSkillLoop(plainGraph(parts), skillLoop),
  }),
);
