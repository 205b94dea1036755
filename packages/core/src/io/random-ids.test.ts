import { describe, expect, it } from "vitest";
import { randomIds } from "./random-ids.ts";

describe("randomIds", () => {
  it("makes version 7 UUIDs that sort in the order they were made", () => {
    const ids = randomIds();
    const made = Array.from({ length: 10_000 }, () => ids.next());
    expect(new Set(made).size).toBe(made.length);
    expect([...made].sort()).toEqual(made);
    expect(made[0]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });

  it("keeps the order when the clock goes back", () => {
    let now = 1_000;
    const ids = randomIds(() => now);
    const before = ids.next();
    now = 500;
    expect(ids.next() > before).toBe(true);
  });
});
