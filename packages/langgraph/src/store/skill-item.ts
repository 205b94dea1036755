import type { BaseStore, Item } from "@langchain/langgraph";
import type { Skill, SkillStatus } from "@skillloop/core";
import { skillNamespace } from "./skill-namespace.ts";
import { skillText } from "./skill-text.ts";

export type FoundItem = Awaited<ReturnType<BaseStore["search"]>>[number];

/** A skill as an item of the store; `markdown` is the whole SKILL.md. */
export interface SkillItemValue {
  readonly name: string;
  readonly description: string;
  readonly markdown: string;
  readonly status: SkillStatus;
  /** 0.3 / 0.7 / 0.95 for candidate / active / trusted. */
  readonly confidence: number;
  readonly version: number;
}

/** What of a skill can be filtered by: everything but its text, which is read for the found ones only. */
export type SkillFacts = Omit<SkillItemValue, "markdown">;

const confidences: Readonly<Record<SkillStatus, number>> = {
  quarantined: 0,
  retired: 0,
  candidate: 0.3,
  active: 0.7,
  trusted: 0.95,
};

export function skillFacts({ name, status, version, served }: Skill): SkillFacts {
  const { description } = served.content;
  return { name, description, status, confidence: confidences[status], version };
}

export function skillItem(skill: Skill, markdown = skillText(skill)): Item {
  return {
    namespace: skillNamespace(skill.scope, skill.status),
    key: skill.name,
    value: { ...skillFacts(skill), markdown } satisfies SkillItemValue,
    createdAt: new Date(skill.createdAt),
    updatedAt: new Date(skill.updatedAt),
  };
}
