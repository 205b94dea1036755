import type { Loop } from "../core-types.ts";

type Methods<T> = { readonly [K in keyof T]?: T[K] };

/** The parts of a loop that a test answers for. */
export type LoopScript = Methods<Omit<Loop, "skills">> & { readonly skills?: Methods<Loop["skills"]> };

export interface ScriptedLoop {
  readonly loop: Loop;
  /** Every call in order, as `name` and its arguments. */
  readonly calls: readonly (readonly [name: string, ...parameters: unknown[]])[];
}

/** A loop that answers what the test says, records what it was asked, and fails on anything else. */
export function scriptedLoop(script: LoopScript): ScriptedLoop {
  const calls: [string, ...unknown[]][] = [];
  const record = (target: object, prefix: string): object =>
    new Proxy(target, {
      get(from, key) {
        if (typeof key === "symbol" || key === "then") return undefined;
        const value: unknown = Reflect.get(from, key);
        if (typeof value !== "function") {
          if (value === undefined) throw new Error(`The test did not expect ${prefix}${key}.`);
          return value;
        }
        return (...parameters: unknown[]) => {
          calls.push([`${prefix}${key}`, ...parameters]);
          return value(...parameters);
        };
      },
    });
  const { skills = {}, ...rest } = script;
  const facade = {
    home: "/library",
    scope: { project: "default" },
    close: async () => {},
    ...rest,
    skills: record(skills, "skills."),
  };
  return { loop: record(facade, "") as Loop, calls };
}
