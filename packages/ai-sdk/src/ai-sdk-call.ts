/** A request as a provider of the AI SDK is sent it, in the part that versions 5 to 7 agree on. */
export interface ProviderParams {
  readonly prompt: readonly unknown[];
}

/** What the adapter knows of one model request. Functions given as `scope` and `taskId` are called with it. */
export interface AiSdkCall {
  /** As the provider is to be sent it: `prompt`, `tools`, `headers`, `abortSignal` and the rest. */
  readonly params: ProviderParams & Readonly<Record<string, unknown>>;
  /** `providerOptions.skillloop` of the call: no provider sees it, so it may carry what `scope` needs. */
  readonly options: Readonly<Record<string, unknown>>;
  /** As `providerOptions.skillloop.taskId` or `runWithTask` names it. */
  readonly taskId?: string;
}
