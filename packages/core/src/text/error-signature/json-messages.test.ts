import { describe, expect, it } from "vitest";
import { linesWithMessages } from "./json-messages.ts";

const messages = (text: string): readonly string[] =>
  linesWithMessages(text)
    .filter(({ isMessage }) => isMessage)
    .map(({ text: line }) => line);

describe("linesWithMessages", () => {
  it("reads a body after its headers, over several lines", () => {
    const text = 'HTTP/1.1 409 Conflict\n\n{\n  "title": "Conflict",\n  "detail": "it was changed"\n}\nbye';
    expect(messages(text)).toEqual(["it was changed"]);
    expect(linesWithMessages(text).at(-1)).toEqual({ text: "bye", isMessage: false });
  });

  it("reads an object inside a sentence and keeps what stands before it", () => {
    expect(linesWithMessages('Request failed: {"error":{"message":"no seat"}}')).toEqual([
      { text: "Request failed:", isMessage: false },
      { text: "no seat", isMessage: true },
    ]);
  });

  it("reads what Python prints", () => {
    expect(messages(`Error - {'error': {'message': "it's gone", 'param': None, 'ok': False}}`)).toEqual([
      "it's gone",
    ]);
  });

  it("takes errors alone out of a log of one object a line", () => {
    const text =
      '{"level":30,"msg":"request done"}\n{"level":50,"err":{"message":"no route"},"msg":"no route"}';
    expect(messages(text)).toEqual(["no route"]);
    expect(linesWithMessages(text)).toHaveLength(1);
  });

  it("reads the list of a validator by its messages", () => {
    expect(messages('{"detail":[{"loc":["body","sum"],"msg":"field required"}]}')).toEqual([
      "field required",
    ]);
  });

  it.each(["plain { text", '{"a": 1}', "{ code: 'ENOENT' }", '{"message": '])(
    "leaves %j as it is",
    (text) => {
      expect(linesWithMessages(text)).toEqual([{ text, isMessage: false }]);
    },
  );
});
