import { tokenise } from "../../../packages/core/src/text/tokens/tokens.ts";
import { pick, seededRandom } from "../../random.ts";
import { DataError } from "../data/data-error.ts";
import type { LibrarySkill } from "../data/formats.ts";
import { type Operation, readOperations, readThings, type Thing } from "./material.ts";
import { type Subject, writeDistractor } from "./write-distractor.ts";

const seed = 20_261_129;

/**
 * The first `count` skills of a fixed order of operations on objects that none of the library does: same for every
 * run, and those for a smaller count are the first of those for a larger one. Throws `DataError` when there are not
 * that many.
 */
export function distractors(request: {
  readonly count: number;
  readonly library: readonly LibrarySkill[];
}): readonly LibrarySkill[] {
  const { count, library } = request;
  if (count === 0) return [];
  const known = library.map(({ signature: { intent, object }, name }) => ({
    intent: stems(intent),
    object: stems(object),
    name: stems(name),
  }));
  const taken = new Set(library.map(({ name }) => name));
  const skills: LibrarySkill[] = [];
  for (const subject of subjects()) {
    if (skills.length === count) return skills;
    const random = seededRandom(seedOf(subject));
    const skill = writeDistractor(subject, random);
    if (taken.has(skill.name) || known.some((other) => isSameWork(subject, other))) continue;
    taken.add(skill.name);
    skills.push(skill);
  }
  if (skills.length < count) throw new DataError([`There are ${skills.length} distractors, not ${count}.`]);
  return skills;
}

/** Each operation on each object once in its usual environment, shuffled, then the same in the other ones. */
function* subjects(): Generator<Subject> {
  const operations = readOperations();
  const things = readThings();
  const random = seededRandom(seed);
  const pairs = operations
    .flatMap((operation) => things.map((thing) => ({ operation, thing, order: random() })))
    .toSorted((a, b) => a.order - b.order);
  const rounds = Math.max(...things.map(({ environments }) => environments.length));
  for (let round = 0; round < rounds; round += 1) {
    for (const { operation, thing } of pairs) {
      const environment = thing.environments[round];
      if (environment === undefined) continue;
      yield {
        operation,
        thing,
        environment,
        isVariant: round > 0,
        otherOperation: other(operations, operation, random),
        otherThing: neighbour(things, thing, random),
      };
    }
  }
}

function other(operations: readonly Operation[], own: Operation, random: () => number): Operation {
  return pick(
    operations.filter((operation) => operation !== own),
    random,
  );
}

function neighbour(things: readonly Thing[], own: Thing, random: () => number): Thing {
  return pick(
    things.filter((thing) => thing !== own && thing.domain === own.domain),
    random,
  );
}

function seedOf({ operation, thing, environment }: Subject): number {
  let hash = seed;
  for (const letter of `${operation.verb}|${thing.object}|${environment}`)
    hash = (Math.imul(hash, 31) + (letter.codePointAt(0) ?? 0)) >>> 0;
  return hash;
}

interface KnownWork {
  readonly intent: ReadonlySet<string>;
  readonly object: ReadonlySet<string>;
  readonly name: ReadonlySet<string>;
}

/**
 * The intent and object of a library skill: the words of one side hold those of the other, and the verb may be one
 * of the operation's other wordings. What is only nearly the same would be a right answer to some probes.
 */
function isSameWork({ operation, thing }: Subject, known: KnownWork): boolean {
  const object = stems(thing.object);
  const sameObject =
    within(object, known.object) || within(known.object, object) || within(object, known.name);
  if (!sameObject) return false;
  return [operation.verb, ...operation.also].some((wording) => {
    const intent = stems(wording);
    return within(intent, known.intent) || within(known.intent, intent);
  });
}

function within(part: ReadonlySet<string>, whole: ReadonlySet<string>): boolean {
  return part.size > 0 && [...part].every((stem) => whole.has(stem));
}

function stems(text: string): ReadonlySet<string> {
  return new Set(tokenise(text));
}
