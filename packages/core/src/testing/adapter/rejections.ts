/** Does the work, and fails when meanwhile a promise was rejected that nobody looks after. */
export async function withoutStrayRejections<T>(work: () => Promise<T>): Promise<T> {
  const stray: unknown[] = [];
  const note = (reason: unknown): void => {
    stray.push(reason);
  };
  process.on("unhandledRejection", note);
  try {
    const result = await work();
    // Node tells of them when the microtasks are done.
    await new Promise((resolve) => setTimeout(resolve, 0));
    if (stray.length > 0)
      throw new Error("A promise was rejected with nobody to catch it.", { cause: stray[0] });
    return result;
  } finally {
    process.off("unhandledRejection", note);
  }
}
