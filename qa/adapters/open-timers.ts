import { createHook } from "node:async_hooks";

/** Timers that were started since and have neither fired for the last time nor been cleared. */
export interface TimerCount {
  open(): number;
  stop(): void;
}

/** Sees unreferenced timers too, which `process.getActiveResourcesInfo()` does not tell. */
export function countTimers(): TimerCount {
  const open = new Set<number>();
  const hook = createHook({
    init(id, type) {
      if (type === "Timeout") open.add(id);
    },
    destroy(id) {
      open.delete(id);
    },
  }).enable();
  return {
    open: () => open.size,
    stop: () => void hook.disable(),
  };
}
