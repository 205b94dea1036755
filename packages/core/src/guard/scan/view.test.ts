import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { joinSpelled, readLeet } from "../../text/hidden/lookalikes.ts";
import { revealHidden } from "../../text/hidden/reveal-hidden.ts";
import { hidesNothing, scanView } from "./view.ts";

const lines = JSON.parse(
  readFileSync(new URL("../../../../../qa/scan/lines.json", import.meta.url), "utf8"),
) as readonly { readonly text: string }[];

describe("hidesNothing", () => {
  it("is said only of text in which nothing is revealed", () => {
    const plain = lines.map(({ text }) => text).filter(hidesNothing);
    expect(plain.length).toBeGreaterThan(lines.length / 3);
    for (const text of plain) expect(revealHidden(text)).toEqual({ text, hidden: false });
  });

  it.each(["a\u200bb", "&#105;", "%41%42", "\\x41", "<!-- x -->", "QUJDREVGR0hJSktM", "аdmin", "\u001b[8m"])(
    "is not said of %j",
    (text) => {
      expect(hidesNothing(text)).toBe(false);
    },
  );
});

describe("scanView", () => {
  it("keeps every reading that differs from the text", () => {
    for (const text of [
      "1gn0re this",
      "i g n o r e this",
      "c.u.r.l.s now",
      "run \\\n it",
      'c""url',
      "A=cu; $A",
    ]) {
      const { sentences, commands } = scanView(text, "bullet");
      const all = [...sentences, ...commands].join("\n");
      expect(all).toContain(readLeet(text).split("\n")[0]);
      expect(all).toContain(joinSpelled(text).split("\n")[0]);
    }
    expect(scanView('c""url', "example").commands).toEqual(['c""url', "curl"]);
  });
});
