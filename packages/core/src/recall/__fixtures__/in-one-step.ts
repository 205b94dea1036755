/** What decides at once, for whom asks for it in steps. */
export const inOneStep = <Asked extends readonly unknown[], Answer>(decide: (...asked: Asked) => Answer) =>
  function* (...asked: Asked): Generator<void, Answer> {
    yield;
    return decide(...asked);
  };
