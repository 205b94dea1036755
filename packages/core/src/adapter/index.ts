// What adapters are built of; those of LangChain have an entry of their own. It loads neither store nor pipeline.
export { SkillLoopError } from "../errors.ts";
export { readField } from "../trace/json-value.ts";
export type { CallEvent, ResultEvent, TraceEvent } from "../trace/trace-event.ts";
export type { AdapterOptions, CheckResult, FinishedRun, PerCall } from "./adapter-options.ts";
export { AgentRun } from "./agent-run.ts";
export { type AnswerTurn, answerWithRepair, type RawAnswer } from "./answer-with-repair.ts";
export { assertLoop } from "./assert-loop.ts";
export { beginsWithCalls, saidCalls } from "./call-keys.ts";
export { failedGeneration } from "./failed-generation.ts";
export type { FlushOptions } from "./flush-options.ts";
export type { FrameworkCall, FrameworkResult } from "./framework-call.ts";
export { readList, readText } from "./host-fields.ts";
export {
  type FoundAnswer,
  findModelAnswer,
  invalidAnswer,
  type ModelAnswer,
  readModelAnswer,
  systemWithSchema,
} from "./model-answer.ts";
export { type ModelSpend, spendOf, withSpend } from "./model-spend.ts";
export { type Notes, noNotes } from "./notes.ts";
export { type ProviderPrompt, promptTranscript, promptWithNotes } from "./provider-prompt.ts";
export { type Arrival, RunTable } from "./run-table.ts";
export { taskTranscript } from "./task-transcript.ts";
export { type AskedEntry, type ResultEntry, readTranscript, type Transcript } from "./transcript.ts";
export { withinSignal } from "./within-signal.ts";
