import { readField } from "@skillloop/core/adapter";
import { hold, type OpenRequest, type OpenRun, release } from "./open-run.ts";
import type { OpenRuns } from "./open-runs.ts";
import { ResponseReader } from "./response-reader.ts";

const isAbort = (error: unknown, signal: AbortSignal | undefined): boolean =>
  signal?.aborted === true || readField(error, "name") === "AbortError";

/** One request from the moment it leaves until its answer is there, fails or is given up. */
export class ModelRequest implements OpenRequest {
  readonly #runs: OpenRuns;
  readonly open: OpenRun;
  readonly #signal: AbortSignal | undefined;
  readonly #reader = new ResponseReader();
  #isSettled = false;
  #isHeld = false;
  readonly #onAbort = (): void => this.#cutOff();

  constructor(runs: OpenRuns, open: OpenRun, signal: AbortSignal | undefined) {
    this.#runs = runs;
    this.open = open;
    this.#signal = signal;
    open.requests.add(this);
    open.run.unanswered += 1;
  }

  hasSeen(callId: string): boolean {
    return this.#reader.hasCall(callId);
  }

  /** Sends it. What the model throws is the host's and goes on as it is. */
  async answerOf<Answer>(send: () => PromiseLike<Answer>): Promise<Answer> {
    // The model's promise settles for certain; a stream that nobody reads does not, and neither does a request
    // that a host never sends.
    this.#isHeld = true;
    hold(this.open);
    try {
      return await send();
    } catch (error) {
      this.failed(error);
      throw error;
    }
  }

  /** The whole answer. */
  result(result: unknown): void {
    this.open.streams = false;
    this.#settle(() => {
      this.#reader.result(result);
      this.#runs.respond(this.open, this.#reader.read());
    });
  }

  /** A stream has begun. */
  streams(): void {
    this.open.streams = true;
    this.#letGo();
    if (this.#signal === undefined) return;
    if (this.#signal.aborted) this.#cutOff();
    else this.#signal.addEventListener("abort", this.#onAbort, { once: true });
  }

  part(part: unknown): void {
    if (this.#isSettled) return;
    this.#runs.touch(this.open);
    this.#reader.part(part);
    if (!this.#reader.isOver) return;
    this.#settle(() => this.#runs.respond(this.open, this.#reader.read()));
  }

  /** The stream has ended. Without its last part it was cut off, though its calls may still be carried out. */
  closed(): void {
    this.#settle(() => {
      const response = this.#reader.read();
      this.#runs.record(this.open, response);
      if (response.isFinal) this.#runs.close(this.open, "aborted");
    });
  }

  failed(error: unknown): void {
    if (isAbort(error, this.#signal)) {
      this.#cutOff();
      return;
    }
    this.#settle(() => {
      this.#runs.record(this.open, this.#reader.read());
      this.#runs.fail(this.open, error);
    });
  }

  cancelled(): void {
    this.#cutOff();
  }

  giveUp(): void {
    this.#settle(() => this.#runs.record(this.open, this.#reader.read()));
  }

  #cutOff(): void {
    this.#settle(() => {
      this.#runs.record(this.open, this.#reader.read());
      this.#runs.close(this.open, "aborted");
    });
  }

  #letGo(): void {
    if (this.#isHeld) release(this.open);
    this.#isHeld = false;
  }

  #settle(work: () => void): void {
    if (this.#isSettled) return;
    this.#isSettled = true;
    this.#signal?.removeEventListener("abort", this.#onAbort);
    this.open.requests.delete(this);
    this.open.run.unanswered -= 1;
    this.#letGo();
    try {
      work();
    } catch (error) {
      this.#runs.loop.report(error, "ai-sdk.response");
    }
  }
}
