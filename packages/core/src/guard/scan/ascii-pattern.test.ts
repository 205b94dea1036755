import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { asciiPattern, isAscii } from "./ascii-pattern.ts";
import { scanRules } from "./scan-rules.ts";

const lines = JSON.parse(
  readFileSync(new URL("../../../../../qa/scan/lines.json", import.meta.url), "utf8"),
) as readonly { readonly text: string }[];

describe("asciiPattern", () => {
  it("finds in the lower case what a rule's pattern finds in the text", () => {
    const texts = lines.map(({ text }) => text).filter((text, index) => index % 6 === 0 && isAscii(text));
    expect(texts.length).toBeGreaterThan(150);
    for (const { all, unless = [] } of scanRules) {
      for (const pattern of [...all, ...unless]) {
        const cheap = asciiPattern(pattern);
        if (cheap === undefined) continue;
        for (const text of texts) {
          const found = pattern.exec(text);
          const foundCheaply = cheap.exec(text.toLowerCase());
          if (found?.index === foundCheaply?.index && found?.[0].length === foundCheaply?.[0].length)
            continue;
          expect.fail(`${pattern.source} differs in ${JSON.stringify(text)}`);
        }
      }
    }
  }, 120_000);

  it.each([
    [/\bRun[A-Z\p{L}]\p{N}+/iu, "\\brun[a-za-z][0-9]+"],
    [/[^\p{L}\W]\D/iu, "[^a-z\\W]\\D"],
  ])("reads %s", (pattern, source) => {
    expect(asciiPattern(pattern)?.source).toBe(source);
  });

  it.each([/case/, /\u00e4/i, /\P{L}/iu])("leaves %s alone", (pattern) => {
    expect(asciiPattern(pattern)).toBeUndefined();
  });
});
