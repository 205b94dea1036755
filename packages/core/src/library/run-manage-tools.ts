import { SkillLoopError } from "../errors.ts";
import type { SkillRow, Store } from "../ports/store.ts";
import { covers, scopeKey } from "../text/scope-key.ts";
import type { Scope } from "../types/scope.ts";
import type { SkillContent } from "../types/skill.ts";
import type { Verdict } from "../types/verdict.ts";
import type { PublishRules } from "./publish-types.ts";
import { findSkill } from "./run-find.ts";
import type { LibraryTools } from "./run-tools.ts";

/** What a person's acts need beside the store. */
export interface ManageTools extends LibraryTools {
  /** From `guard/scan.ts`: looks at every field that could be printed. */
  readonly scan: (content: SkillContent) => Verdict;
  /** From `gate/gate-skill.ts`. */
  readonly gate: PublishRules["gate"];
}

/** Which skill, as seen from a scope, who asks, and when. */
export interface ManageTarget {
  readonly scope: Scope;
  readonly name: string;
  readonly by: string;
  readonly now: number;
}

/** A person's act carries a name: it is what the audit says of it. */
export function assertPerson(by: unknown): void {
  if (typeof by === "string" && by.trim() !== "") return;
  throw new SkillLoopError({
    code: "INVALID_OPTIONS",
    message: "This act needs the name of the person who asks for it.",
    remedy: 'Pass { by: "name" }.',
  });
}

/**
 * The skill of an act. A view sees the skills of wider scopes, but those serve others too, so an act touches
 * only what lies within the view. Throws `SKILL_NOT_FOUND`, or `NOT_ALLOWED` for a skill of a wider scope.
 */
export async function findSkillWithin(
  store: Store,
  { scope, name }: Pick<ManageTarget, "scope" | "name">,
): Promise<SkillRow> {
  const row = await findSkill({ store, scope, name });
  if (covers(scope, row.head.scope)) return row;
  throw notAllowed(
    `"${name}" is a skill of ${scopeKey(row.head.scope)}, which is wider than ${scopeKey(scope)}: others are served it too.`,
    "Open the loop in the skill's own scope.",
  );
}

export function notAllowed(message: string, remedy: string): SkillLoopError {
  return new SkillLoopError({ code: "NOT_ALLOWED", message, remedy });
}
