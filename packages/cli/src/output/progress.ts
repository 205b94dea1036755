export interface Progress {
  update(done: number, total: number): void;
  stop(): void;
}

const silent: Progress = { update: () => {}, stop: () => {} };

/** A bar on standard error for a person who waits; nothing where it would end up in a log. */
export async function startProgress(
  label: string,
  stream: NodeJS.WriteStream | undefined,
): Promise<Progress> {
  if (stream === undefined) return silent;
  const { SingleBar } = await import("cli-progress");
  const bar = new SingleBar({
    format: `${label} {bar} {value}/{total}`,
    stream,
    hideCursor: true,
    clearOnComplete: true,
  });
  let started = false;
  return {
    update: (done, total) => {
      if (started) bar.setTotal(total);
      else bar.start(total, 0);
      started = true;
      bar.update(done);
    },
    stop: () => {
      if (started) bar.stop();
    },
  };
}
