import { describe, expect, it } from "vitest";
import { readIntent } from "./intent.ts";

describe("readIntent", () => {
  it.each([
    ["fix the broken logo upload", "task"],
    ["the user story import crashes", "task"],
    ["generate the monthly report", "task"],
    ["create the report folder", "task"],
    ["how do I push a branch?", "task"],
    ["why does my build fail?", "task"],
    ["what should I do when the tests hang?", "task"],
    ["Is the ledger august.json sound?", "task"],
    ["why is our pod restarting?", "task"],
    ["write a changelog entry", "task"],
    ["データベースの移行を実行する", "task"],
    ["what is a branch?", "knowledge"],
    ["explain how certificates work", "knowledge"],
    ["Что такое резервная копия?", "knowledge"],
    ["コンテナとは何ですか", "knowledge"],
    ["write a poem about branches", "creative"],
    ["tell me a joke about databases", "creative"],
    ["桜についての俳句を書いて", "creative"],
    ["design a new logo", "create"],
    ["hello, how are you?", "small-talk"],
    ["thanks!", "small-talk"],
  ])("reads %j as %s", (text, kind) => {
    expect(readIntent(text)).toBe(kind);
  });
});
