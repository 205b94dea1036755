import { foldForLiterals, neededLiterals } from "./literals.ts";
import type { ScanPattern } from "./scan-pattern.ts";

/** Tells, from one pass over a text, which of a list of patterns could match in it. */
export interface Prefilter {
  /** Indexes of the groups of which every pattern could match, of those from `from` to before `to`. */
  candidates(text: string, from?: number, to?: number): readonly number[];
}

const asciiClasses = 64;
const otherClasses = 16;
const classes = asciiClasses + otherClasses;

// Folded text has no capitals, so their places go to the small letters. Letters outside ASCII, and the few
// signs that meet, share classes: that costs a needless match, never a missed one.
function classOf(code: number): number {
  if (code < 64) return code & 31;
  return code < 128 ? 32 + (code & 31) : asciiClasses + (code & (otherClasses - 1));
}

/** Each group is a list of patterns that must all match. An Aho-Corasick automaton over their literals. */
export function buildPrefilter(groups: readonly (readonly ScanPattern[])[]): Prefilter {
  const clauseIds = new Map<string, number>();
  const clausesOfLiteral = new Map<string, number[]>();
  const clausesOfGroup = groups.map((patterns) => {
    const ids = new Set<number>();
    for (const literals of patterns.flatMap(neededLiterals)) {
      const key = [...literals].sort().join("\n");
      let id = clauseIds.get(key);
      if (id === undefined) {
        id = clauseIds.size;
        clauseIds.set(key, id);
        for (const literal of literals) {
          const clauses = clausesOfLiteral.get(literal);
          if (clauses === undefined) clausesOfLiteral.set(literal, [id]);
          else clauses.push(id);
        }
      }
      ids.add(id);
    }
    return Uint16Array.from(ids);
  });
  // Most groups fail by the first of their clauses; a group without any is always a candidate.
  const always = clauseIds.size;
  const firstClause = Uint16Array.from(clausesOfGroup, ([first]) => first ?? always);
  const { next, outputs } = buildAutomaton(clausesOfLiteral);
  const met = new Uint32Array(clauseIds.size + 1);
  const seen = new Uint32Array(outputs.length);
  let pass = 0;
  let last: string | undefined;
  const read = (text: string): void => {
    if (text === last) return;
    last = text;
    pass += 1;
    met[always] = pass;
    const folded = foldForLiterals(text);
    let state = 0;
    for (let at = 0; at < folded.length; at += 1) {
      state = next[state * classes + classOf(folded.charCodeAt(at))] as number;
      const output = outputs[state];
      if (output === undefined || seen[state] === pass) continue;
      seen[state] = pass;
      for (const clause of output) met[clause] = pass;
    }
  };
  return {
    candidates(text, from = 0, to = firstClause.length) {
      read(text);
      const found: number[] = [];
      for (let group = from; group < to; group += 1) {
        if (met[firstClause[group] as number] !== pass) continue;
        const clauses = clausesOfGroup[group] as Uint16Array;
        let every = true;
        for (let at = 1; at < clauses.length && every; at += 1) every = met[clauses[at] as number] === pass;
        if (every) found.push(group);
      }
      return found;
    },
  };
}

interface Automaton {
  readonly next: Uint16Array;
  /** The clauses that a state proves, or undefined. */
  readonly outputs: readonly (readonly number[] | undefined)[];
}

function buildAutomaton(clausesOfLiteral: ReadonlyMap<string, readonly number[]>): Automaton {
  let most = 1;
  for (const literal of clausesOfLiteral.keys()) most += literal.length;
  const tree = new Uint16Array(most * classes);
  const outputs: number[][] = [[]];
  for (const [literal, clauses] of clausesOfLiteral) {
    let state = 0;
    for (let at = 0; at < literal.length; at += 1) {
      const place = state * classes + classOf(literal.charCodeAt(at));
      if (tree[place] === 0) {
        tree[place] = outputs.length;
        outputs.push([]);
      }
      state = tree[place] as number;
    }
    outputs[state]?.push(...clauses);
  }
  const next = tree.slice(0, outputs.length * classes);
  const fallback = new Uint16Array(outputs.length);
  const queue = [0];
  for (const state of queue) {
    const failed = fallback[state] as number;
    if (state !== 0) outputs[state]?.push(...(outputs[failed] ?? []));
    for (let letter = 0; letter < classes; letter += 1) {
      const place = state * classes + letter;
      const child = next[place] as number;
      const other = state === 0 ? 0 : (next[failed * classes + letter] as number);
      if (child === 0) {
        next[place] = other;
        continue;
      }
      fallback[child] = other;
      queue.push(child);
    }
  }
  return { next, outputs: outputs.map((clauses) => (clauses.length === 0 ? undefined : clauses)) };
}
