import { foldForLiterals, neededLiterals } from "./scan-literals.ts";

/** Tells, from one pass over a text, which of a list of patterns could match in it. */
export interface Prefilter {
  /** Indexes of the groups of which every pattern could match; the others cannot. */
  candidates(text: string): readonly number[];
}

const asciiClasses = 128;
const otherClasses = 32;
const classes = asciiClasses + otherClasses;

// Letters outside ASCII share classes: two that meet cost a needless match, never a missed one.
function classOf(code: number): number {
  return code < asciiClasses ? code : asciiClasses + (code & (otherClasses - 1));
}

/** Each group is a list of patterns that must all match. An Aho-Corasick automaton over their literals. */
export function buildPrefilter(groups: readonly (readonly RegExp[])[]): Prefilter {
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
  const { next, outputs } = buildAutomaton(clausesOfLiteral);
  const met = new Uint32Array(clauseIds.size);
  const seen = new Uint32Array(outputs.length);
  let pass = 0;
  return {
    candidates(text) {
      pass += 1;
      const folded = foldForLiterals(text);
      let state = 0;
      for (let at = 0; at < folded.length; at += 1) {
        state = next[state * classes + classOf(folded.charCodeAt(at))] as number;
        const output = outputs[state];
        if (output === undefined || seen[state] === pass) continue;
        seen[state] = pass;
        for (const clause of output) met[clause] = pass;
      }
      const found: number[] = [];
      for (let group = 0; group < clausesOfGroup.length; group += 1) {
        const clauses = clausesOfGroup[group] as Uint16Array;
        let every = true;
        for (let at = 0; at < clauses.length && every; at += 1) every = met[clauses[at] as number] === pass;
        if (every) found.push(group);
      }
      return found;
    },
  };
}

interface Automaton {
  readonly next: Uint16Array;
  /** The clauses that a state proves, or undefined. */
  readonly outputs: readonly (Uint16Array | undefined)[];
}

function buildAutomaton(clausesOfLiteral: ReadonlyMap<string, readonly number[]>): Automaton {
  const children: Map<number, number>[] = [new Map()];
  const proves: Set<number>[] = [new Set()];
  for (const [literal, clauses] of clausesOfLiteral) {
    let state = 0;
    for (let at = 0; at < literal.length; at += 1) {
      const letter = classOf(literal.charCodeAt(at));
      let child = children[state]?.get(letter);
      if (child === undefined) {
        child = children.length;
        children.push(new Map());
        proves.push(new Set());
        children[state]?.set(letter, child);
      }
      state = child;
    }
    for (const clause of clauses) proves[state]?.add(clause);
  }
  const next = new Uint16Array(children.length * classes);
  const fallback = new Uint16Array(children.length);
  const queue = [0];
  for (const state of queue) {
    const failed = fallback[state] as number;
    for (const clause of proves[failed] ?? []) proves[state]?.add(clause);
    if (state !== 0) next.copyWithin(state * classes, failed * classes, (failed + 1) * classes);
    for (const [letter, child] of children[state] ?? []) {
      fallback[child] = state === 0 ? 0 : (next[failed * classes + letter] as number);
      next[state * classes + letter] = child;
      queue.push(child);
    }
  }
  return {
    next,
    outputs: proves.map((clauses) => (clauses.size === 0 ? undefined : Uint16Array.from(clauses))),
  };
}
