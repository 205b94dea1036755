import { tokenise } from "../text/tokens/tokens.ts";
import { type FakeEmbedder, fakeEmbedder } from "./fake-embedder.ts";

/** Words of one meaning; each list is a direction. */
const topics = [
  "push branch upstream remote commits colleagues elsewhere",
  "certificate renew renewal https tls",
  "migration postgres lock schema table",
  "docker image container build",
  "npm package install dependency",
].map((words) => new Set(tokenise(words)));

/** Texts with words of one topic are near one another, whether or not they share any; others are near nothing. */
export function topicEmbedder(): FakeEmbedder {
  const embedder = fakeEmbedder({ id: "topics", dimension: topics.length + 1 });
  embedder.behave(async (texts) =>
    texts.map((text) => {
      const words = tokenise(text);
      const counts = topics.map((topic) => words.filter((word) => topic.has(word)).length);
      return Float32Array.from([...counts, counts.every((count) => count === 0) ? 1 : 0.2]);
    }),
  );
  return embedder;
}
