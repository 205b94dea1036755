export interface MemoryUse {
  /** Bytes of objects. */
  readonly heap: number;
  /** Bytes outside the heap: of vectors, and of rows in the buffers that LanceDB filled, which Node counts apart. */
  readonly buffers: number;
}

/** What is in use once nothing is left to collect. Needs `--expose-gc`. */
export async function settledMemory(): Promise<MemoryUse> {
  if (globalThis.gc === undefined)
    throw new Error("Run with --expose-gc: memory is read after a collection.");
  for (let round = 0; round < 5; round += 1) {
    await new Promise((resolve) => setTimeout(resolve, 20));
    globalThis.gc();
  }
  const { heapUsed, external } = process.memoryUsage();
  return { heap: heapUsed, buffers: external };
}
