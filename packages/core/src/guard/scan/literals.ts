import type { ScanPattern } from "./scan-pattern.ts";

/**
 * What a text must hold before a pattern can match in it: of each list at least one literal, in lower case.
 * An empty result asks for nothing.
 */
export type NeededLiterals = readonly (readonly string[])[];

/**
 * The same more closely: a literal, or all or any of several. `true` asks for nothing. Slower to ask than
 * `NeededLiterals`, and met by far fewer texts, since each alternative keeps all its literals.
 */
export type LiteralTree = true | string | { readonly all: boolean; readonly of: readonly LiteralTree[] };

interface Part {
  /** Every string the part can match, when they are few. */
  readonly exact: readonly string[] | undefined;
  readonly needs: NeededLiterals;
  readonly tree: LiteralTree;
}

const anything: Part = { exact: undefined, needs: [], tree: true };
const nothing: Part = { exact: [""], needs: [], tree: true };
const mostStrings = 64;
const shortest = 2;
const longest = 6;

/**
 * The literals without which a pattern cannot match, read from its source. Sound by construction: whatever is
 * not understood asks for nothing. The idea is that of the prefilters of RE2.
 */
export function neededLiterals(pattern: ScanPattern): NeededLiterals {
  return needsOf(readPattern(pattern)).map(withoutLonger);
}

/** The tree of the literals without which a pattern cannot match. */
export function literalTree(pattern: ScanPattern): LiteralTree {
  return treeOf(readPattern(pattern));
}

function readPattern(pattern: ScanPattern): Part {
  const reader = { source: pattern.source, at: 0, unicode: pattern.flags.includes("u") };
  const part = readAlternatives(reader);
  return reader.at < reader.source.length ? anything : part;
}

function treeOf({ exact, tree }: Part): LiteralTree {
  if (exact === undefined) return tree;
  return exact.includes("") ? true : joinTrees(false, exact);
}

function joinTrees(all: boolean, trees: readonly LiteralTree[]): LiteralTree {
  const of = all ? trees.filter((tree) => tree !== true) : trees;
  if (all ? of.length === 0 : of.includes(true)) return true;
  const [only] = of;
  return of.length === 1 && only !== undefined ? only : { all, of };
}

/** Text as the literals are compared with: lower case, with the two letters that fold into ASCII folded. */
export function foldForLiterals(text: string): string {
  const lower = text.toLowerCase();
  return lower.includes("\u017f") ? lower.replaceAll("\u017f", "s") : lower;
}

// Characters that stand for themselves; the last one is left out when a quantifier belongs to it.
const plainRun = /[^\\()[\]{}.*+?|^$\u{10000}-\u{10ffff}]+(?![*+?{])/uy;
const quantifiers = /(?:[*+?]|\{\d+(?:,\d*)?\})\??/y;
const openings = /\((?:\?(?:[:=!]|<[=!]|<\w+>))?/y;
const escapes = /\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|k<\w+>|\d+|c[A-Za-z]|[\s\S])/y;

function take(reader: Reader, token: RegExp): string {
  token.lastIndex = reader.at;
  const found = token.exec(reader.source)?.[0] ?? "";
  reader.at += found.length;
  return found;
}

interface Reader {
  readonly source: string;
  readonly unicode: boolean;
  at: number;
}

function needsOf({ exact, needs }: Part): NeededLiterals {
  if (exact === undefined) return needs;
  if (exact.some((literal) => literal.length < shortest)) return [];
  return [exact.map((literal) => literal.slice(0, longest))];
}

/** Where "send" suffices, "sending" adds nothing. */
function withoutLonger(literals: readonly string[]): readonly string[] {
  const all = new Set(literals);
  return [...all].filter((literal) => {
    for (let start = 0; start < literal.length; start += 1) {
      for (let end = start + shortest; end <= literal.length; end += 1) {
        if (end - start < literal.length && all.has(literal.slice(start, end))) return false;
      }
    }
    return true;
  });
}

function readAlternatives(reader: Reader): Part {
  const parts = [readSequence(reader)];
  while (reader.source[reader.at] === "|") {
    reader.at += 1;
    parts.push(readSequence(reader));
  }
  const [only] = parts;
  if (only !== undefined && parts.length === 1) return only;
  if (parts.every((part) => part.exact !== undefined)) {
    const united = [...new Set(parts.flatMap((part) => part.exact ?? []))];
    const all = exactly(united);
    return united.length <= mostStrings ? all : { exact: undefined, needs: needsOf(all), tree: treeOf(all) };
  }
  const choices = parts.map((part) => needsOf(part).reduce(pickier, []));
  const needs = choices.some((choice) => choice.length === 0) ? [] : [choices.flat()];
  return { exact: undefined, needs, tree: joinTrees(false, parts.map(treeOf)) };
}

/** Of two lists the one that fewer texts satisfy: longer literals first, then fewer of them. */
function pickier(best: readonly string[], other: readonly string[]): readonly string[] {
  return best.length === 0 || weightOf(other) > weightOf(best) ? other : best;
}

function weightOf(list: readonly string[]): number {
  let shortestHere = longest;
  for (const { length } of list) if (length < shortestHere) shortestHere = length;
  return shortestHere * 10 - list.length / 10;
}

function readSequence(reader: Reader): Part {
  const needs: (readonly string[])[] = [];
  const trees: LiteralTree[] = [];
  let running: readonly string[] = [""];
  let whole = true;
  const flush = (): void => {
    const part: Part = { exact: running, needs: [], tree: true };
    needs.push(...needsOf(part));
    trees.push(treeOf(part));
    running = [""];
    whole = false;
  };
  while (reader.at < reader.source.length) {
    const next = reader.source[reader.at];
    if (next === "|" || next === ")") break;
    const part = readQuantified(reader);
    if (part.exact !== undefined && part.exact.length * running.length <= mostStrings) {
      running = joined(running, part.exact);
      continue;
    }
    flush();
    if (part.exact === undefined) {
      needs.push(...part.needs);
      trees.push(part.tree);
    } else running = part.exact;
  }
  if (whole) return { exact: running, needs: [], tree: true };
  flush();
  return { exact: undefined, needs, tree: joinTrees(true, trees) };
}

function joined(starts: readonly string[], ends: readonly string[]): readonly string[] {
  if (ends.length === 1 && ends[0] === "") return starts;
  const [start] = starts;
  if (start === "" && starts.length === 1) return ends;
  const all: string[] = [];
  for (const one of starts) for (const end of ends) all.push(one + end);
  return all;
}

function readQuantified(reader: Reader): Part {
  const part = readAtom(reader);
  if (!"*+?{".includes(reader.source[reader.at] ?? " ")) return part;
  const quantifier = take(reader, quantifiers);
  if (quantifier === "") return part;
  if (quantifier.startsWith("?")) {
    return part.exact === undefined
      ? anything
      : { exact: [...new Set(["", ...part.exact])], needs: [], tree: true };
  }
  if (/^(?:\*|\{0)/.test(quantifier)) return anything;
  return { exact: undefined, needs: needsOf(part), tree: treeOf(part) };
}

function readAtom(reader: Reader): Part {
  const plain = take(reader, plainRun);
  if (plain !== "") return exactly([foldForLiterals(plain)]);
  const character = reader.source[reader.at] as string;
  if (character === "(") return readGroup(reader);
  if (character === "[") return readClass(reader);
  if (character === "\\") return readEscape(reader);
  const point = reader.unicode ? String.fromCodePoint(reader.source.codePointAt(reader.at) ?? 0) : character;
  reader.at += point.length;
  if (character === "^" || character === "$") return nothing;
  return character === "." ? anything : exactly([foldForLiterals(point)]);
}

function readGroup(reader: Reader): Part {
  const opening = take(reader, openings);
  const inner = readAlternatives(reader);
  reader.at += 1;
  if (/!$/.test(opening)) return nothing;
  // What is looked at is in the text as well, though not in the match.
  return /=$/.test(opening) ? { exact: undefined, needs: needsOf(inner), tree: treeOf(inner) } : inner;
}

function exactly(exact: readonly string[]): Part {
  return { exact, needs: [], tree: true };
}

function readClass(reader: Reader): Part {
  const start = reader.at;
  reader.at += 1;
  while (reader.at < reader.source.length && reader.source[reader.at] !== "]") {
    reader.at += reader.source[reader.at] === "\\" ? 2 : 1;
  }
  reader.at += 1;
  const body = reader.source.slice(start + 1, reader.at - 1);
  // Only a few plain characters; ranges, escapes and negations are left open.
  if (body.length > 6 || /[\\^]|.-./u.test(body)) return anything;
  return exactly([...new Set([...body].map(foldForLiterals))]);
}

function readEscape(reader: Reader): Part {
  const sequence = take(reader, escapes);
  if (sequence === "\\b" || sequence === "\\B") return nothing;
  if (/^\\[pPuxkcdDwWsSnrtfv0-9]/.test(sequence)) return anything;
  return exactly([foldForLiterals(sequence.slice(1))]);
}
