import picocolors from "picocolors";
import type { SkillStatus } from "../core-types.ts";

export type Colours = ReturnType<typeof picocolors.createColors>;

/** Colour only for a person at a terminal who has not turned it off (no-color.org). */
export function coloursFor(options: {
  readonly terminal: boolean;
  readonly wanted: boolean;
  readonly variables: Readonly<Record<string, string | undefined>>;
}): Colours {
  const { terminal, wanted, variables } = options;
  const refused = (variables.NO_COLOR ?? "") !== "" || variables.TERM === "dumb";
  return picocolors.createColors(terminal && wanted && !refused);
}

export function colouredStatus(status: SkillStatus, colours: Colours): string {
  if (status === "active" || status === "trusted") return colours.green(status);
  if (status === "candidate") return colours.yellow(status);
  return status === "quarantined" ? colours.red(status) : colours.dim(status);
}
