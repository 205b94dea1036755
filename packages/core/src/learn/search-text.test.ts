import { describe, expect, it } from "vitest";
import { holdsWord, replaceWord, searchText } from "./search-text.ts";

describe("holdsWord", () => {
  it("finds whole words in any case and script", () => {
    expect(holdsWord(searchText("Push the branch Login now"), "login")).toBe(true);
    expect(holdsWord(searchText("login_page loginpage, login"), "login")).toBe(true);
    expect(holdsWord(searchText("login_page loginpage"), "login")).toBe(false);
    expect(holdsWord(searchText("ветка Вход."), "вход")).toBe(true);
    expect(holdsWord(searchText("anything"), "")).toBe(false);
  });
});

describe("replaceWord", () => {
  it("replaces each whole word and leaves longer ones", () => {
    const text = "login, Login and login-page or login_x; login";
    expect(replaceWord(text, { literal: "login", by: "<branch>" })).toBe(
      "<branch>, <branch> and <branch>-page or login_x; <branch>",
    );
    expect(replaceWord("a <login> login", { literal: "login", by: "x", joins: "<>" })).toBe("a <login> x");
  });

  it("takes signs in literal and replacement as they are", () => {
    expect(replaceWord("cost (a.b) $1", { literal: "(a.b)", by: "$&" })).toBe("cost $& $1");
  });

  it("does not shift places where a small letter is longer", () => {
    expect(replaceWord("İİ login", { literal: "login", by: "<b>" })).toBe("İİ <b>");
  });
});
