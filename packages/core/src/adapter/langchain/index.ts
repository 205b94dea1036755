// What the adapters of LangChain and LangGraph are built of. The others load none of it.
export { SkillLoopError } from "../../errors.ts";
export type { AdapterOptions, CheckResult, FinishedRun } from "../adapter-options.ts";
export type { AgentRun } from "../agent-run.ts";
export { assertLoop } from "../assert-loop.ts";
export type { FlushOptions } from "../flush-options.ts";
export type { FrameworkResult } from "../framework-call.ts";
export { langchainMessagesWithNotes, langchainTranscript } from "../langchain-messages.ts";
export { readModelAnswer, systemWithSchema } from "../model-answer.ts";
export { type Notes, noNotes } from "../notes.ts";
export { RunTable } from "../run-table.ts";
export type { AskedEntry, ResultEntry, Transcript } from "../transcript.ts";
export { readChatMessage, recordResponse } from "./chat-response.ts";
export type { HostTask, LangchainCall } from "./langchain-call.ts";
export { createLangchainCallbacks, type LangchainCallbacks } from "./langchain-callbacks.ts";
export { isAbort } from "./langchain-errors.ts";
export { ownCallTag } from "./langchain-roots.ts";
export { type RecordingHandler, recorderIn, recordsFor } from "./records-for.ts";
