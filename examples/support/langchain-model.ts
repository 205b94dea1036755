import { AIMessage, type BaseMessage, fakeModel } from "langchain";
import { nextMove } from "./warehouse.ts";

/** LangChain's own fake model, with the warehouse worker's mind. */
export function scriptedLangchainModel() {
  const model = fakeModel();
  for (let answers = 0; answers < 50; answers += 1) model.respond(answer);
  return model;
}

function answer(messages: BaseMessage[]): AIMessage {
  const asked = messages.findLastIndex((message) => message.getType() === "human");
  const move = nextMove({
    text: messages.map(({ text }) => text).join("\n"),
    task: messages[asked]?.text ?? "",
    results: messages
      .slice(asked + 1)
      .filter((message) => message.getType() === "tool")
      .map(({ text }) => text),
  });
  if ("say" in move) return new AIMessage(move.say);
  const { id, ...args } = move;
  return new AIMessage({ content: "", tool_calls: [{ id, name: "ship_order", args }] });
}
