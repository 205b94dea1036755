/** Lets so much work run at the same time; what comes beyond that waits for its turn. */
export interface CallSlots {
  /** `ahead` of all that has not begun. Rejects with what the work rejects with, which stops no other. */
  run<Result>(work: () => Promise<Result>, order?: "in turn" | "ahead"): Promise<Result>;
}

export function callSlots(limit: number): CallSlots {
  let running = 0;
  const waiting: (() => void)[] = [];
  const release = (): void => {
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next();
  };
  return {
    async run(work, order = "in turn") {
      if (running < limit) running += 1;
      else
        await new Promise<void>((begin) => {
          if (order === "ahead") waiting.unshift(begin);
          else waiting.push(begin);
        });
      try {
        return await work();
      } finally {
        release();
      }
    },
  };
}
