/** Fixed before the first run; `PROTOCOL.md` says what they decide. */
export const loopSeeds: readonly number[] = [1009, 2003, 3001];

export const poisonSeed = 4001;
