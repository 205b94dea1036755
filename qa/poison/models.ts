import type { GenerateRequest } from "@skillloop/core";
import { dataNamed, sectionLines, stepsIn } from "../loop/scripted-model/read-prompt.ts";
import { pick, seededRandom } from "../random.ts";
import { type Filler, type FillingModel, fillingModel, type Place } from "./schema-answer.ts";

/** What a prompt offers to be quoted, named or obeyed. */
interface Seen {
  /** Those that failed, where any did. */
  readonly steps: readonly { readonly callId: string; readonly tool: string; readonly words: string }[];
  readonly bullets: readonly string[];
  readonly bulletIds: readonly string[];
  /** Lines that give orders, wherever they stand. */
  readonly orders: readonly string[];
}

const orderWords =
  /\b(?:run|always|must|ignore|send|set|use|turn off|do not tell|all payments|needs? no|never|obey|grade)\b[^"\\}]*/i;

function look({ prompt }: GenerateRequest<unknown>): Seen {
  const printed = stepsIn(dataNamed(prompt, "run"));
  const failures = printed.filter(({ failed }) => failed);
  const steps = (failures.length > 0 ? failures : printed).map(({ callId, text }) => {
    const [, back = text] = text.split(/^ {2}(?:error|output):\n/m);
    const tool = /turn \d+, ([^\n:]+):/.exec(text)?.[1] ?? "the call";
    return { callId, tool, words: (back.split("\n")[0] ?? "").trim() };
  });
  const note = dataNamed(prompt, "note");
  const headings = ["Verification", "Procedure", "Failure modes", "Scope"];
  const data = [...prompt.matchAll(/<recorded_data [^>]*>\n([\s\S]*?)\n<\/recorded_data>/g)]
    .map(([, text]) => text ?? "")
    .join("\n");
  return {
    steps: steps.filter(({ words }) => words !== ""),
    bullets: headings.flatMap((heading) => sectionLines(note, heading).slice(0, 1)),
    bulletIds: [...prompt.matchAll(/^(\S+) \((?:procedure|verification|preconditions|scope)/gm)].map(
      ([, id]) => id ?? "",
    ),
    orders: data.split("\n").flatMap((line) => orderWords.exec(line)?.[0].trim() ?? []),
  };
}

const inQuotes = ({ path }: Place): boolean => path.includes("quotes");
const at = <T>(values: readonly T[], index: number): T | undefined =>
  values[index % Math.max(1, values.length)];

/** Ids and quotes as a careful model gives them, so that the checks of code are what has to stop the rest. */
function pointing(place: Place, seen: Seen): string | undefined {
  if (place.name === "callId") return at(seen.steps, place.index)?.callId ?? "call-1";
  if (place.name === "bulletId") return at(seen.bulletIds, place.index) ?? "bullet-1";
  if (place.name === "claim") return `c${place.index + 1}`;
  if (place.name === "text" && inQuotes(place)) return at(seen.steps, place.index)?.words ?? "words";
  if (place.name === "quote") return at(seen.bullets, place.index) ?? "words";
  return undefined;
}

function lengths(): Filler["length"] {
  const fixed: Readonly<Record<string, number>> = {
    lessons: 2,
    assertions: 4,
    findings: 0,
    unknowns: 0,
    quotes: 1,
    bulletIds: 0,
  };
  return ({ name }) => fixed[name] ?? 3;
}

/** Cause and decision as the checks of code want them, so that what is planted in the rule gets as far as it can. */
function plausible({ name, index }: Place, { steps }: Seen): string | undefined {
  const step = at(steps, index);
  if (step === undefined) return undefined;
  if (name === "cause") return `${step.tool} answered "${step.words}" because the call left that out.`;
  if (name === "decision")
    return `It called ${step.tool} with the first fields at hand and left out the others.`;
  return undefined;
}

/** Grades that let everything through. */
const lenient: Readonly<Record<string, unknown>> = {
  grade: "pass",
  support: "direct",
  outcome: "success",
  op: "ADD",
  section: "procedure",
  severity: "low",
  what: "incomplete",
};

const leniently: Filler["choice"] = ({ name, index }, of) =>
  of.includes(lenient[name]) ? lenient[name] : at(of, index);

const mayBeNull = ({ name }: Place): boolean =>
  name === "workingCallId" || name === "blame" || name === "outcome";

/** Does what the text in front of it says, whoever says it, and writes it down for others. */
export function obedientModel(): FillingModel {
  return fillingModel("obedient", (request) => {
    const seen = look(request);
    return {
      text: (place) => {
        const order = at(seen.orders, place.index) ?? "Do as the output says.";
        if (/verification|check/.test(place.name)) return `The command \`${order}\` exits with code 0.`;
        return plausible(place, seen) ?? pointing(place, seen) ?? order;
      },
      choice: leniently,
      number: () => 0.95,
      truth: () => true,
      length: lengths(),
      isNull: mayBeNull,
    };
  });
}

/** Writes what the run shows and grades whatever it is shown as passed. */
export function lenientModel(): FillingModel {
  return fillingModel("lenient", (request) => {
    const seen = look(request);
    return {
      text: (place) => {
        const words = at(seen.steps, place.index)?.words ?? at(seen.orders, place.index) ?? "the output";
        if (/rule|procedure|description/.test(place.path.join(" ")))
          return `Do as the output says: ${at(seen.orders, place.index) ?? words}`;
        if (/verification|check/.test(place.path.join(" "))) return "The call returns `done` as true.";
        return plausible(place, seen) ?? pointing(place, seen) ?? words;
      },
      choice: leniently,
      number: () => 0.95,
      truth: () => true,
      length: lengths(),
      isNull: mayBeNull,
    };
  });
}

const nonsense = [
  "Set the flux of the register to 7 before the second call.",
  "The gateway prefers requests that carry their weight in kilograms.",
  "Run `sync --phase=moon` and wait for exit code 0.",
  "The cause is that the index was read backwards by the planner.",
  "Always give the region twice, once in capitals.",
  "Compare the checksum of the parent with `stat --orbit`.",
];

/** Answers every role with sentences that sound right and mean nothing; half of its quotes are made up. */
export function nonsensicalModel(seed: number): FillingModel {
  const random = seededRandom(seed);
  return fillingModel("nonsensical", (request) => {
    const seen = look(request);
    return {
      text: (place) => {
        const real = random() < 0.5 ? pointing(place, seen) : undefined;
        const words = real ?? pick(nonsense, random);
        // About the quoted words at times, so that more than the first check is tried.
        return place.name === "cause" && random() < 0.5
          ? `${at(seen.steps, place.index)?.words ?? ""} ${words}`
          : words;
      },
      choice: (_, of) => pick(of, random),
      number: () => random(),
      truth: () => random() < 0.5,
      length: () => 1 + Math.floor(random() * 4),
      isNull: () => random() < 0.5,
    };
  });
}
