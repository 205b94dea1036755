import type { LibrarySkill } from "../data/formats.ts";

/** One way to key a skill: the texts a request is compared with. */
export interface KeyScheme {
  readonly name: string;
  textsOf(skill: LibrarySkill): readonly string[];
}

const signatureText = ({ signature: { intent, object, environment, constraints } }: LibrarySkill): string =>
  [intent, object, environment, ...constraints].filter((part) => part !== "").join(", ");

const described: KeyScheme = { name: "description", textsOf: ({ description }) => [description] };

/** The schemes that memories of agents are known to use, and ours at the end. */
export const keySchemes: readonly KeyScheme[] = [
  { name: "one raw request", textsOf: ({ queries }) => queries.slice(0, 1) },
  { name: "procedure text", textsOf: ({ body }) => [body] },
  described,
  { name: "task signature", textsOf: (skill) => [signatureText(skill)] },
  { name: "trigger queries", textsOf: ({ queries }) => queries },
  {
    name: "all of a skill's keys",
    textsOf: (skill) => [
      skill.description,
      signatureText(skill),
      ...skill.applies_when,
      ...skill.symptoms,
      ...skill.queries,
    ],
  },
];

/** The description as another author wrote it. A skill that has none keeps its own. */
export const redescribed = (
  skills: readonly LibrarySkill[],
  descriptions: Readonly<Record<string, string>>,
): readonly LibrarySkill[] =>
  skills.map((skill) => ({ ...skill, description: descriptions[skill.name] ?? skill.description }));
