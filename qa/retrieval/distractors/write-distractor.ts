import { pick } from "../../random.ts";
import type { LibrarySkill } from "../data/formats.ts";
import { bodyFrame, descriptionFrames, notForFrames, queryFrames } from "./frames.ts";
import type { Operation, Thing } from "./material.ts";

/** An operation on an object in one of its environments, and what stands beside it in the same domain. */
export interface Subject {
  readonly operation: Operation;
  readonly thing: Thing;
  readonly environment: string;
  /** The environment is not the object's usual one: the name says so. */
  readonly isVariant: boolean;
  readonly otherOperation: Operation;
  readonly otherThing: Thing;
}

const triggerQueries = 9;

/** A whole skill, in sentences chosen by the generator given. */
export function writeDistractor(subject: Subject, random: () => number): LibrarySkill {
  const { operation, thing, environment, isVariant, otherOperation } = subject;
  const fill = (frame: string): string => fillFrame(frame, subject, random);
  const own = shuffled(operation.queries, random).map(fill);
  const general = shuffled(queryFrames, random).map(fill);
  const queries = [...new Set([...own, ...general])].slice(0, triggerQueries);
  const code = 100 + Math.floor(random() * 900);
  const place = isVariant ? `-on-${environment}` : "";
  return {
    name: slug(`${operation.verb}-${thing.object}${place}`),
    description: fill(pick(descriptionFrames, random)),
    applies_when: [...operation.when.map(fill), fill("{g} {p} in {holder}")],
    symptoms: operation.symptoms.map((symptom) =>
      thing.says.replace("{m}", () => fill(symptom)).replace("{code}", String(code)),
    ),
    not_for: [
      `${otherOperation.verb} a ${thing.object}`,
      ...shuffled(notForFrames, random).slice(0, 2).map(fill),
    ],
    queries: shuffled(queries, random),
    signature: {
      intent: operation.verb,
      object: thing.object,
      environment,
      constraints: [fill(pick(operation.when, random))],
    },
    body: fill(bodyFrame),
  };
}

function fillFrame(frame: string, subject: Subject, random: () => number): string {
  const { operation, thing, environment, otherOperation, otherThing } = subject;
  const words: Readonly<Record<string, () => string>> = {
    v: () => operation.verb,
    g: () => operation.gerund,
    a: () => pick(operation.also, random),
    o: () => thing.object,
    s: () => thing.short,
    p: () => thing.plural,
    id: () => pick(thing.ids, random),
    holder: () => thing.holder,
    env: () => environment,
    tool: () => thing.tool,
    owner: () => thing.owner,
    when: () => pick(operation.when, random),
    cause: () => pick(operation.causes, random),
    cause2: () => operation.causes.at(-1) ?? "",
    fix: () => operation.fixes[0] ?? "",
    fix2: () => operation.fixes.at(-1) ?? "",
    check: () => operation.check,
    other: () => otherOperation.verb,
    otherObject: () => otherThing.plural,
  };
  // Sentences of an operation hold slots of the object, so what was filled in is filled once more.
  const once = (text: string): string =>
    text.replace(/\{(\w+)\}/g, (slot: string, name: string) => {
      const word = words[name] ?? words[name.charAt(0).toLowerCase() + name.slice(1)];
      if (word === undefined) throw new Error(`No word for the slot ${slot}.`);
      return words[name] === undefined ? capital(word()) : word();
    });
  return article(once(once(frame)));
}

/** "a index" reads like a machine. */
function article(text: string): string {
  return text.replace(/\b([Aa]) (?=[aeio]|npm|ssh)/g, "$1n ");
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function slug(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "")
    .slice(0, 64);
}

function shuffled<Value>(values: readonly Value[], random: () => number): Value[] {
  const left = [...values];
  for (let index = left.length - 1; index > 0; index -= 1) {
    const other = Math.floor(random() * (index + 1));
    [left[index], left[other]] = [left[other] as Value, left[index] as Value];
  }
  return left;
}
