import { describe, expect, it } from "vitest";
import { passThrough, type StreamObserver } from "./pass-through.ts";

function observed(): { readonly seen: string[]; readonly observer: StreamObserver } {
  const seen: string[] = [];
  return {
    seen,
    observer: {
      part: () => void seen.push("part"),
      closed: () => void seen.push("closed"),
      failed: () => void seen.push("failed"),
      cancelled: () => void seen.push("cancelled"),
    },
  };
}

/** A source that counts what is asked of it. */
function source(parts: readonly unknown[]) {
  const asked = { pulls: 0, cancelled: undefined as unknown };
  const stream = new ReadableStream<unknown>(
    {
      pull(controller) {
        if (asked.pulls >= parts.length) controller.close();
        else controller.enqueue(parts[asked.pulls]);
        asked.pulls += 1;
      },
      cancel(reason) {
        asked.cancelled = reason;
      },
    },
    { highWaterMark: 0 },
  );
  return { asked, stream };
}

describe("passThrough", () => {
  it("takes from the source only what is asked of it, one part at a time", async () => {
    const { asked, stream } = source(["a", "b", "c"]);
    const { observer } = observed();
    const reader = passThrough(stream, observer).getReader();
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(asked.pulls).toBe(0);
    expect(await reader.read()).toEqual({ done: false, value: "a" });
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(asked.pulls).toBe(1);
  });

  it("hands on the end, and tells of it once", async () => {
    const { stream } = source(["a"]);
    const { seen, observer } = observed();
    const parts: unknown[] = [];
    for await (const part of passThrough(stream, observer)) parts.push(part);
    expect(parts).toEqual(["a"]);
    expect(seen).toEqual(["part", "closed"]);
  });

  it("hands on the source's own error", async () => {
    const failure = new Error("The line is cut");
    const stream = new ReadableStream<unknown>({ start: (controller) => controller.error(failure) });
    const { seen, observer } = observed();
    await expect(passThrough(stream, observer).getReader().read()).rejects.toBe(failure);
    expect(seen).toEqual(["failed"]);
  });

  it("AI4: a cancel reaches the source with its reason", async () => {
    const { asked, stream } = source(["a", "b"]);
    const { seen, observer } = observed();
    const reader = passThrough(stream, observer).getReader();
    await reader.read();
    await reader.cancel("enough");
    expect(asked.cancelled).toBe("enough");
    expect(seen).toEqual(["part", "cancelled"]);
  });
});
