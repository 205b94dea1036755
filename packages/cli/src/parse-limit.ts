import { InvalidArgumentError } from "commander";

/** A count on the command line, from 1. */
export function parseLimit(value: string): number {
  if (!/^[1-9]\d*$/.test(value)) throw new InvalidArgumentError("It is a number from 1.");
  return Number(value);
}
