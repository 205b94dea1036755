const common = new Set(
  "a an and as at be by for from get go her his i in into is it its make me mine my of on one or our own put run see that the their them they this to us want we what which with you your".split(
    " ",
  ),
);

/** The words, without the most common ones, that two wordings of a task have in common. */
export function sharedWords(first: string, second: string): readonly string[] {
  const words = wordsOf(second);
  return [...wordsOf(first)].filter((word) => words.has(word));
}

function wordsOf(text: string): ReadonlySet<string> {
  const words = text.toLowerCase().match(/[\w@/-]+(?:\.[\w@/-]+)*/g) ?? [];
  return new Set(words.filter((word) => !common.has(word)));
}
