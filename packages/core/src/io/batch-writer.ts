/**
 * Collects calls while a write is running and hands them on as one: under load many small commits become
 * few, and a lone call waits for nothing. Results come back in the order of the items; when a write fails,
 * every call in it fails.
 */
export function batchWriter<Item, Result>({
  write,
  maxItems,
}: {
  readonly write: (items: readonly Item[]) => Promise<readonly Result[]>;
  readonly maxItems: number;
}): (item: Item) => Promise<Result> {
  interface Waiting {
    readonly item: Item;
    readonly resolve: (result: Result) => void;
    readonly reject: (error: unknown) => void;
  }
  const queue: Waiting[] = [];
  let running = false;

  const drain = async () => {
    running = true;
    while (queue.length > 0) {
      const batch = queue.splice(0, maxItems);
      try {
        const results = await write(batch.map(({ item }) => item));
        for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result);
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    running = false;
  };

  return (item) =>
    new Promise((resolve, reject) => {
      queue.push({ item, resolve, reject });
      if (!running) void drain();
    });
}
