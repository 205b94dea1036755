import { describe, expect, it } from "vitest";
import { SkillLoopError } from "../errors.ts";
import { embedWorld } from "../testing/embed-world.ts";
import { embedTexts } from "./run-embed.ts";

const failing = (error: unknown) => async () => {
  throw error;
};

describe("guardEmbedder", () => {
  it("tells of an outage once, rests, and tells of the next one after an answer", async () => {
    const { ports, embedder, clock, told } = embedWorld();
    embedder.behave(failing(new Error("down")));
    for (let count = 0; count < 3; count += 1)
      await expect(ports.hasty.embed(["a"])).rejects.toMatchObject({ code: "EMBEDDER_UNAVAILABLE" });
    expect(embedder.calls).toHaveLength(1);
    await clock.advance(5_000);
    await expect(ports.hasty.embed(["a"])).rejects.toMatchObject({ code: "EMBEDDER_UNAVAILABLE" });
    expect(embedder.calls).toHaveLength(2);
    expect(told).toHaveLength(1);
    await clock.advance(5_000);
    embedder.behave();
    expect(await ports.hasty.embed(["a"])).toHaveLength(1);
    embedder.behave(failing(new Error("down again")));
    await expect(ports.hasty.embed(["a"])).rejects.toMatchObject({ code: "EMBEDDER_UNAVAILABLE" });
    expect(told).toHaveLength(2);
  });

  it("tries each time for one who is patient", async () => {
    const { ports, embedder } = embedWorld();
    embedder.behave(failing(new Error("down")));
    for (let count = 0; count < 3; count += 1) await expect(ports.patient.embed(["a"])).rejects.toThrow();
    expect(embedder.calls).toHaveLength(3);
  });

  it("gives up on an embedder that hangs, and aborts the call", async () => {
    const { ports, embedder, clock, told } = embedWorld();
    let signal: AbortSignal | undefined;
    embedder.behave((_texts, options) => {
      signal = options?.signal;
      return new Promise(() => {});
    });
    const embedding = ports.hasty.embed(["a"]);
    const ended = expect(embedding).rejects.toMatchObject({ code: "EMBEDDER_UNAVAILABLE" });
    await Promise.resolve();
    await clock.advance(10_000);
    await ended;
    expect(signal?.aborted).toBe(true);
    expect(told).toHaveLength(1);
  });

  it("ends with the caller's own reason, which is no outage, also where the embedder pays no heed", async () => {
    const { ports, embedder, told } = embedWorld();
    embedder.behave(() => new Promise(() => {}));
    const stopping = new AbortController();
    const embedding = ports.hasty.embed(["a"], { signal: stopping.signal });
    const reason = new Error("enough");
    const ended = expect(embedding).rejects.toBe(reason);
    stopping.abort(reason);
    await ended;
    expect(told).toEqual([]);
    embedder.behave();
    expect(await ports.hasty.embed(["a"])).toHaveLength(1);
  });

  it("passes on of a foreign error its kind and none of its words, which may quote the text", async () => {
    const { ports, embedder } = embedWorld();
    const foreign = Object.assign(new TypeError("bad input: the customer's secret"), {
      code: "ECONNREFUSED",
    });
    embedder.behave(failing(foreign));
    const error = await ports.patient.embed(["the customer's secret"]).catch((thrown: unknown) => thrown);
    expect(String(error)).toContain("TypeError ECONNREFUSED");
    expect(String(error)).not.toContain("secret");
    expect((error as Error).cause).toBeUndefined();
  });

  it("passes on an error of ours as it is", async () => {
    const { ports, embedder } = embedWorld();
    const own = new SkillLoopError({ code: "EMBEDDER_UNAVAILABLE", message: "No key.", remedy: "Set one." });
    embedder.behave(failing(own));
    await expect(ports.patient.embed(["a"])).rejects.toBe(own);
  });

  it("leaves it to whoever embeds to turn vectors, so that guarded ones are turned once and not twice", async () => {
    const { ports, embedder } = embedWorld();
    const [bare] = await embedTexts(embedder, ["a"], {});
    const [guarded] = await embedTexts(ports.hasty, ["a"], {});
    for (const [at, value] of (bare ?? []).entries()) expect(guarded?.[at]).toBeCloseTo(value, 5);
    expect(guarded).toHaveLength(bare?.length ?? 0);
  });
});
