import { parentPort, workerData } from "node:worker_threads";
import { type EncodedTexts, type Encoder, LoadFailure, loadEncoder } from "./encoder.ts";
import type { WorkerAnswer, WorkerRequest, WorkerSetup } from "./worker-messages.ts";

// The file of the worker thread: started by `encoder-thread.ts`, imported by nothing.

type EmbedRequest = Extract<WorkerRequest, { kind: "embed" }>;

interface Job extends EmbedRequest {
  /** Made when its turn comes. */
  encoded?: EncodedTexts;
}

const jobs = new Map<number, Job>();
let working = false;

function answer(message: WorkerAnswer, transfer: ArrayBuffer[] = []): void {
  parentPort?.postMessage(message, transfer);
}

/** One batch of one job after the other; what came in meanwhile is seen between two batches. */
async function work(encoder: Encoder): Promise<void> {
  if (working) return;
  working = true;
  for (let job = nextJob(); job !== undefined; job = nextJob()) {
    try {
      await advance(encoder, job);
    } catch (cause) {
      jobs.delete(job.id);
      answer({ kind: "failed", id: job.id, part: "texts", cause: plainCause(cause) });
    }
  }
  working = false;
}

async function advance(encoder: Encoder, job: Job): Promise<void> {
  job.encoded ??= encoder.encode(job.texts);
  const { waiting, vectors } = job.encoded;
  const batch = waiting.shift();
  if (batch !== undefined) await encoder.run(job.encoded, batch);
  if (waiting.length > 0) {
    answer({ kind: "part" });
    return;
  }
  jobs.delete(job.id);
  answer({ kind: "vectors", id: job.id, vectors }, [vectors.buffer as ArrayBuffer]);
}

function nextJob(): Job | undefined {
  for (const job of jobs.values()) if (job.urgent) return job;
  return jobs.values().next().value;
}

/** An error as text: what a runtime throws may not cross to another thread. */
function plainCause(cause: unknown): Error {
  return new Error(cause instanceof Error ? cause.message : String(cause));
}

async function start(setup: WorkerSetup): Promise<void> {
  try {
    const encoder = await loadEncoder(setup);
    parentPort?.on("message", (request: WorkerRequest) => {
      if (request.kind === "end") {
        // Heard between two native calls only. In a thread this ends the thread and not the process.
        process.exit();
      } else if (request.kind === "cancel") {
        jobs.delete(request.id);
      } else {
        jobs.set(request.id, request);
        void work(encoder);
      }
    });
    answer({ kind: "ready" });
  } catch (cause) {
    const part = cause instanceof LoadFailure ? cause.part : "runtime";
    answer({ kind: "failed", part, cause: plainCause(cause instanceof LoadFailure ? cause.cause : cause) });
  }
}

await start(workerData as WorkerSetup);
