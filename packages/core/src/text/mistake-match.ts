import type { Mistake } from "../types/skill.ts";
import type { ToolStep } from "../types/trace.ts";
import { errorSignature } from "./error-signature/error-signature.ts";
import { callSkeleton } from "./shell/command-skeleton.ts";

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");

/**
 * Whether an error's normalised signature is one that `pattern` describes. A learned signature also has
 * placeholders where a bare name stood (`branch <branch> has no upstream`): each stands for one word.
 */
export function matchesSignature(pattern: string, signature: string): boolean {
  if (pattern === signature) return true;
  const firstPlace = pattern.indexOf("<");
  // Most patterns are of another error: what stands before their first placeholder tells, and a search compiles nothing.
  if (firstPlace < 0 || signature === "" || !signature.startsWith(pattern.slice(0, firstPlace))) return false;
  const source = escaped(pattern).replace(/<[a-z][a-z0-9-]*>/g, "(?:<[a-z][a-z0-9-]*>|[^\\s<>]+)");
  return new RegExp(`^${source}$`).test(signature);
}

/** Whether this step is the learned mistake made again: the same kind of call failed in the same way. */
export function repeatsMistake(mistake: Mistake, step: ToolStep): boolean {
  if (step.tool !== mistake.tool || step.error === undefined) return false;
  if (step.outcome === "ok" || step.outcome === "interrupted") return false;
  if (callSkeleton(step.tool, step.input) !== mistake.skeleton) return false;
  return matchesSignature(mistake.signature, errorSignature(step.error).text);
}
