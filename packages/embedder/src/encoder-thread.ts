import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import type { SkillLoopError } from "@skillloop/core/adapter";
import { closedError, localFailure, unavailable } from "./embedder-errors.ts";
import type { LocalModel } from "./local-model.ts";
import { workerFile } from "./worker-file.ts";
import type { WorkerAnswer, WorkerRequest, WorkerSetup } from "./worker-messages.ts";

export interface ThreadJob {
  readonly texts: readonly string[];
  readonly urgent: boolean;
  /** Longest time without a sign of life from the thread. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

interface Pending {
  readonly resolve: (vectors: Float32Array) => void;
  readonly reject: (reason: unknown) => void;
  readonly timer: NodeJS.Timeout;
}

/** The thread's end is waited for so long. One that is busy for longer ends when it has done that. */
const END_BUDGET_MS = 10_000;
/** The id of a thread that has ended. */
const GONE = -1;

/**
 * One worker thread with one model: started by the first job, and again after it died. While nothing is
 * pending it does not keep the process alive.
 */
export class EncoderThread {
  readonly #model: LocalModel;
  readonly #threads: number;
  readonly #file: URL;
  readonly #pending = new Map<number, Pending>();
  #worker: Worker | undefined;
  #ready = false;
  /** Why it could not be loaded. It is not tried again: each try would cost a thread. */
  #broken: SkillLoopError | undefined;
  #lastId = 0;

  constructor(model: LocalModel, threads: number, file: URL = workerFile()) {
    this.#model = model;
    this.#threads = threads;
    this.#file = file;
  }

  /** The vectors of all texts behind one another. Rejects with the reason of the signal when it is aborted. */
  embed({ texts, urgent, timeoutMs, signal }: ThreadJob): Promise<Float32Array> {
    if (this.#broken !== undefined) return Promise.reject(this.#broken);
    if (signal?.aborted === true) return Promise.reject(signal.reason);
    const worker = this.#worker ?? this.#start();
    const id = ++this.#lastId;
    const abort = (): void => {
      if (!this.#pending.has(id)) return;
      this.#send(worker, { kind: "cancel", id });
      this.#settle(id)?.reject(signal?.reason);
    };
    const vectors = new Promise<Float32Array>((resolve, reject) => {
      // The thread holds the process while a job is pending, so the timer need not.
      const timer = setTimeout(() => this.#stalled(worker, timeoutMs), timeoutMs).unref();
      this.#pending.set(id, { resolve, reject, timer });
    });
    worker.ref();
    this.#send(worker, { kind: "embed", id, texts, urgent });
    signal?.addEventListener("abort", abort, { once: true });
    return vectors.finally(() => signal?.removeEventListener("abort", abort));
  }

  async close(): Promise<void> {
    await this.#stop(closedError());
  }

  #start(): Worker {
    const worker = new Worker(this.#file, {
      name: "skillloop-embedder",
      workerData: this.#setup(),
      // What the host preloads, such as its tracing, is not for this thread.
      execArgv: [],
    });
    this.#worker = worker;
    this.#ready = false;
    worker.on("message", (answer: WorkerAnswer) => this.#heard(worker, answer));
    worker.on("error", (cause) => this.#died(worker, cause));
    worker.on("exit", () => this.#died(worker, undefined));
    return worker;
  }

  #setup(): WorkerSetup {
    const file = (name: string): string => fileURLToPath(new URL(name, this.#model.folder));
    return {
      modelFile: file("model.onnx"),
      tokenizerFile: file("tokenizer.json"),
      tokenizerConfigFile: file("tokenizer_config.json"),
      dimension: this.#model.dimension,
      limit: this.#model.limit,
      threads: this.#threads,
    };
  }

  #send(worker: Worker, request: WorkerRequest): void {
    worker.postMessage(request);
  }

  #heard(worker: Worker, answer: WorkerAnswer): void {
    if (worker !== this.#worker) return;
    for (const { timer } of this.#pending.values()) timer.refresh();
    if (answer.kind === "ready") {
      this.#ready = true;
      this.#releaseWhenIdle();
    }
    if (answer.kind === "vectors") this.#settle(answer.id)?.resolve(answer.vectors);
    if (answer.kind === "failed") {
      const error = localFailure(answer.part, this.#model.id, answer.cause);
      if (answer.id !== undefined) {
        this.#settle(answer.id)?.reject(error);
      } else {
        this.#broken = error;
        void this.#stop(error);
      }
    }
  }

  #died(worker: Worker, cause: unknown): void {
    if (worker !== this.#worker) return;
    const error = unavailable(
      "The embedder's thread ended.",
      "Look at the cause; a host that is bundled has to leave @skillloop/embedder out of its bundle.",
      cause,
    );
    if (!this.#ready) this.#broken = error;
    void this.#stop(error);
  }

  #stalled(worker: Worker, timeoutMs: number): void {
    if (worker !== this.#worker) return;
    const remedy = "Raise timeoutMs, or look what else keeps the machine busy.";
    void this.#stop(unavailable(`The embedder's thread gave nothing for ${timeoutMs} ms.`, remedy));
  }

  /** Takes a job out of the pending ones, and lets the process end when it was the last. */
  #settle(id: number): Pending | undefined {
    const pending = this.#pending.get(id);
    if (pending === undefined) return undefined;
    clearTimeout(pending.timer);
    this.#pending.delete(id);
    this.#releaseWhenIdle();
    return pending;
  }

  /** A process that ended while the model loads would end the thread in a native call: see `ended`. */
  #releaseWhenIdle(): void {
    if (this.#ready && this.#pending.size === 0) this.#worker?.unref();
  }

  async #stop(reason: SkillLoopError): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    for (const id of [...this.#pending.keys()]) this.#settle(id)?.reject(reason);
    if (worker !== undefined) await ended(worker);
  }
}

/**
 * Has a thread end itself, between two native calls. `terminate` within one makes the binding of ONNX Runtime
 * throw where nothing catches, and that ends the whole process.
 */
function ended(worker: Worker): Promise<void> {
  if (worker.threadId === GONE) return Promise.resolve();
  return new Promise((resolve) => {
    // It goes on holding the process: one that exits ends its threads wherever they are.
    const timer = setTimeout(resolve, END_BUDGET_MS);
    worker.once("exit", () => {
      clearTimeout(timer);
      resolve();
    });
    worker.ref();
    worker.postMessage({ kind: "end" } satisfies WorkerRequest);
  });
}
