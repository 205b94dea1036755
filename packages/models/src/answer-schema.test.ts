import { describe, expect, it } from "vitest";
import { z } from "zod";
import { answerSchema } from "./answer-schema.ts";

describe("answerSchema", () => {
  it("closes every object, and leaves out what servers refuse to know", () => {
    const schema = z.object({
      verdict: z.enum(["pass", "fail"]),
      items: z.array(z.object({ text: z.string().max(9), count: z.number().int().min(1).max(3) })).max(4),
    });
    expect(answerSchema(schema)).toEqual({
      strict: true,
      schema: {
        type: "object",
        properties: {
          verdict: { type: "string", enum: ["pass", "fail"] },
          items: {
            type: "array",
            items: {
              type: "object",
              properties: { text: { type: "string" }, count: { type: "integer" } },
              required: ["text", "count"],
              additionalProperties: false,
            },
          },
        },
        required: ["verdict", "items"],
        additionalProperties: false,
      },
    });
  });

  it("keeps fields that are called like a keyword", () => {
    const schema = z.object({
      format: z.string(),
      pattern: z.string(),
      default: z.string(),
      properties: z.string(),
    });
    const { schema: made } = answerSchema(schema) ?? {};
    expect(Object.keys((made?.["properties"] as object | undefined) ?? {})).toEqual([
      "format",
      "pattern",
      "default",
      "properties",
    ]);
  });

  it("has the one word for a union that strict servers know", () => {
    const add = z.object({ op: z.literal("ADD"), text: z.string() });
    const drop = z.object({ op: z.literal("DROP"), oneOf: z.string() });
    const schema = z.object({ operations: z.array(z.discriminatedUnion("op", [add, drop])) });
    const made = answerSchema(schema);
    const forms = [
      { properties: { op: { const: "ADD" } }, required: ["op", "text"] },
      { properties: { op: { const: "DROP" }, oneOf: { type: "string" } }, required: ["op", "oneOf"] },
    ];
    expect(made).toMatchObject({
      strict: true,
      schema: { properties: { operations: { items: { anyOf: forms } } } },
    });
    expect(JSON.stringify(made)).not.toContain('"oneOf":[');
  });

  it.each([
    ["a field that may be missing", z.object({ a: z.string(), b: z.string().optional() })],
    ["one in a list", z.object({ list: z.array(z.object({ b: z.string().optional() })) })],
    ["one with a default", z.object({ a: z.string().default("x") })],
    ["fields of any name", z.object({ map: z.record(z.string(), z.number()) })],
  ])("is not strict with %s", (_what, schema) => {
    expect(answerSchema(schema)?.strict).toBe(false);
  });

  it("describes what the model writes, and nothing that is no object", () => {
    const changed = z.object({ at: z.string().transform((at) => at.length) });
    expect(answerSchema(changed)?.schema).toMatchObject({ properties: { at: { type: "string" } } });
    expect(answerSchema(z.array(z.string()))).toBeUndefined();
    expect(answerSchema(z.union([z.string(), z.null()]))).toBeUndefined();
  });
});
