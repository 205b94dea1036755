import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it, vi } from "vitest";
import { EncoderThread } from "./encoder-thread.ts";
import { localEmbedder } from "./local-embedder.ts";
import { bundledModel } from "./local-model.ts";
import { runHost } from "./testing/run-host.ts";
import { workerFile } from "./worker-file.ts";

vi.setConfig({ testTimeout: 120_000 });

const job = { texts: ["a"], urgent: true, timeoutMs: 60_000 };

function scripted(body: string): EncoderThread {
  const source = `import { parentPort, workerData, threadId } from "node:worker_threads";
    parentPort.on("message", ({ kind }) => { if (kind === "end") process.exit(); });
    ${body}`;
  return new EncoderThread(bundledModel(), 1, new URL(`data:text/javascript,${encodeURIComponent(source)}`));
}

const ready = `parentPort.postMessage({ kind: "ready" });`;
const vectorsOf = (value: string) =>
  `parentPort.postMessage({ kind: "vectors", id: request.id, vectors: Float32Array.of(${value}) })`;

describe("the thread of the embedder", () => {
  it("is started by the first job only, and is one for all jobs", async () => {
    const thread = scripted(`${ready} parentPort.on("message", (request) => { ${vectorsOf("threadId")}; });`);
    const [first, second] = await Promise.all([thread.embed(job), thread.embed(job)]);
    expect(await thread.embed(job)).toEqual(first);
    expect(second).toEqual(first);
    await thread.close();
  });

  it("is started again after it died at work, and its jobs tell so", async () => {
    const thread = scripted(
      `${ready} parentPort.on("message", (request) => {
        if (request.texts[0] === "die") process.exit(1); else ${vectorsOf("threadId")}; });`,
    );
    const [before] = await thread.embed(job);
    await expect(thread.embed({ ...job, texts: ["die"] })).rejects.toMatchObject({
      code: "EMBEDDER_UNAVAILABLE",
      message: expect.stringContaining("thread ended"),
    });
    const [after] = await thread.embed(job);
    expect(after).toBeGreaterThan(before ?? 0);
    await thread.close();
  });

  it("is given up when it shows no sign of life, but not while it does", async () => {
    const silent = scripted(`${ready} parentPort.on("message", () => {});`);
    await expect(silent.embed({ ...job, timeoutMs: 1_000 })).rejects.toMatchObject({
      code: "EMBEDDER_UNAVAILABLE",
    });
    const slow = scripted(
      `${ready} parentPort.on("message", (request) => {
        let parts = 0;
        const timer = setInterval(() => {
          parts += 1;
          if (parts < 70) return parentPort.postMessage({ kind: "part" });
          clearInterval(timer);
          ${vectorsOf("1")};
        }, 100); });`,
    );
    expect(await slow.embed({ ...job, timeoutMs: 5_000 })).toEqual(Float32Array.of(1));
    await slow.close();
  });

  it("that could not load is not tried again", async () => {
    const thread = scripted(
      `parentPort.postMessage({ kind: "failed", part: "runtime", cause: new Error("thread " + threadId) });`,
    );
    const first = await thread.embed(job).catch((error: unknown) => error);
    const second = await thread.embed(job).catch((error: unknown) => error);
    expect(first).toMatchObject({ code: "NATIVE_MISSING", cause: { message: /^thread/ } });
    expect(second).toBe(first);
  });

  it("tells that a model's folder is not whole", async () => {
    const folder = new URL("./nowhere/", import.meta.url);
    const embedder = localEmbedder({ model: { ...bundledModel(), folder } });
    await expect(embedder.warm()).rejects.toMatchObject({ code: "EMBEDDER_UNAVAILABLE" });
    await embedder.close();
  });

  it("tells a job to stop when its signal is aborted", async () => {
    const thread = scripted(
      `${ready} parentPort.on("message", (request) => {
        if (request.kind === "cancel") parentPort.postMessage({ kind: "vectors", id: request.id + 1, vectors: new Float32Array(1) }); });`,
    );
    const going = new AbortController();
    const aborted = thread.embed({ ...job, signal: going.signal });
    const next = thread.embed(job);
    going.abort(new Error("enough"));
    await expect(aborted).rejects.toThrow("enough");
    expect(await next).toHaveLength(1);
    await thread.close();
  });

  it("is left to end by itself when it is closed in the middle of its work, since ending it there ends the process", async () => {
    const folder = mkdtempSync(join(tmpdir(), "skillloop-thread-"));
    const file = join(folder, "came-to-its-end");
    const thread = scripted(
      `import { writeFileSync } from "node:fs";
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);
      process.on("exit", () => writeFileSync(${JSON.stringify(file)}, ""));`,
    );
    const vectors = thread.embed(job);
    const closing = thread.close();
    await expect(vectors).rejects.toMatchObject({ code: "CLOSED" });
    await closing;
    expect(existsSync(file)).toBe(true);
    rmSync(folder, { recursive: true });
  });

  it("lets an idle process end, and holds one that waits for vectors", () => {
    const host = runHost(`
      const embedder = localEmbedder();
      const vectors = await embedder.embed(["a", "b"]);
      console.log("vectors", vectors.length);
      process.on("exit", (code) => console.log("exit", code));`);
    expect(host.stderr).toBe("");
    expect(host.stdout).toBe("vectors 2\nexit 0\n");
    const waiting = runHost(
      `const embedder = localEmbedder();
      embedder.embed(["a"]).then((first) => embedder.embed(["b", "c"]).then((second) => {
        console.log("vectors", first.length, second.length);
      }));`,
    );
    expect(waiting.stdout).toBe("vectors 1 2\n");
  });
});

describe("the worker's file", () => {
  it("is beside the compiled file in a package", () => {
    const { href } = workerFile(pathToFileURL("/app/node_modules/x/dist/index.js").href);
    expect(href).toBe("file:///app/node_modules/x/dist/encoder-worker.js");
  });
});
