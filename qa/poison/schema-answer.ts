import {
  type GenerateRequest,
  type GenerateResult,
  type LanguageModel,
  SkillLoopError,
} from "@skillloop/core";
import { toJSONSchema } from "zod";

interface Node {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Node[];
  readonly oneOf?: readonly Node[];
  readonly properties?: Readonly<Record<string, Node>>;
  readonly items?: Node;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly maxLength?: number;
}

/** Where in an answer a value stands: the names of its fields, and for each list the place in it. */
export interface Place {
  readonly name: string;
  /** Of the innermost list around it. */
  readonly index: number;
  readonly path: readonly string[];
}

/** How a test model fills an answer of any shape: by the names of its fields. */
export interface Filler {
  readonly text: (place: Place) => string;
  readonly choice: (place: Place, of: readonly unknown[]) => unknown;
  readonly number: (place: Place) => number;
  readonly truth: (place: Place) => boolean;
  readonly length: (place: Place) => number;
  /** Whether something that may be null is. */
  readonly isNull: (place: Place) => boolean;
}

export interface FillingModel extends LanguageModel {
  /** How often it was asked in each role: how far its answers got. */
  readonly calls: Readonly<Record<string, number>>;
}

/** A model that fills whatever shape it is asked for, in whatever role: so it needs no change when a prompt changes. */
export function fillingModel(
  id: string,
  fillerFor: (request: GenerateRequest<unknown>) => Filler,
): FillingModel {
  const calls: Record<string, number> = {};
  return {
    id,
    calls,
    async generate<T>(request: GenerateRequest<T>): Promise<GenerateResult<T>> {
      calls[request.role] = (calls[request.role] ?? 0) + 1;
      request.signal?.throwIfAborted();
      const schema = toJSONSchema(request.schema, { io: "input", unrepresentable: "any" }) as Node;
      const value = fill(schema, fillerFor(request), { name: "", index: 0, path: [] });
      const read = request.schema.safeParse(value);
      if (!read.success) {
        const at = read.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`).join("; ");
        throw new SkillLoopError({
          code: "MODEL_ANSWER_INVALID",
          message: `The test model's answer in the role ${request.role} does not fit: ${at}`,
          remedy: "Teach the test model the field.",
        });
      }
      return { value: read.data, usage: { inputTokens: 1, outputTokens: 1 }, finish: "stop" };
    },
  };
}

function fill(node: Node, filler: Filler, place: Place): unknown {
  const forms = node.anyOf ?? node.oneOf;
  if (forms !== undefined) {
    const some = forms.filter(({ type }) => type !== "null");
    if (some.length < forms.length && filler.isNull(place)) return null;
    return fill(some[place.index % Math.max(1, some.length)] ?? {}, filler, place);
  }
  if (node.const !== undefined) return node.const;
  if (node.enum !== undefined) return filler.choice(place, node.enum);
  if (node.type === "object") {
    return Object.fromEntries(
      Object.entries(node.properties ?? {}).map(([name, child]) => [
        name,
        fill(child, filler, { name, index: place.index, path: [...place.path, name] }),
      ]),
    );
  }
  if (node.type === "array") {
    const length = Math.min(node.maxItems ?? 100, Math.max(node.minItems ?? 0, filler.length(place)));
    return Array.from({ length }, (_, index) => fill(node.items ?? {}, filler, { ...place, index }));
  }
  if (node.type === "boolean") return filler.truth(place);
  if (node.type === "number" || node.type === "integer") return filler.number(place);
  return filler.text(place).slice(0, node.maxLength ?? 4_000);
}
