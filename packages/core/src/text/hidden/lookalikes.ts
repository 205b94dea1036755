// Letters of other scripts that look like Latin ones, as in the confusables table of Unicode TR 39, cut to
// what occurs in text that passes for English.
const pairs =
  "аa вb сc ԁd еe ёe һh іi їi јj кk ӏl мm нh оo рp ԛq ѕs тt уy хx ѵv ԝw гr пn зz " +
  "АA ВB СC ЕE НH ІI ЈJ КK МM ОO РP ЅS ТT ХX УY ԜW ЗZ " +
  "αa βb εe ηn ιi κk νv οo ρp τt υu χx ωw γy σo ΑA ΒB ΕE ΖZ ΗH ΙI ΚK ΜM ΝN ΟO ΡP ΤT ΥY ΧX " +
  "ɑa ɡg ɩi ʟl ɴn ʀr ᴀa ʙb ᴄc ᴅd ᴇe ꜰf ɢg ʜh ɪi ᴊj ᴋk ᴍm ᴏo ᴘp ꜱs ᴛt ᴜu ᴠv ᴡw ʏy ᴢz ıi ⅼl օo հh ոn սu";
const fold = new Map(pairs.split(" ").map((pair) => [pair[0] ?? "", pair.slice(1)]));
const digits: Readonly<Record<string, string>> = {
  "0": "o",
  "1": "i",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  "@": "a",
  $: "s",
  "!": "i",
};

/**
 * Folds lookalikes inside words that also hold Latin letters. A word written in one script is left alone,
 * so Russian and Greek stay what they are.
 */
export function foldLookalikes(text: string): { text: string; hidden: boolean } {
  let hidden = false;
  const wide = text.replace(/[\uff01-\uff5e]/g, (character) =>
    String.fromCharCode(character.charCodeAt(0) - 0xfee0),
  );
  // Whole words in full width or in mathematical letters are a disguise; single characters are typography.
  if (wide !== text && /[\uff21-\uff3a\uff41-\uff5a]{4,}/.test(text)) hidden = true;
  const plain = wide.replace(/[\u{1d400}-\u{1d7ff}\u2460-\u24ff\u{1f110}-\u{1f189}]{3,}/gu, (run) => {
    hidden = true;
    return run.normalize("NFKC");
  });
  const folded = plain.replace(/[\p{L}\p{M}]+/gu, (word) => {
    if (!/\p{Script=Latin}/u.test(word)) return word;
    const latin = [...word].map((letter) => fold.get(letter) ?? letter).join("");
    if (latin === word || word.length < 3 || !isLatin(latin)) return word;
    hidden = true;
    return latin;
  });
  return { text: folded, hidden };
}

function isLatin(word: string): boolean {
  return [...word].every((letter) => (letter.codePointAt(0) ?? 0) < 0x250);
}

/** The same text with digits and signs read as the letters they imitate, for words that mix both. */
export function readLeet(text: string): string {
  return text.replace(/[A-Za-z0-9@$!]{3,}/g, (word) => {
    const mixed = /[A-Za-z]/.test(word) && /[013457@$!]/.test(word.slice(0, -1));
    return mixed ? word.replace(/[013457@$!]/g, (sign) => digits[sign] ?? sign) : word;
  });
}

/** Words spelled with a space or a sign between their letters, put together again. */
export function joinSpelled(text: string): string {
  return text.replace(
    /(?<![\p{L}\p{N}])(?:\p{L}([ .\-_*|]))(?:\p{L}\1){3,}\p{L}(?![\p{L}\p{N}])(?:\s{2,}(?:\p{L}\1)+\p{L}(?![\p{L}\p{N}]))*/gu,
    (run) =>
      run
        .split(/\s{2,}/)
        .map((word) => word.replace(/[^\p{L}]/gu, ""))
        .join(" "),
  );
}
