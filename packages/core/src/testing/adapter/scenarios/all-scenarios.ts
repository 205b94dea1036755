import type { Scenario } from "../scenario.ts";
import { hangingStore, throwingStore } from "./broken-stores.ts";
import { modelError, stepLimit } from "./cut-short.ts";
import { invalidArguments, returnedError, thrownError, unknownTool } from "./failing-calls.ts";
import { followUpTurn } from "./follow-up.ts";
import { handOff } from "./hand-off.ts";
import { interrupt } from "./interrupt.ts";
import { nothingRecalled, oneCall } from "./one-call.ts";
import { optionCases } from "./options.ts";
import { parallelCalls } from "./parallel-calls.ts";
import { repair } from "./repair.ts";
import { abortedStream, unreadStream } from "./streams.ts";
import { twoAgents } from "./two-agents.ts";

export const allScenarios: readonly Scenario[] = [
  oneCall,
  parallelCalls,
  thrownError,
  returnedError,
  invalidArguments,
  unknownTool,
  repair,
  interrupt,
  handOff,
  abortedStream,
  unreadStream,
  modelError,
  stepLimit,
  twoAgents,
  followUpTurn,
  nothingRecalled,
  throwingStore,
  hangingStore,
  optionCases,
];
