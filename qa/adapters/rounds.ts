/** One way of running something, timed by itself: what it resolves with is milliseconds. */
export type Arm = (round: number) => Promise<number>;

/**
 * Runs all arms once a round, in an order that turns with the round, so that whatever grows, warms up or
 * disturbs the machine meets each of them alike. Answers with each arm's milliseconds, round by round.
 */
export async function rounds<Name extends string>(
  count: number,
  arms: Readonly<Record<Name, Arm>>,
): Promise<Readonly<Record<Name, readonly number[]>>> {
  const names = Object.keys(arms) as Name[];
  const durations = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>;
  for (let round = 0; round < count; round += 1) {
    for (const name of orderOf(names, round)) durations[name].push(await arms[name](round));
  }
  return durations;
}

/** Each name takes each place, and after every full turn the order is the other way round. */
export function orderOf<Name>(names: readonly Name[], round: number): readonly Name[] {
  const turned = names.map((_, index) => names[(index + round) % names.length] as Name);
  return Math.floor(round / names.length) % 2 === 0 ? turned : turned.reverse();
}

/** What one arm took longer than another in the same round, divided by `by`. */
export function added(longer: readonly number[], shorter: readonly number[], by = 1): readonly number[] {
  return longer.map((duration, round) => (duration - (shorter[round] ?? Number.NaN)) / by);
}

/** How long a piece of work takes, in milliseconds. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
