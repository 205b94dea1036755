import type { SkillVectors } from "../../packages/core/src/types/vectors.ts";
import { openStoreForQa } from "../open-store.ts";
import { benchSkill, SCOPE } from "./library.ts";

/** Skills of one commit: each commit costs the same, whatever it holds. */
const BATCH = 5_000;

/** Writes the first `size` skills of the benchmark's library into a home, with vectors where some are given. */
export async function fillHome(
  home: string,
  size: number,
  vectorsOf?: (index: number) => SkillVectors,
): Promise<void> {
  const store = await openStoreForQa(home);
  const [first] = vectorsOf === undefined ? [] : [vectorsOf(0)];
  if (first !== undefined) {
    const { embedder, dimension } = first;
    await store.recordEmbedder(SCOPE, { embedder, dimension, moving: false }, undefined);
  }
  for (let start = 0; start < size; start += BATCH) {
    const skills = Array.from({ length: Math.min(BATCH, size - start) }, (_, offset) => {
      const { version, write } = benchSkill(start + offset, Date.now());
      if (vectorsOf === undefined) return { version, write };
      const vectors = vectorsOf(start + offset);
      return { version, write: { ...write, row: { ...write.row, vectors } } };
    });
    await store.addVersions(skills.map(({ version }) => version));
    await store.writeHeads(skills.map(({ write }) => write));
  }
  await store.maintain({ force: true });
  await store.close();
}
