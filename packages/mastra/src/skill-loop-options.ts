import type { AdapterOptions } from "@skillloop/core/adapter";
import type { MastraCall } from "./mastra-call.ts";

/** `scope` and `taskId` may be functions of the request. See `AdapterOptions` of the core. */
export type SkillLoopOptions = AdapterOptions<MastraCall>;
