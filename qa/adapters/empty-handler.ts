import { BaseCallbackHandler } from "@langchain/core/callbacks/base";

/** Listens to everything that SkillLoop's handler listens to, is waited for as it is, and does nothing. */
export class EmptyHandler extends BaseCallbackHandler {
  readonly name = "empty_handler";
  override readonly awaitHandlers = true;

  override async handleChatModelStart(): Promise<void> {}
  override async handleLLMEnd(): Promise<void> {}
  override async handleLLMError(): Promise<void> {}
  override async handleChainStart(): Promise<void> {}
  override async handleChainEnd(): Promise<void> {}
  override async handleChainError(): Promise<void> {}
  override async handleToolStart(): Promise<void> {}
  override async handleToolEnd(): Promise<void> {}
  override async handleToolError(): Promise<void> {}
}
