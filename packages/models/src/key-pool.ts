import { invalidOption } from "./model-errors.ts";

interface KeyState {
  readonly key: string;
  /** Not to be used before; 0 when it may be used. */
  until: number;
  /** Its share is used up, which is another thing than being asked to wait. */
  parked: boolean;
}

export type Choice =
  | { readonly key: string; readonly waitMs: number }
  /** Every key is parked; `until` is when the first one comes back. */
  | { readonly parkedUntil: number }
  | undefined;

/** Keys of one server, used in turn. A key that is told to wait, or whose day is used up, stands back and the others go on. */
export class KeyPool {
  readonly #states: readonly KeyState[];
  #next = 0;

  /** @throws SkillLoopError `INVALID_OPTIONS` for what cannot be sent in a header. */
  constructor(keys: readonly string[]) {
    for (const key of keys) {
      if (!/^[\x21-\x7e]+$/.test(key))
        throw invalidOption("A key cannot be sent in a header.", "Look for line ends and spaces in it.");
    }
    this.#states = [...new Set(keys)].map((key) => ({ key, until: 0, parked: false }));
  }

  get size(): number {
    return this.#states.length;
  }

  /** The next key of those that may be tried, or the one that can be used soonest with how long that takes. */
  choose(now: number, mayTry: (key: string) => boolean): Choice {
    for (const state of this.#states) {
      if (state.until > now) continue;
      state.parked = false;
      state.until = 0;
    }
    const inTurn = this.#states.map((_, index) => this.#states[(this.#next + index) % this.size] as KeyState);
    if (inTurn.length > 0 && inTurn.every(({ parked }) => parked))
      return { parkedUntil: Math.min(...inTurn.map(({ until }) => until)) };
    const open = inTurn.filter(({ key, parked }) => !parked && mayTry(key));
    const [first] = [...open].sort((a, b) => a.until - b.until);
    if (first === undefined) return undefined;
    this.#next = (this.#states.indexOf(first) + 1) % this.size;
    return { key: first.key, waitMs: Math.max(0, first.until - now) };
  }

  cool(key: string, until: number): void {
    const state = this.#of(key);
    if (state !== undefined && !state.parked) state.until = Math.max(state.until, until);
  }

  park(key: string, until: number): void {
    const state = this.#of(key);
    if (state === undefined) return;
    state.parked = true;
    state.until = until;
  }

  #of(key: string): KeyState | undefined {
    return this.#states.find((state) => state.key === key);
  }
}

/** Keys from an option, or from a variable with a comma between them. */
export function keysFrom(
  option: string | readonly string[] | undefined,
  variable: string,
): readonly string[] {
  const given = option ?? process.env[variable] ?? "";
  const keys = typeof given === "string" ? given.split(",") : given;
  return keys.map((key) => key.trim()).filter((key) => key !== "");
}
