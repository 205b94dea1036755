/** A value, or a function of a request that gives it, as Mastra takes its configuration. */
type Dynamic = readonly unknown[] | ((...given: never[]) => unknown) | undefined;

/**
 * The host's processors with ours behind them, in the form they have: a list stays a list, and a function of
 * the request stays a function. Where ours is among them already, nothing is added.
 */
export function appendProcessor(host: Dynamic, own: object): unknown {
  if (typeof host !== "function") return appended(host ?? [], own);
  return (...given: never[]): unknown => {
    const resolved = host(...given);
    if (resolved instanceof Promise) return resolved.then((list: unknown) => appended(list, own));
    return appended(resolved, own);
  };
}

function appended(list: unknown, own: object): unknown {
  if (list === undefined || list === null) return [own];
  if (!Array.isArray(list)) return list;
  return list.some((processor) => isOwn(processor, own)) ? list : [...list, own];
}

/** Two of ours would share one state, since Mastra keeps it by the processor's id. */
const isOwn = (processor: unknown, own: object): boolean =>
  processor === own ||
  (processor as { readonly id?: unknown } | null)?.id === (own as { readonly id?: unknown }).id;
