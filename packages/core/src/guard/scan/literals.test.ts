import { describe, expect, it } from "vitest";
import { foldForLiterals, neededLiterals } from "./literals.ts";
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
    [/(?<=before )this(?! one)/, [["this"]]],
    [/(?:ab){2}/, [["ab"]]],
    [near("send|post", "key", 2), [["send", "post"], ["key"]]],
  ] as const)("reads %s", (pattern, needed) => {
    expect(neededLiterals(pattern)).toEqual(needed);
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
