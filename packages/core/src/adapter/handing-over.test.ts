import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { HandingOver } from "./handing-over.ts";

describe("HandingOver", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("is over after its time", async () => {
    const over = vi.fn();
    void new HandingOver().over.then(over);
    await vi.advanceTimersByTimeAsync(9);
    expect(over).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(over).toHaveBeenCalledOnce();
  });

  it("is over at once when it is ended, and leaves no timer", async () => {
    const handing = new HandingOver();
    const { over } = handing;
    handing.end();
    await over;
    expect(vi.getTimerCount()).toBe(0);
  });

  it("does not begin when it was ended before", async () => {
    const handing = new HandingOver();
    handing.end();
    await handing.over;
    expect(vi.getTimerCount()).toBe(0);
  });
});
