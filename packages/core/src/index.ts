// What stands here is public: hosts and adapters depend on it.
export { type ErrorCode, SkillLoopError } from "./errors.ts";
export { type RedactedText, redactText } from "./guard/redact.ts";
export type { Clock } from "./ports/clock.ts";
export type { Embedder, EmbedOptions } from "./ports/embedder.ts";
export type {
  GenerateRequest,
  GenerateResult,
  LanguageModel,
  ModelRole,
  ModelSubject,
  ModelUsage,
} from "./ports/language-model.ts";
export type { Logger, LogLevel, LogRecord } from "./ports/logger.ts";
export type { BackupSummary, Reach, Store } from "./ports/store.ts";
export { SkillLoop } from "./skill-loop.ts";
export { readTraceFile } from "./trace/trace-file.ts";
export type { Evidence, EvidenceKind, SkillStats } from "./types/evidence.ts";
export type { JobResult, JobState, ProcessReport, TraceFate } from "./types/job.ts";
export type { JsonObject, JsonValue } from "./types/json.ts";
export type { HoldReason, LessonKind } from "./types/lesson-kind.ts";
export type {
  ApprovalRerun,
  AskedCall,
  ExportReport,
  Hint,
  ImportReport,
  LearnCommon,
  LearnInput,
  LearnMessages,
  LearnTrace,
  Loop,
  LoopOptions,
  LoopStats,
  PurgeQuery,
  PurgeReport,
  Receipt,
  ReembedOptions,
  ReembedReport,
  RerunReport,
  RerunRequest,
  RerunResult,
  RerunRunner,
  Session,
  SessionOptions,
  SkillDetail,
  SkillsApi,
  ToolCallRecord,
  TraceRecord,
  TraceSummary,
  VersionRecord,
} from "./types/loop.ts";
export type { ModelCallTotals } from "./types/model-call.ts";
export type { ModelBudget, ModelPrice, ModelPrices } from "./types/model-limits.ts";
export type {
  AbstainReason,
  RecallErrorOptions,
  RecallExplanation,
  RecallHit,
  RecallOptions,
  RecallResult,
} from "./types/recall.ts";
export type { Environment, Scope } from "./types/scope.ts";
export type { Outcome, Signal, SignalSource } from "./types/signal.ts";
export type {
  Bullet,
  Example,
  ExampleCall,
  Mistake,
  SectionName,
  Skill,
  SkillContent,
  SkillHead,
  SkillKeys,
  SkillOrigin,
  SkillStatus,
  SkillVersion,
  TaskSignature,
} from "./types/skill.ts";
export type {
  BulletFeedback,
  ShownSkill,
  Step,
  StepOutcome,
  TextStep,
  ToolStep,
  Trace,
} from "./types/trace.ts";
export type { Reason, Verdict } from "./types/verdict.ts";
