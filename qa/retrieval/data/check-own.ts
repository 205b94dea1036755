import { expectedNames, type LibrarySkill, type RetrievalProbe } from "./formats.ts";

/** The classes of our own probes; `trap` ones expect nothing, `mixed` ones either. */
export const classKinds: Readonly<Record<string, "skill" | "trap" | "mixed">> = {
  direct: "skill",
  question: "skill",
  sibling: "skill",
  error: "skill",
  step: "skill",
  environment: "skill",
  paraphrase: "skill",
  intent: "skill",
  knowledge: "trap",
  creation: "trap",
  unrelated: "trap",
  lexical: "trap",
  "follow-up": "mixed",
};

/** What is wrong with our own files beyond their form, one sentence a problem. */
export function ownProblems(
  skills: readonly LibrarySkill[],
  probes: readonly RetrievalProbe[],
): readonly string[] {
  const names = new Set(skills.map(({ name }) => name));
  return [
    ...repeated(skills.map(({ name }) => name)).map((name) => `Two skills are named ${name}.`),
    ...repeated(probes.map(({ id }) => id)).map((id) => `Two probes have the id ${id}.`),
    ...probes.flatMap((probe) => probeProblems(probe, names)),
  ];
}

function probeProblems(probe: RetrievalProbe, names: ReadonlySet<string>): readonly string[] {
  const kind = classKinds[probe.class];
  const expected = expectedNames(probe);
  const problems: string[] = expected
    .filter((name) => !names.has(name))
    .map((name) => `expects ${name}, which is no skill of the library`);
  if (kind === undefined) problems.push(`has the unknown class ${probe.class}`);
  if (kind === "trap" && expected.length > 0) problems.push("is a trap and expects a skill");
  if (kind === "skill" && expected.length === 0)
    problems.push("expects nothing in a class that always expects a skill");
  if ((probe.class === "error") !== (probe.mode === "error"))
    problems.push(`has the mode ${probe.mode} in the class ${probe.class}`);
  if ((probe.class === "follow-up") !== probe.history.length > 0)
    problems.push("has a history outside of the class follow-up, or none in it");
  if (probe.text.trim() === "") problems.push("has no text");
  return problems.map((problem) => `Probe ${probe.id} ${problem}.`);
}

function repeated(values: readonly string[]): readonly string[] {
  const seen = new Set<string>();
  const twice = new Set<string>();
  for (const value of values) {
    if (seen.has(value)) twice.add(value);
    seen.add(value);
  }
  return [...twice];
}
