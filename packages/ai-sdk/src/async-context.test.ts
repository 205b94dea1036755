import { afterEach, describe, expect, it, vi } from "vitest";
import { asyncContext } from "./async-context.ts";

describe("asyncContext", () => {
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  it("holds its value over what a function waits for, and nowhere else", async () => {
    const context = asyncContext<string>();
    const seen = await context.run("a", async () => {
      await Promise.resolve();
      return context.getStore();
    });
    expect(seen).toBe("a");
    expect(context.getStore()).toBeUndefined();
  });

  it("runs its function once where the runtime has no asynchronous context", () => {
    vi.stubGlobal("process", {});
    vi.stubGlobal("AsyncLocalStorage", undefined);
    const context = asyncContext<string>();
    let runs = 0;
    context.run("a", () => {
      runs += 1;
      expect(context.getStore()).toBeUndefined();
    });
    expect(runs).toBe(1);
  });

  it("takes the global class of an edge runtime", () => {
    class Global {
      value: unknown;
      run<Result>(value: unknown, body: () => Result): Result {
        this.value = value;
        return body();
      }
      getStore(): unknown {
        return this.value;
      }
    }
    vi.stubGlobal("process", undefined);
    vi.stubGlobal("AsyncLocalStorage", Global);
    const context = asyncContext<string>();
    expect(context.run("a", () => context.getStore())).toBe("a");
  });
});
