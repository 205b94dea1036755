import { benchErrors } from "../bench/library.ts";

/** A call as the scripted model makes it. */
export interface ScriptedCall {
  readonly id: string;
  readonly input: { readonly command: string };
}

export type Reply = { readonly text: string } | { readonly calls: readonly ScriptedCall[] };

/** What the scripted model reads of a request. It is stateless, so that a thousand runs can share it. */
export interface Request {
  /** The text of the last user message, with whatever was put behind it. */
  readonly task: string;
  /** How many answers of the model stand behind it. */
  readonly step: number;
  /** The text of the newest tool result; `""` when there is none. */
  readonly result: string;
  /** The messages as they reached the model, one JSON text each, without ids that change by themselves. */
  messages(): readonly string[];
  /** The request without its messages, likewise. */
  rest(): string;
}

/** What a run asks for, and what reached the model. One script serves one agent. */
export interface Script {
  reply(request: Request): Reply;
}

export const TOOL = {
  name: "bash",
  description: "Runs a shell command and answers with what it printed.",
} as const;

const FENCE = "<project_notes";

/** What a script saw while its agent ran. */
export class Seen {
  /** When each request arrived, `performance.now()`. */
  readonly arrivals: number[] = [];
  /** Runs whose first request held a block. */
  blocks = 0;
  /** Requests whose newest result held a hint. */
  hints = 0;
  /** Requests in full, when they are kept. */
  readonly requests: { readonly messages: readonly string[]; readonly rest: string }[] = [];

  clear(): void {
    this.arrivals.length = 0;
    this.requests.length = 0;
    this.blocks = 0;
    this.hints = 0;
  }
}

export interface Plan {
  /** How many calls each answer makes, in order; after the last the model says it is done. */
  readonly calls: readonly number[];
  /** The first call fails with an error that the library knows. */
  readonly failsFirst?: boolean;
  readonly keep?: boolean;
}

/** A model that follows a plan for every task. Ids carry the task's number: no two runs share one. */
export function planned({ calls, failsFirst = false, keep = false }: Plan, seen: Seen): Script {
  return {
    reply(request) {
      seen.arrivals.push(performance.now());
      if (request.step === 0 && request.task.includes(FENCE)) seen.blocks += 1;
      if (request.result.includes(FENCE)) seen.hints += 1;
      if (keep) seen.requests.push({ messages: request.messages(), rest: request.rest() });
      const wanted = calls[request.step];
      if (wanted === undefined) return { text: "It is done." };
      const run = runNumber(request.task);
      return {
        calls: Array.from({ length: wanted }, (_, index) => ({
          id: `call_${run}_${request.step}_${index}`,
          input: {
            command:
              failsFirst && request.step === 0 && index === 0
                ? `fail ${run}`
                : `echo step ${request.step} call ${index} of run ${run}`,
          },
        })),
      };
    },
  };
}

/** The number that every task of the benchmark ends with, before anything put behind it. */
function runNumber(task: string): string {
  return /(\d+)\s*$/.exec(task.split("\n", 1)[0] ?? "")?.[1] ?? "0";
}

const errors = benchErrors(400, 200, 7).filter((_, index) => index % 2 === 0);

/** What the scripted tool prints or throws. The same command gives the same. */
export function runTool({ command }: { readonly command: string }): string {
  const failing = /^fail (\d+)$/.exec(command);
  if (failing === null) return `ran: ${command}`;
  throw new Error(errors[Number(failing[1]) % errors.length]);
}
