import { adapterContract } from "@skillloop/core/testing/adapter-contract";
import { agentHarness } from "./testing/agent-harness.ts";
import { plainLoopHarness } from "./testing/plain-loop-harness.ts";

adapterContract(agentHarness("createAgent with the handler", { handler: true, middleware: false }));
adapterContract(agentHarness("createAgent with both", { handler: true, middleware: true }));
adapterContract(plainLoopHarness("a bindTools loop with the handler"));

const noEvents = "no event tells a middleware of tools, interrupts or the end of an agent";
adapterContract(
  agentHarness("createAgent with the middleware", { handler: false, middleware: true }, [
    { scenario: "interrupt", reason: noEvents, outcomes: { call_1: "missing" } },
    { scenario: "step-limit", reason: noEvents, outcomes: { call_2: "missing" } },
  ]),
);
