// A model server to try a host's own setup with.
export {
  type ScriptedServer,
  type ServerReply,
  type ServerRequest,
  scriptedServer,
} from "./scripted-server.ts";
export { anthropicReply, errorReply, type OpenAiReply, openAiReply } from "./server-replies.ts";
