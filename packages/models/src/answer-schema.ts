import type { GenerateRequest } from "@skillloop/core";
import { toJSONSchema } from "zod";

type Node = { readonly [key: string]: unknown };

/** Servers with structured output know no limits of length or size; the answer is checked against them here anyway. */
const dropped = new Set([
  "$schema",
  "default",
  "minLength",
  "maxLength",
  "pattern",
  "format",
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "multipleOf",
  "minItems",
  "maxItems",
  "propertyNames",
]);

/** The forms of a union differ in a field, so that any of them is one of them; strict servers know one word for both. */
const known = (keyword: string): string => (keyword === "oneOf" ? "anyOf" : keyword);

export interface AnswerSchema {
  readonly schema: Node;
  /** Whether every field is required and nothing else allowed, which strict servers ask for. */
  readonly strict: boolean;
}

/** The shape of an answer as servers with structured output take it; undefined where it is no object. */
export function answerSchema(schema: GenerateRequest<unknown>["schema"]): AnswerSchema | undefined {
  const made = toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as Node;
  if (made["type"] !== "object") return undefined;
  let strict = true;
  const closed = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(closed);
    if (typeof node !== "object" || node === null) return node;
    const kept = Object.entries(node as Node).filter(([key]) => !dropped.has(key));
    const copy: Record<string, unknown> = {};
    for (const [key, value] of kept)
      copy[known(key)] = key === "properties" ? closedFields(value) : closed(value);
    if (copy["type"] !== "object") return copy;
    const fields = Object.keys((copy["properties"] as object | undefined) ?? {});
    const required = new Set((copy["required"] as readonly string[] | undefined) ?? []);
    if (fields.length === 0 || fields.some((field) => !required.has(field))) strict = false;
    return { ...copy, additionalProperties: copy["additionalProperties"] ?? false };
  };
  // A field may be called like a keyword.
  const closedFields = (fields: unknown): unknown =>
    Object.fromEntries(Object.entries(fields as Node).map(([name, field]) => [name, closed(field)]));
  return { schema: closed(made) as Node, strict };
}
