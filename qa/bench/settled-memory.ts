export interface MemoryUse {
  /** Bytes of objects. */
  readonly heap: number;
  /** Bytes of arrays that this program made, outside the heap. */
  readonly arrays: number;
  /** Bytes of the rows in the buffers that LanceDB filled; Node counts them apart. */
  readonly rows: number;
}

/** What is in use once nothing is left to collect. Needs `--expose-gc`. */
export async function settledMemory(): Promise<MemoryUse> {
  if (globalThis.gc === undefined)
    throw new Error("Run with --expose-gc: memory is read after a collection.");
  for (let round = 0; round < 5; round += 1) {
    await new Promise((resolve) => setTimeout(resolve, 20));
    globalThis.gc();
  }
  const { heapUsed, external, arrayBuffers } = process.memoryUsage();
  return { heap: heapUsed, arrays: arrayBuffers, rows: external - arrayBuffers };
}

/** What each of `skills` takes of what came in between, in KB: of the index, and of rows as they were read. */
export function perSkill(
  before: MemoryUse,
  after: MemoryUse,
  skills: number,
): { readonly index: number; readonly rows: number } {
  const kilobytes = (bytes: number): number => bytes / skills / 1_024;
  return {
    index: kilobytes(after.heap - before.heap + after.arrays - before.arrays),
    rows: kilobytes(after.rows - before.rows),
  };
}
