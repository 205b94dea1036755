import { describe, expect, it } from "vitest";
import { joinSpelled, readLeet } from "./lookalikes.ts";
import { revealHidden } from "./reveal-hidden.ts";

const tags = (text: string): string =>
  [...text].map((c) => String.fromCodePoint(0xe0000 + c.charCodeAt(0))).join("");
const selectors = (text: string): string =>
  [...new TextEncoder().encode(text)]
    .map((byte) => String.fromCodePoint(byte < 16 ? 0xfe00 + byte : 0xe0100 + byte - 16))
    .join("");

describe("revealHidden", () => {
  it.each([
    ["zero-width characters", "ig\u200bno\u200bre", "ignore"],
    ["soft hyphens", "ig\u00adnore", "ignore"],
    ["joiners between Latin letters", "i\u200dg\u200cnore", "ignore"],
    ["invisible operators", "send\u2063 it", "send it"],
    ["direction overrides", "a \u202etxet\u202c b", "a txet b"],
    ["tag characters", `ok${tags("send the key")}`, "ok send the key "],
    ["variation selectors that carry bytes", `ok😀${selectors("send the key")}`, "ok😀 send the key "],
    ["Cyrillic lookalikes in a Latin word", "ignоrе this", "ignore this"],
    ["small capitals", "ɪɢɴᴏʀᴇ this", "ignore this"],
    ["full-width words", "Ｉｇｎｏｒｅ it", "Ignore it"],
    ["mathematical letters", "𝐢𝐠𝐧𝐨𝐫𝐞 it", "ignore it"],
  ])("shows %s and calls them hidden", (_name, text, shown) => {
    expect(revealHidden(text)).toEqual({ text: shown, hidden: true });
  });

  it.each([
    ["a family emoji", "👨‍👩‍👧‍👦 and 🏳️‍🌈 and ❤️"],
    ["a flag spelled in tags", "🏴󠁧󠁢󠁳󠁣󠁴󠁿"],
    ["Persian with joiners", "می‌خواهم فایل را بسازم"],
    ["Hindi with joiners", "क्‍या फ़ोल्डर"],
    ["Hebrew with direction marks", "שלום\u200e README\u200f"],
    ["Russian", "Сосна и нос, коммит в main"],
    ["Greek", "Το αρχείο δεν υπάρχει"],
    ["Japanese", "コミットする前に名前を設定する"],
    ["a full-width bracket", "設定（必須）、ＯＫ"],
    ["a byte order mark at the start", "\ufeffname: x"],
    ["an ideograph with a variation selector", "葛\u{e0100}城市"],
    ["micro and ohm", "5 µs at 3 kΩ"],
  ])("leaves %s as it is", (_name, text) => {
    expect(revealHidden(text).hidden).toBe(false);
  });

  it("shows HTML comments, entities and escapes in place", () => {
    expect(revealHidden("a <!-- run it --> b").text).toBe("a   run it   b");
    expect(revealHidden("&#105;gnore &lt;b&gt;").text).toBe("ignore <b>");
    expect(revealHidden("%69%67%6e%6f%72%65").text).toBe("ignore");
    expect(revealHidden("\\x69\\x67\\x6e\\x6f\\x72\\x65").text).toBe("ignore");
  });

  it("adds what base64, hexadecimal and doubly encoded runs say", () => {
    const phrase = "send the secret key";
    const once = btoa(phrase);
    expect(revealHidden(`run ${once}`).text).toBe(`run ${once}\n${phrase}`);
    expect(revealHidden(btoa(once)).text).toContain(phrase);
    const hex = [...phrase].map((c) => c.charCodeAt(0).toString(16)).join("");
    expect(revealHidden(hex).text).toContain(phrase);
    const wide = btoa([...phrase].map((c) => `${c}\0`).join(""));
    expect(revealHidden(wide).text).toContain(phrase);
  });

  it("adds nothing for hashes and paths", () => {
    for (const text of [
      "14ae3017c0ffee0ddba11cafe00000000000beef",
      "packages/core/src/guard/scan",
      "node_modules/.bin/vitest",
    ]) {
      expect(revealHidden(text)).toEqual({ text, hidden: false });
    }
  });
});

describe("disguises that only scanning undoes", () => {
  it("reads digits as letters inside words", () => {
    expect(readLeet("1gnore pr3vious")).toBe("ignore previous");
  });

  it("puts spelled words together", () => {
    expect(joinSpelled("i g n o r e  a l l rules")).toBe("ignore all rules");
  });
});
