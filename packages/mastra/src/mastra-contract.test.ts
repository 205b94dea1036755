import { adapterContract } from "@skillloop/core/testing/adapter-contract";
import { mastraHarness } from "./testing/mastra-harness.ts";

adapterContract(mastraHarness);
