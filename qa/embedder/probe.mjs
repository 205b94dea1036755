import { readFileSync } from "node:fs";
import { monitorEventLoopDelay } from "node:perf_hooks";

// What `measure.ts` runs: plain JavaScript, so that nothing is compiled while it measures.
const entry = new URL("../../packages/embedder/dist/index.js", import.meta.url);
const sentences = JSON.parse(
  readFileSync(new URL("../../packages/embedder/fixtures/sentences.json", import.meta.url), "utf8"),
);
const queries = sentences.filter((text) => {
  const words = text.split(/\s+/).length;
  return words >= 8 && words <= 20;
});

const median = (samples) => samples.sort((a, b) => a - b)[samples.length >> 1];
const cpuMs = (since) => {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1_000;
};

async function timed(texts, embed) {
  const samples = [];
  for (const text of texts) {
    const started = performance.now();
    await embed(text);
    samples.push(performance.now() - started);
  }
  return median(samples);
}

await import("../../packages/core/dist/adapter/index.js");
const before = process.memoryUsage().rss;
const importing = performance.now();
const { localEmbedder } = await import(entry.href);
const starting = performance.now();
const embedder = localEmbedder();
await embedder.embed([queries[0]], { kind: "query" });
const ready = performance.now();

const ask = (text) => embedder.embed([text], { kind: "query" });
const used = process.cpuUsage();
const queryP50 = await timed(queries.slice(1), ask);
const queryCpu = cpuMs(used) / (queries.length - 1);
const cachedP50 = await timed(queries, ask);

const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();
await Promise.all(
  Array.from({ length: 100 }, (_, place) => ask(`${queries[place % queries.length]} ${place}`)),
);
delay.disable();

const batching = performance.now();
const batchUsed = process.cpuUsage();
await embedder.embed(sentences);
process.stdout.write(
  JSON.stringify({
    importMs: starting - importing,
    coldMs: ready - starting,
    queryP50,
    queryCpu,
    cachedP50,
    batchMs: performance.now() - batching,
    batchCpu: cpuMs(batchUsed),
    blockedMs: delay.max / 1e6,
    residentMb: (process.memoryUsage().rss - before) / 1e6,
  }),
);
await embedder.close();
