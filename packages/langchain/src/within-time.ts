/** Waits for a work, at most so many milliseconds; without a limit to its end. Never rejects. */
export async function withinTime(work: Promise<unknown>, timeoutMs: number | undefined): Promise<void> {
  const done = work.then(
    () => {},
    () => {},
  );
  if (timeoutMs === undefined) return done;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const over = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, timeoutMs);
  });
  await Promise.race([done, over]);
  clearTimeout(timer);
}
