import type { Figure } from "./report.ts";

const rounded = (value: number): number => Number(value.toPrecision(4));

/** A figure that must not be above `bar`. */
export function atMost(name: string, at: string, value: number, unit: string, bar: number): Figure {
  return { name, at, value: rounded(value), unit, bar: `<= ${bar}`, ok: value <= bar };
}

/** A figure that must not be below `bar`. */
export function atLeast(name: string, at: string, value: number, unit: string, bar: number): Figure {
  return { name, at, value: rounded(value), unit, bar: `>= ${bar}`, ok: value >= bar };
}

/** A figure that is told and not judged. */
export function told(name: string, at: string, value: number, unit: string): Figure {
  return { name, at, value: rounded(value), unit, bar: null, ok: true };
}
