import type { Loop } from "@skillloop/core";

/** Shapes of core as the loop hands them out, under the names the commands use. */
export type Skill = Awaited<ReturnType<Loop["skills"]["list"]>>[number];
export type SkillDetail = Awaited<ReturnType<Loop["skills"]["get"]>>;
export type SkillStatus = Skill["status"];
export type Evidence = SkillDetail["evidence"][number];
export type VersionRecord = Awaited<ReturnType<Loop["skills"]["history"]>>[number];
export type RecallResult = Awaited<ReturnType<Loop["recall"]>>;
export type ProcessReport = Awaited<ReturnType<Loop["process"]>>;
export type TraceRecord = Awaited<ReturnType<Loop["trace"]>>;
export type { Loop, LoopOptions } from "@skillloop/core";
export type Scope = Loop["scope"];
