import type { Scope, SkillStatus } from "@skillloop/core";

/**
 * Where the skills of a scope stand: `["skills", project]`, then `"agent", name` and `"user", name` where the
 * scope has them, then the status. Characters that LangGraph keeps for itself are percent-encoded.
 */
export function skillNamespace(scope: Scope, status?: SkillStatus): string[] {
  return [
    "skills",
    label(scope.project),
    ...(scope.agent === undefined ? [] : ["agent", label(scope.agent)]),
    ...(scope.user === undefined ? [] : ["user", label(scope.user)]),
    ...(status === undefined ? [] : [status]),
  ];
}

const label = (text: string): string => encodeURIComponent(text).replaceAll(".", "%2E");
