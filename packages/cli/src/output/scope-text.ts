import type { Scope } from "../core-types.ts";

/** A scope as `--scope` takes it. */
export function scopeText({ project, agent, user }: Scope): string {
  return [
    `project=${project}`,
    ...(agent === undefined ? [] : [`agent=${agent}`]),
    ...(user === undefined ? [] : [`user=${user}`]),
  ].join(" ");
}

/** Where to look when a library seems empty: a project sees nothing of another one. */
export function otherProjects(scope: Scope): string {
  return `This is ${scopeText(scope)}; "--scope project=NAME" shows another one.`;
}
