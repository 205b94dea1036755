export type LessonKind = "repair" | "root-cause" | "procedure";

/** Why a lesson may not go on by itself; a person decides. */
export type HoldReason =
  | "weakens-guard"
  | "production-target"
  | "instruction-from-output"
  | "scan"
  | "unbound-value"
  | "imported"
  | "environment"
  | "skeptic"
  | "judge"
  | "security";
