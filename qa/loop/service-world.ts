import type { World } from "./world.ts";

export type Fields = Record<string, unknown>;

/** What a service says no with. */
export class Refusal extends Error {}

/** A service in process: its operations read and change `state`, answer with JSON, or refuse. */
export function serviceWorld<State>(service: {
  readonly state: State;
  readonly operations: Readonly<Record<string, (state: State, input: Fields) => unknown>>;
  readonly solved: (state: State) => boolean;
}): World {
  const { state, operations, solved } = service;
  return {
    async call(tool, input) {
      const operation = operations[tool];
      if (operation === undefined)
        return { ok: false, output: "", error: `404: there is no operation ${tool}` };
      try {
        return { ok: true, output: JSON.stringify(operation(state, { ...input })) };
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        return { ok: false, output: "", error: error.message };
      }
    },
    solved: async () => solved(state),
    close: async () => undefined,
  };
}

/** Refuses fields that an operation does not know, as strict services do. */
export function onlyFields(input: Fields, ...known: readonly string[]): void {
  const foreign = Object.keys(input).find((name) => !known.includes(name));
  if (foreign !== undefined) throw new Refusal(`400 Bad Request: unknown field "${foreign}"`);
}
