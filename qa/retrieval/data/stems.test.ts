import { describe, expect, it } from "vitest";
import { type LibrarySkill, librarySkill, type RetrievalProbe } from "./formats.ts";
import { applyStemRule } from "./stems.ts";

const skill: LibrarySkill = librarySkill.parse({
  name: "rotate-api-key",
  description: "Exchanges a credential of the gateway.",
  symptoms: ["401 Unauthorized"],
  queries: ["swap the token of a partner"],
  not_for: ["audit the vault"],
  signature: { intent: "rotate", object: "api key", environment: "Vault", constraints: ["no downtime"] },
  body: "Restart the consumers.",
});

function probe(name: string, text: string, expected: string | null): RetrievalProbe {
  return { id: `p-${text}`, class: name, mode: "task", text, history: [], expect: expected };
}

const droppedOf = (probes: readonly RetrievalProbe[]) =>
  applyStemRule(probes, [skill]).dropped.map(({ probe: { text }, shared }) => [text, shared]);

describe("the stem rule", () => {
  it("drops a paraphrase that shares a stem with its skill's keys, in whatever form of the word", () => {
    const probes = [
      probe("paraphrase", "give the shop its new secret word", skill.name),
      probe("paraphrase", "we are rotating it", skill.name),
      probe("paraphrase", "the partners are out", skill.name),
    ];
    expect(droppedOf(probes)).toEqual([
      ["we are rotating it", ["rotat"]],
      ["the partners are out", ["partner"]],
    ]);
  });

  it("reads neither stop words nor what the skill is not for nor its body as keys", () => {
    const probes = [probe("paraphrase", "can you please audit the consumers of the", skill.name)];
    expect(droppedOf(probes)).toEqual([]);
  });

  it("lets other classes share what they like", () => {
    expect(droppedOf([probe("direct", "rotate the api key", skill.name)])).toEqual([]);
  });

  it("drops a lexical trap that shares fewer than four stems with every skill", () => {
    const probes = [
      probe("lexical", "delete the api key of the gateway partner", null),
      probe("lexical", "delete the api key of the gateway", null),
    ];
    expect(droppedOf(probes)).toEqual([["delete the api key of the gateway", ["api", "key", "gateway"]]]);
  });

  it("counts a compound of a lexical trap by its parts", () => {
    expect(droppedOf([probe("lexical", "delete api_key", null)])).toEqual([
      ["delete api_key", ["api", "key"]],
    ]);
  });
});
