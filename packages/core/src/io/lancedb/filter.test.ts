import { describe, expect, it } from "vitest";
import { and, atMost, equal, inScope, isIn, isNotIn, isNull, literal, or } from "./filter.ts";

describe("filter", () => {
  it("doubles quotes, so that a value never ends its literal", () => {
    expect(equal("id", "x' OR '1'='1")).toBe("id = 'x'' OR ''1''=''1'");
    expect(literal("\\")).toBe("'\\'");
  });

  it("refuses numbers that are not safe integers", () => {
    for (const value of [Number.NaN, Number.POSITIVE_INFINITY, 1.5, 2 ** 60]) {
      expect(() => atMost("not_before", value)).toThrow(expect.objectContaining({ code: "INTERNAL" }));
    }
  });

  it("joins conditions and leaves undefined ones out", () => {
    expect(and(equal("kind", "trace"), undefined, or(isNull("scope_user"), equal("scope_user", "u")))).toBe(
      "kind = 'trace' AND (scope_user IS NULL OR scope_user = 'u')",
    );
  });

  it("reaches no row with no values, and leaves none out", () => {
    expect(isIn("id", [])).toBe("false");
    expect(isNotIn("id", [])).toBe("true");
    expect(isIn("id", ["a", "b'"])).toBe("id IN ('a', 'b''')");
  });

  it("DB9: names the project in every scope filter", () => {
    const scope = { project: "p", user: "u" };
    expect(inScope({ scope, reach: "exact" })).toBe(
      "scope_project = 'p' AND scope_agent IS NULL AND scope_user = 'u'",
    );
    expect(inScope({ scope, reach: "visible" })).toBe(
      "scope_project = 'p' AND scope_agent IS NULL AND (scope_user IS NULL OR scope_user = 'u')",
    );
    expect(inScope({ scope, reach: "within" })).toBe("scope_project = 'p' AND scope_user = 'u'");
    expect(() => inScope({ scope: {} as never, reach: "within" })).toThrow(
      expect.objectContaining({ code: "INVALID_SCOPE" }),
    );
  });
});
