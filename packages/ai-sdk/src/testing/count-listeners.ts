/** How many abort listeners a signal has, counted from now on. */
export function countListeners(signal: AbortSignal): () => number {
  const added = new Set<unknown>();
  const { addEventListener, removeEventListener } = signal;
  signal.addEventListener = (...given: Parameters<typeof addEventListener>) => {
    added.add(given[1]);
    addEventListener.apply(signal, given);
  };
  signal.removeEventListener = (...given: Parameters<typeof removeEventListener>) => {
    added.delete(given[1]);
    removeEventListener.apply(signal, given);
  };
  return () => added.size;
}
