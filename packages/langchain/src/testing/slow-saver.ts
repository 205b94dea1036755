import type { RunnableConfig } from "@langchain/core/runnables";
import { MemorySaver } from "@langchain/langgraph";
import {
  BaseCheckpointSaver,
  type Checkpoint,
  type CheckpointMetadata,
  type PendingWrite,
} from "@langchain/langgraph-checkpoint";
import { plainState } from "./plain-state.ts";

/**
 * A checkpointer that takes its time, as a database does: it reads a checkpoint's messages while the next
 * model call is on its way.
 */
export class SlowSaver extends BaseCheckpointSaver {
  readonly #saver: MemorySaver;
  readonly #writing = new Set<Promise<unknown>>();

  constructor(saver = new MemorySaver()) {
    super();
    this.#saver = saver;
  }

  override getTuple(config: RunnableConfig) {
    return this.#saver.getTuple(config);
  }

  override list(config: RunnableConfig) {
    return this.#saver.list(config);
  }

  override async put(config: RunnableConfig, checkpoint: Checkpoint, metadata: CheckpointMetadata) {
    return this.#slowly(() => this.#saver.put(config, checkpoint, metadata));
  }

  override async putWrites(config: RunnableConfig, writes: PendingWrite[], taskId: string) {
    return this.#slowly(() => this.#saver.putWrites(config, writes, taskId));
  }

  override deleteThread(threadId: string) {
    return this.#saver.deleteThread(threadId);
  }

  /** Waits until all that was handed over is written. */
  async settled(): Promise<void> {
    await Promise.all(this.#writing);
  }

  /** The messages of every checkpoint of a thread, oldest first. */
  async savedMessages(thread: string): Promise<unknown> {
    await this.settled();
    const saved: unknown[] = [];
    for await (const { checkpoint } of this.#saver.list({ configurable: { thread_id: thread } })) {
      saved.unshift(plainState(checkpoint.channel_values["messages"]));
    }
    return saved;
  }

  #slowly<T>(write: () => Promise<T>): Promise<T> {
    const written = new Promise((resolve) => setTimeout(resolve, 2)).then(write);
    this.#writing.add(written);
    const done = () => this.#writing.delete(written);
    written.then(done, done);
    return written;
  }
}
