import type { z } from "zod";
import { SkillLoopError } from "../errors.ts";
import { type LoopSettings, loopSettingsSchema } from "../schema/loop-settings.ts";
import { editDistance } from "../text/edit-distance.ts";

/** Checks settings from one source. Throws `INVALID_OPTIONS` that names the source and the field. */
export function parseLoopSettings(value: unknown, source: string): LoopSettings {
  const parsed = loopSettingsSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const field = issue?.path.join(".") ?? "";
  throw new SkillLoopError({
    code: "INVALID_OPTIONS",
    message: `${source}: ${field === "" ? "" : `${field} is not usable: `}${issue?.message ?? "unknown problem"}.`,
    remedy: remedyFor(issue),
    cause: parsed.error,
  });
}

/** Farther than this, a name is no misspelling of another. */
const MISSPELT_AT_MOST = 3;

function remedyFor(issue: z.core.$ZodIssue | undefined): string {
  const [top] = issue?.path ?? [];
  if (top === "scope")
    return 'A scope is { project: "NAME" }, as a variable project=NAME; agent and user may follow.';
  if (issue?.code === "unrecognized_keys" && top === undefined) {
    const [key = ""] = issue.keys;
    const [nearest] = Object.keys(loopSettingsSchema.shape)
      .map((known) => ({ known, distance: editDistance(key, known) }))
      .sort((a, b) => a.distance - b.distance);
    if (nearest !== undefined && nearest.distance <= Math.min(MISSPELT_AT_MOST, key.length - 2))
      return `It looks like ${nearest.known}; correct its name or leave it out.`;
  }
  return "Correct or remove it; the README lists every option with its values.";
}
