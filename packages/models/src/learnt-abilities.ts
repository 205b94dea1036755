/**
 * Sends requests as a server was found to take them: what it refuses is left out, one thing at a time, from then on.
 * `otherThan` says what to try instead; undefined where a failure is about something else, which is thrown.
 */
export function learntAbilities<Able>(
  first: Able,
  otherThan: (error: unknown, able: Able) => Able | undefined,
): <Answer>(attempt: (able: Able) => Promise<Answer>, signal: AbortSignal) => Promise<Answer> {
  let able = first;
  return async (attempt, signal) => {
    for (;;) {
      const tried = able;
      try {
        return await attempt(tried);
      } catch (error) {
        const other = signal.aborted ? undefined : otherThan(error, tried);
        if (other === undefined) throw error;
        // Another call may have found out the same meanwhile.
        if (able === tried) able = other;
      }
    }
  };
}
