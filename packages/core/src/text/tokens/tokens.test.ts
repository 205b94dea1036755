import { describe, expect, it } from "vitest";
import { isSoftTerm, tokenise } from "./tokens.ts";

describe("tokenise", () => {
  it("splits identifiers and keeps them whole as well", () => {
    expect(tokenise("user_id package.json")).toEqual([
      "user",
      "id",
      "user_id",
      "packag",
      "json",
      "package.json",
    ]);
    expect(tokenise("--set-upstream")).toEqual(["set", "upstream"]);
    expect(tokenise("parseHTTPResponse")).toEqual(["pars", "http", "respons", "parsehttprespons"]);
    expect(tokenise("ERR_MODULE_NOT_FOUND")).toContain("err_module_not_found");
  });

  it("keeps short tool names and error codes", () => {
    expect(tokenise("jq, go, ci, db, git; ls & cp in C++")).toEqual([
      "jq",
      "go",
      "ci",
      "db",
      "git",
      "ls",
      "cp",
      "c++",
    ]);
    expect(tokenise("TS2307")).toEqual(["ts2307"]);
  });

  it("drops function words, numbers, digests and the punctuation around words", () => {
    expect(tokenise("What's the 42nd of 17 things? (3f2504e04f89)")).toEqual(["42nd", "thing"]);
    expect(tokenise("gift_card_5094406")).toEqual(["gift", "card"]);
    expect(tokenise("conflict.")).toEqual(tokenise("conflicts!"));
  });

  it("stems English and Russian", () => {
    expect(tokenise("pushing branches")).toEqual(tokenise("push branch"));
    expect(tokenise("ошибки миграций")).toEqual(tokenise("ошибка миграция"));
  });

  it("cuts Japanese, Chinese and Thai into words", () => {
    expect(tokenise("データベースの移行が失敗する")).toEqual(["データベース", "移行", "失敗"]);
    expect(tokenise("数据库迁移")).toContain("迁移");
    expect(tokenise("ฐานข้อมูล").length).toBeGreaterThan(0);
  });

  it("reads full-width letters and accents like plain ones", () => {
    expect(tokenise("ｇｉｔ")).toEqual(["git"]);
    expect(tokenise("déploiement")).toEqual(tokenise("deploiement"));
    expect(tokenise("й")).toEqual([]);
    expect(tokenise("чай")).toEqual(["чай"]);
  });

  it("says which unknown terms may be overlooked", () => {
    expect(["user_id", "hat229", "~移行", "package.json"].every(isSoftTerm)).toBe(true);
    expect(["push", "移行", "c++"].some(isSoftTerm)).toBe(false);
  });

  it("survives hostile input", () => {
    expect(tokenise("")).toEqual([]);
    expect(tokenise("\ud800 ab")).toEqual(["ab"]);
    expect(tokenise("a".repeat(100_000))).toEqual([]);
  });
});
