import assert from "node:assert/strict";
import type { SkillDetail } from "@skillloop/core";
import type { Story } from "./story.ts";

/** What the demo claims, each with the facts it stands on. Throws at the first claim that does not hold. */
export function assertClaims(options: {
  readonly stories: readonly Story[];
  readonly skills: readonly SkillDetail[];
  readonly seconds: number;
}): readonly string[] {
  const { stories, skills, seconds } = options;
  const count = (result: Story["result"]) => stories.filter((story) => story.result === result).length;
  const names = (found: readonly { readonly title: string }[]) => found.map(({ title }) => title).join(", ");
  const held: string[] = [];
  const claim = (holds: boolean, text: string, details: string) => {
    assert.ok(holds, `Does not hold: ${text}. ${details}`);
    held.push(text);
  };

  const easy = stories.filter(({ before }) => before.failedCalls === 0 || !before.passed);
  claim(easy.length === 0, "in round one every task failed at first and was solved in the end", names(easy));

  const repeated = stories.filter(({ result }) => result === "repeated");
  claim(repeated.length === 0, "in round two no mistake was repeated", `Repeated: ${names(repeated)}.`);
  claim(count("avoided") >= 2, "at least two were avoided before any error", `Avoided: ${count("avoided")}.`);

  const untrusted = stories.filter(({ skill }) => skill?.status !== "active" && skill?.status !== "trusted");
  claim(untrusted.length === 0, "every task has an active skill", `Without one: ${names(untrusted)}.`);
  const untested = skills
    .filter(({ status }) => status === "active" || status === "trusted")
    .filter(
      ({ evidence }) => !evidence.some((row) => row.kind === "rerun" && row.passed && !row.mistakeRepeated),
    );
  claim(
    untested.length === 0,
    "every active skill passed an independent re-run without its mistake",
    `Without one: ${untested.map(({ name }) => name).join(", ")}.`,
  );

  claim(
    skills.length === stories.length,
    "each kind of mistake made one skill, however often it was seen",
    `${skills.length} skills for ${stories.length} tasks: ${skills.map(({ name }) => name).join(", ")}.`,
  );

  const unneeded = stories.filter(({ stripped }) => stripped.passed);
  claim(
    unneeded.length === 0,
    "with the example taken out of the prompt every task fails again",
    `Still solved: ${names(unneeded)}.`,
  );
  claim(seconds < 60, "all of it took less than a minute", `It took ${seconds.toFixed(1)} s.`);
  return held;
}
