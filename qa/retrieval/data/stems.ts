import { tokenise } from "../../../packages/core/src/text/tokens/tokens.ts";
import { expectedNames, type LibrarySkill, type RetrievalProbe } from "./formats.ts";

/** Stems a lexical trap shares at least with one skill. */
const trapStems = 4;

/** The texts by which a skill is found. What it is not for and its body do not say what it is for. */
export function keyTexts(skill: LibrarySkill): readonly string[] {
  const { intent, object, environment, constraints } = skill.signature;
  return [
    skill.name,
    skill.description,
    ...skill.applies_when,
    ...skill.symptoms,
    ...skill.queries,
    intent,
    object,
    environment,
    ...constraints,
  ];
}

export function keyStems(skill: LibrarySkill): ReadonlySet<string> {
  return new Set(tokenise(keyTexts(skill).join("\n")));
}

/** A probe that breaks the promise of its class, with what it shares. */
export interface DroppedProbe {
  readonly probe: RetrievalProbe;
  readonly shared: readonly string[];
}

/**
 * Takes out paraphrases that share a stem with a skill they expect, and lexical traps that share fewer than four
 * with every skill.
 */
export function applyStemRule(
  probes: readonly RetrievalProbe[],
  skills: readonly LibrarySkill[],
): { readonly kept: readonly RetrievalProbe[]; readonly dropped: readonly DroppedProbe[] } {
  const stems = new Map(skills.map((skill) => [skill.name, keyStems(skill)]));
  const kept: RetrievalProbe[] = [];
  const dropped: DroppedProbe[] = [];
  for (const probe of probes) {
    const own = [...new Set(tokenise(probe.text))];
    const shared =
      probe.class === "lexical"
        ? mostShared(own, [...stems.values()])
        : sharedWithExpected(probe, own, stems);
    const breaks =
      (probe.class === "paraphrase" && shared.length > 0) ||
      (probe.class === "lexical" && shared.length < trapStems);
    if (breaks) dropped.push({ probe, shared });
    else kept.push(probe);
  }
  return { kept, dropped };
}

function sharedWithExpected(
  probe: RetrievalProbe,
  own: readonly string[],
  stems: ReadonlyMap<string, ReadonlySet<string>>,
): readonly string[] {
  return own.filter((stem) => expectedNames(probe).some((name) => stems.get(name)?.has(stem) === true));
}

/** The longest list of stems shared with one skill, compounds by their parts only. */
function mostShared(own: readonly string[], skills: readonly ReadonlySet<string>[]): readonly string[] {
  const plain = own.filter((stem) => !/[._]/.test(stem));
  let most: readonly string[] = [];
  for (const stems of skills) {
    const shared = plain.filter((stem) => stems.has(stem));
    if (shared.length > most.length) most = shared;
  }
  return most;
}
