import { describe, expect, it } from "vitest";
import { wilson } from "./wilson.ts";

describe("wilson", () => {
  it("gives the interval of the textbook", () => {
    // Worked by hand: 8 of 10 is 0.4902 to 0.9433, 95 of 100 is 0.8882 to 0.9785.
    expect(wilson(8, 10).low).toBeCloseTo(0.4902, 4);
    expect(wilson(8, 10).high).toBeCloseTo(0.9433, 4);
    expect(wilson(95, 100).low).toBeCloseTo(0.8882, 4);
    expect(wilson(95, 100).high).toBeCloseTo(0.9785, 4);
  });

  it("stays within 0 and 1 and knows nothing of no trials", () => {
    expect(wilson(10, 10).high).toBeCloseTo(1, 12);
    expect(wilson(0, 10).low).toBeCloseTo(0, 12);
    expect(wilson(10, 10).high).toBeLessThanOrEqual(1);
    expect(wilson(0, 0)).toEqual({ low: 0, high: 1 });
  });
});
