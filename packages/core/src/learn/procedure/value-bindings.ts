import type { Trace } from "../../types/trace.ts";
import { createPlaceholders, type Placeholders, placeholderName } from "../placeholders.ts";
import { explainOrigin } from "../shell-values.ts";
import { type ValueOrigin, type ValueSources, valueSources } from "../value-sources.ts";
import { isChosenKind, isInstanceValue } from "./instance-values.ts";

/** What stands for the values of one run, and where these values came from. */
export interface ValueBindings {
  /** As for a repair, except that a fact of the environment and an unexplained value are to be bound too. */
  readonly sources: ValueSources;
  readonly placeholders: Placeholders;
  /** Values of the run's environment that are words: they are kept in the stamp and not in a text. */
  readonly facts: ReadonlySet<string>;
  /** Binds a value that the field says the meaning of, and tells where the next run finds its own. */
  readonly bind: (literal: string, field: string, before: number) => string;
  /** Values for which the run has no source, and that no agent may choose for itself. */
  readonly unexplained: () => readonly string[];
}

const noSource = "find out before the call: nothing in the run says where it came from";

export function valueBindings(trace: Trace): ValueBindings {
  const known = valueSources(trace);
  const placeholders = createPlaceholders();
  const facts = new Set<string>();
  for (const [name, value] of Object.entries(trace.environment)) {
    // "22" is the version of a runtime here and a number of lines there.
    if (value.length < 2 || !/\p{L}/u.test(value)) continue;
    facts.add(value);
    placeholders.explain(placeholders.bind(value, name), `the ${name} of the environment at hand`);
  }
  const sourceless = new Set<string>();
  const originOf = (literal: string, before: number, own: number): ValueOrigin => {
    const origin = known.originOf(literal, before, own);
    if (origin.from !== "nowhere") return origin;
    if (facts.has(literal)) return { from: "chance" };
    if (!isInstanceValue(literal)) return origin;
    sourceless.add(literal.replace(/^\.\//, ""));
    return { from: "chance" };
  };
  const sources = { ...known, originOf };
  const unexplained = (): readonly string[] =>
    [...sourceless].filter((literal) => !isChosenKind(placeholders.bound().get(literal) ?? ""));
  return {
    sources,
    placeholders,
    facts,
    unexplained,
    bind: (literal, field, before) => {
      const name = placeholders.bind(literal, field);
      const origin = originOf(literal, before, -1);
      const isOpen = origin.from === "chance" && !facts.has(literal) && !isChosenKind(name);
      placeholders.explain(name, isOpen ? noSource : explainOrigin(placeholderName(field), origin));
      return `<${name}>`;
    },
  };
}
