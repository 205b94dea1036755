import snowball from "snowball-stemmers";

const english = snowball.newStemmer("english");
const russian = snowball.newStemmer("russian");

/**
 * The stem of one lower-case word: English for plain Latin letters, Russian for Cyrillic ones. Other
 * languages are left as they are, since a word alone does not say which language it is, and a query of
 * three words says it no better: both sides must always come out the same.
 */
export function stem(word: string): string {
  if (word.length < 4) return word;
  const first = word.charCodeAt(0);
  if (first < 128) return english.stem(word);
  if (first >= 0x0400 && first <= 0x052f) return russian.stem(word);
  return word;
}
