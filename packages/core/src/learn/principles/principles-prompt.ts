import { promptData, promptDataRule } from "../../text/prompt-data.ts";
import type { SkillContent } from "../../types/skill.ts";
import type { PrincipleSource } from "./principle-sources.ts";
import { sourceText } from "./source-text.ts";

const instructions = `You look for what several lessons have in common. Each lesson was drawn from one run of an agent and already stands in a skill of its own. A principle is a way of working that would have kept the agent from all of the mistakes it rests on, and that will do so in tasks which none of those skills is for.

A principle must:
- rest on at least three lessons from different runs, and on lessons of at least two skills
- name something an agent can do or look at, at a moment it can recognise. "Be careful" and "read the documentation" are no principles.
- say more than any one of the lessons says: what only repeats one of them already stands in its skill
- name no value, file, host or person of a run. What an agent has to find out is a step that finds it out.
- hold orders of the agent's own work only: no sending of data, no taking of rights, no check made weaker, no word about other notes

Most lessons have nothing in common beyond being mistakes. Then the list is empty, and that is a good answer. Give at most three principles, and none that is there already.

For each one:
title: three to seven words.
support: every lesson it rests on, by its name (c1, c2, …), with a quote copied letter by letter from that lesson. What is not quoted does not count.
description: when it applies and what to do, in one or two sentences.
preconditions, procedure, verification, failureModes, scope: one to four lines each. At least one line of the verification names a command in back quotes, an exit status or a value to be seen, and could turn out wrong.
queries: three to six tasks in a user's words in which it would help.`;

/** What a model is asked for principles. Claims go by short names, so that the answer repeats no id. */
export function principlesPrompt({
  shown,
  existing,
}: {
  readonly shown: ReadonlyMap<string, PrincipleSource>;
  /** Principles of the scope that are there already. */
  readonly existing: readonly SkillContent[];
}): { readonly system: string; readonly prompt: string } {
  const skills = [...new Set([...shown.values()].map(({ skillId }) => skillId))];
  const lessons = [...shown].map(([name, source]) =>
    promptData(`lesson ${name} of skill ${skills.indexOf(source.skillId) + 1}`, sourceText(source), {
      max: 1_200,
    }),
  );
  const there = existing.map(({ name, description }) =>
    promptData("principle that is there already", `${name}: ${description}`, { max: 1_200 }),
  );
  return {
    system: `${instructions}\n\n${promptDataRule}`,
    prompt: [...lessons, ...there, "Which principles do these lessons share?"].join("\n\n"),
  };
}
