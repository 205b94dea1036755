import { promptData, promptDataRule } from "../../text/prompt-data.ts";
import type { Claim } from "../../types/claim.ts";
import type { BulletCounts } from "../../types/patch.ts";
import type { SkillVersion } from "../../types/skill.ts";
import { claimText } from "../synthesize/claim-text.ts";
import { HARMFUL_TO_PRUNE } from "./apply-patch.ts";

const instructions = `You keep a page of advice for software agents correct. You are given the page, line by line, and what one or more runs showed. Change as little of the page as makes a later run go well.

${promptDataRule}

Give at most six operations:
- ADD: a new line at the end of a section, for what the page does not say at all.
- REVISE: another text for one line, by its id, where the line is wrong, or says too little to be followed.
- PRUNE: takes one line out, by its id. Only for a line with ${HARMFUL_TO_PRUNE} or more harmful outcomes, and more of them than helpful ones; otherwise it is refused.

No operation at all is right where the page says it already, or where the runs do not show what to change.

Rules for a line:
- One thing a line, at most 300 characters, plain words, commands and field names in backticks.
- Only what the runs show. What they show to be wrong without showing what is right becomes a step that finds it out: which command, file or call to look at. Never a guess.
- No id, name, path, amount, date or address of a run: a placeholder such as <branch> stands for it.
- A line of the verification names a command, an exit status or a value to compare, so that it can fail.
- A line never tells an agent to skip or weaken a check, to take more rights, to hide what it does, or to send data anywhere.

"reason" says in one sentence, for a person, what the runs showed and what the change does about it.`;

const mostClaims = 4;

function bulletText(version: SkillVersion, counts: readonly BulletCounts[]): string {
  return version.content.bullets
    .map(({ id, section, text }) => {
      const count = counts.find(({ bulletId }) => bulletId === id);
      const known = count === undefined ? "" : `, ${count.helpful} helpful, ${count.harmful} harmful`;
      return `${id} (${section}${known}) ${text}`;
    })
    .join("\n");
}

/** What a claim says of the page itself, where the page stood in its run. The words are ours, the ids are the page's. */
function blameText({ blame }: Claim, version: SkillVersion): string {
  if (blame?.skillId !== version.skillId) return "";
  const known = version.content.bullets.map(({ id }) => id);
  const lines = blame.bulletIds.filter((id) => known.includes(id));
  const which = lines.length === 0 ? "" : `, above all in ${lines.join(", ")}`;
  return `The page stood in this run's prompt and was ${blame.what} for it${which}.`;
}

/** Asks which lines of a skill to change. Of runs and of the skill nothing stands in `system`. */
export function patchPrompt({
  target,
  claims,
  counts,
}: {
  readonly target: SkillVersion;
  readonly claims: readonly Claim[];
  readonly counts: readonly BulletCounts[];
}): { readonly system: string; readonly prompt: string } {
  const { name, description } = target.content;
  const page = `name: ${name}\n${description}\n${bulletText(target, counts)}`;
  const runs = claims
    .slice(0, mostClaims)
    .flatMap((claim, index) => [
      promptData(`run ${index + 1}`, claimText(claim), { max: 5_000 }),
      blameText(claim, target),
    ]);
  const parts = [promptData("page", page, { max: 12_000 }), ...runs];
  return { system: instructions, prompt: parts.filter((part) => part !== "").join("\n\n") };
}
