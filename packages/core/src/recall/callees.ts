import { finish } from "../text/finish.ts";
import type { CalleeSummary } from "../types/recall.ts";
import type { Candidate } from "./candidate.ts";
import { statusRank } from "./status-rank.ts";
import { type VetoFacts, vetoReason } from "./veto.ts";

/** A playbook names few parts; what names more is cut. */
const maximumCallees = 5;

/**
 * The skills that one builds on, as the same rules would give them by themselves: status, environment, tools and scan.
 * One that they hold back, or that is gone, is named without a word of its text. `find` looks in the caller's scope.
 */
export function calleesOf(
  uses: readonly string[],
  find: (name: string) => Candidate | undefined,
  facts: VetoFacts,
): readonly CalleeSummary[] {
  return uses.slice(0, maximumCallees).map((name) => {
    const callee = find(name);
    if (callee === undefined || finish(vetoReason(callee, facts)) !== undefined)
      return { name, confirmed: false };
    const confirmed = statusRank(callee.status) >= statusRank("active");
    return { name, summary: callee.served.content.description, confirmed };
  });
}
