import type { Claim } from "../../types/claim.ts";

/** A line of a claim's text. `""` where there is nothing to say. */
const line = (name: string, texts: readonly string[]): string =>
  texts.length === 0 ? "" : `${name}: ${texts.join(" | ")}`;

/** What a claim says, as a model is shown it. */
export function claimText(claim: Claim): string {
  return [
    line("task", [claim.task]),
    line("decision that went wrong", [claim.decision]),
    line("why", [claim.cause]),
    line("what to do instead", [claim.rule]),
    line("what shows that it went well", [claim.check]),
    line("requests in which it comes up", claim.triggers),
    line("not known, to be found out", claim.unknowns),
    line("tools", claim.tools),
    line(
      "quoted",
      claim.quotes.map(({ text }) => text),
    ),
  ]
    .filter((text) => text !== "")
    .join("\n");
}
