import * as version6 from "ai";
import * as version5 from "ai-v5";
import * as version7 from "ai-v7";
import type { ZodType } from "zod";

/** A tool as all three versions take it. */
export interface HostTool {
  readonly description: string;
  readonly inputSchema: ZodType;
  readonly needsApproval?: boolean;
  readonly execute?: (input: unknown, about: { readonly toolCallId: string }) => unknown;
}

export interface HostMessage {
  readonly role: string;
  readonly content: unknown;
}

/** What the tests hand to `generateText` and the others; the versions' own types exclude one another. */
export interface HostOptions {
  readonly model: unknown;
  readonly prompt?: string;
  readonly messages?: readonly HostMessage[];
  readonly system?: string;
  readonly instructions?: string;
  readonly tools?: Readonly<Record<string, HostTool>>;
  readonly stopWhen?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly providerOptions?: unknown;
  readonly abortSignal?: AbortSignal;
  readonly maxRetries?: number;
  readonly schema?: unknown;
  readonly onError?: (event: unknown) => void;
  readonly includeRawChunks?: boolean;
  readonly telemetry?: unknown;
  readonly experimental_telemetry?: unknown;
}

export interface HostStep {
  readonly content: readonly unknown[];
  readonly finishReason: unknown;
  readonly usage: unknown;
  readonly warnings: unknown;
}

export interface HostResult {
  readonly text: string;
  readonly object?: unknown;
  readonly steps: readonly HostStep[];
  readonly content: readonly unknown[];
  readonly response: { readonly messages: readonly HostMessage[] };
}

export interface HostStream {
  readonly fullStream: AsyncIterable<{ readonly type: string }>;
  readonly textStream: AsyncIterable<string> & ReadableStream<string>;
  readonly text: Promise<string>;
  readonly object: Promise<unknown>;
  readonly steps: Promise<readonly HostStep[]>;
  readonly response: Promise<{ readonly messages: readonly HostMessage[] }>;
}

type AgentClass = new (
  settings: HostOptions,
) => {
  generate(options: HostOptions | { readonly prompt: string }): Promise<HostResult>;
};

/** The functions of `ai` that the tests call. */
export interface AiModule {
  generateText(options: HostOptions): Promise<HostResult>;
  streamText(options: HostOptions): HostStream;
  generateObject(options: HostOptions): Promise<HostResult>;
  streamObject(options: HostOptions): HostStream;
  stepCountIs(count: number): unknown;
  /** Absent in version 5. */
  readonly ToolLoopAgent?: AgentClass;
  readonly Experimental_Agent: AgentClass;
  readonly APICallError: new (about: {
    readonly message: string;
    readonly url: string;
    readonly requestBodyValues: unknown;
    readonly statusCode: number;
    readonly isRetryable: boolean;
    readonly responseHeaders?: Readonly<Record<string, string>>;
    readonly data?: unknown;
  }) => Error;
  wrapLanguageModel(options: { readonly model: unknown; readonly middleware: unknown }): unknown;
}

export type AiVersion = 5 | 6 | 7;

const modules: Readonly<Record<AiVersion, unknown>> = { 5: version5, 6: version6, 7: version7 };

export const aiModule = (version: AiVersion): AiModule => modules[version] as AiModule;
