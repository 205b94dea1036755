/** What bullets say together and none of them says alone. */
export interface Seams {
  /** Sentences that two or more bullets share. */
  readonly sentences: readonly string[];
  /** The words around a seam that may be one or none: only what is an attack anywhere counts in them. */
  readonly phrases: readonly string[];
  /** Commands that go on in the next bullet. */
  readonly commands: readonly string[];
}

const sentenceEnd = /(?:[.!?][)"'”]?|[。！？])\s*$/u;
const connectorEnd = /(?:\||&&|[\\;<>(])[`\s]*$/;
const connectorStart = /^[`\s]*(?:\||&&|[;<>])/;
const goesOn = /^[\p{Ll}\p{Lo}|&;,]/u;
// Enough for a phrase that was cut in two, too little for two whole steps.
const wordsOnASide = 8;

/**
 * Bullets are steps of their own: read as one text, words that have nothing to do with each other meet. Only where a
 * bullet does not end are the next ones read with it: as a whole when they go on in small letters, else the words
 * around the seam.
 */
export function seamsOf(bullets: readonly string[]): Seams {
  const texts = bullets.map((text) => text.trim()).filter((text) => text !== "");
  return {
    sentences: runs(texts, (text, next) => !sentenceEnd.test(text) && goesOn.test(next), joined),
    phrases: runs(texts, (text) => !sentenceEnd.test(text), aroundSeams),
    commands: runs(texts, (text, next) => connectorEnd.test(text) || connectorStart.test(next), asCommand),
  };
}

function joined(run: readonly string[]): readonly string[] {
  return [run.join(" ")];
}

function asCommand(run: readonly string[]): readonly string[] {
  return [run.join(" ").replace(/` `/g, " ")];
}

function runs(
  texts: readonly string[],
  goesOnIn: (text: string, next: string) => boolean,
  read: (run: readonly string[]) => readonly string[],
): readonly string[] {
  const found: string[] = [];
  let run: string[] = [];
  texts.forEach((text, index) => {
    run.push(text);
    const next = texts[index + 1];
    if (next !== undefined && goesOnIn(text, next)) return;
    if (run.length > 1) found.push(...read(run));
    run = [];
  });
  return found;
}

function aroundSeams(run: readonly string[]): readonly string[] {
  const words = run.map((text) => text.split(/\s+/));
  const all = words.flat();
  let seam = 0;
  return words.slice(0, -1).map((own) => {
    seam += own.length;
    return all.slice(Math.max(0, seam - wordsOnASide), seam + wordsOnASide).join(" ");
  });
}
