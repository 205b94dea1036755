import type { Way } from "./tasks/task.ts";

/** What an agent is able to do about a task; it goes by the text for all else. */
export interface Skillset {
  readonly task: string;
  readonly about: RegExp;
  readonly ways: readonly Way[];
}

export interface Reading {
  /** For each way, what speaks for it less what speaks against it. */
  readonly standing: readonly number[];
  readonly facts: Readonly<Record<string, string>>;
}

const noteStart = /^(?=### |<project_notes)/m;
const refusing = /\bfails?\b|\bis wrong\b|\bnever\b|\b(?:do|must|should) not\b|\bfailed with\b/i;

/** What a text says for and against each way. It goes by the words alone, whoever wrote them and wherever they stand. */
export function readNotes(text: string, skillset: Skillset): Reading {
  const notes = text.split(noteStart).filter((note) => skillset.about.test(note));
  const standing = skillset.ways.map(() => 0);
  const closest = closestRecord(notes, skillset.task);
  for (const note of notes) {
    if (isRecord(note)) readRecord(note, { skillset, standing, isClosest: note === closest });
    else readProse(note, { skillset, standing });
  }
  return { standing, facts: factsIn(notes, skillset.ways) };
}

interface Count {
  readonly skillset: Skillset;
  readonly standing: number[];
}

function add(standing: number[], way: number, by: number): void {
  standing[way] = (standing[way] ?? 0) + by;
}

function readProse(note: string, { skillset, standing }: Count): void {
  for (const sentence of note.split(/\n|(?<=[.;])\s+/)) {
    if (refusing.test(sentence)) {
      if (skillset.about.test(sentence) || /\bthe call\b/.test(sentence)) add(standing, 0, -1);
      continue;
    }
    for (const [at, { marks }] of skillset.ways.entries()) {
      if (marks.length > 0 && marks.every((mark) => mark.test(sentence))) add(standing, at, 1);
    }
  }
}

const isRecord = (note: string): boolean => /^> /m.test(note);

/** `> call`, and below it how it ended; at the end what the check said. */
function readRecord(
  note: string,
  { skillset, standing, isClosest }: Count & { readonly isClosest: boolean },
): void {
  const inVain = /^The check .* failed\.$/m.test(note);
  const lines = note.split("\n");
  for (const [at, line] of lines.entries()) {
    if (!line.startsWith("> ")) continue;
    const marked = skillset.ways.findIndex(
      ({ marks }) => marks.length > 0 && marks.every((mark) => mark.test(line)),
    );
    if (marked === -1 && !skillset.about.test(line)) continue;
    const way = Math.max(0, marked);
    const worked = (lines[at + 1] ?? "").startsWith("ok") && !inVain;
    if (worked) add(standing, way, 1);
    else if (way > 0 || isClosest) add(standing, way, -1);
  }
}

function closestRecord(notes: readonly string[], task: string): string | undefined {
  const wanted = wordsOf(task);
  let best: { readonly note: string; readonly shared: number } | undefined;
  for (const note of notes.filter(isRecord)) {
    const words = wordsOf(note.slice(0, note.indexOf("\n")));
    const shared = [...words].filter((word) => wanted.has(word)).length / (words.size + wanted.size);
    if (best === undefined || shared > best.shared) best = { note, shared };
  }
  return best?.note;
}

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.toLowerCase().match(/[a-z]{3,}/g) ?? []);
}

function factsIn(notes: readonly string[], ways: readonly Way[]): Readonly<Record<string, string>> {
  const facts: Record<string, string> = {};
  for (const { fact } of ways) {
    if (fact === undefined) continue;
    const found = notes.map((note) => fact.pattern.exec(note)?.[1]).find((value) => value !== undefined);
    if (found !== undefined) facts[fact.name] = found;
  }
  return facts;
}
