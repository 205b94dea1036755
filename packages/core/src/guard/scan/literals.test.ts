import { describe, expect, it } from "vitest";
import { indexText, meets } from "./literal-index.ts";
import { foldForLiterals, literalTree, neededLiterals } from "./literals.ts";
import { buildPrefilter } from "./prefilter.ts";
import { near } from "./scan-rule.ts";

describe("neededLiterals", () => {
  it.each([
    [/curl\s+-s/i, [["curl"], ["-s"]]],
    [/\b(?:send|post)s?\b[^.]{0,9}key/iu, [["send", "post"], ["key"]]],
    [/(?:Send|doing) x/, [["send x", "doing "]]],
    [/hono?r/, [["honr", "honor"]]],
    [/ab(?:cd)*ef/, [["ab"], ["ef"]]],
    [/a[bc]d/, [["abd", "acd"]]],
    [/(?:word|\d+)/, []],
    [/(?:word|\d+) then/, [[" then"]]],
    [/x?|y/, []],
    [/(?<=before )this(?! one)/, [["before"], ["this"]]],
    [/(?:ab){2}/, [["ab"]]],
    [near("send|post", "key", 2), [["send", "post"], ["key"]]],
  ] as const)("reads %s", (pattern, needed) => {
    expect(neededLiterals(pattern)).toEqual(needed);
  });
});

describe("literalTree", () => {
  it("asks each alternative for all its literals", () => {
    const tree = literalTree(/(?:read \w+ key|send(?=.*secrets?)|pass(?:word)?s) now/i);
    const isMet = (text: string): boolean => {
      indexText(text);
      return meets(tree);
    };
    expect(isMet("read the key now")).toBe(true);
    expect(isMet("read the note now")).toBe(false);
    expect(isMet("send a secret now")).toBe(true);
    expect(isMet("send a note now")).toBe(false);
    expect(isMet("passwords now")).toBe(true);
    expect(isMet("passwords later")).toBe(false);
  });

  it("asks for nothing where an alternative holds no literal", () => {
    expect(literalTree(/(?:word|\d+)/)).toBe(true);
    expect(literalTree(/x?/)).toBe(true);
  });
});

describe("buildPrefilter", () => {
  it("names the groups of which every pattern could match", () => {
    const { candidates } = buildPrefilter([
      [/curl/i, /\|\s*sh/i],
      [/\d+/],
      [/Straße/iu],
      [/(?:curls|url)x/i],
    ]);
    expect(candidates("CURL x | sh")).toEqual([0, 1]);
    expect(candidates("in der STRASSE, curl")).toEqual([1]);
    expect(candidates("in der Straße")).toEqual([1, 2]);
    expect(candidates("curlsx")).toEqual([1, 3]);
  });

  it("folds what a case-insensitive pattern folds", () => {
    expect(/disk/iu.test("di\u017f\u212a")).toBe(true);
    expect(foldForLiterals("di\u017f\u212a")).toBe("disk");
  });
});
