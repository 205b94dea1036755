import { openStoreForQa } from "../open-store.ts";
import { benchSkill } from "./library.ts";

/** Writes the first `size` skills of the benchmark's library into a home. */
export async function fillHome(home: string, size: number): Promise<void> {
  const store = await openStoreForQa(home);
  for (let start = 0; start < size; start += 1_000) {
    const skills = Array.from({ length: Math.min(1_000, size - start) }, (_, offset) =>
      benchSkill(start + offset, Date.now()),
    );
    await store.addVersions(skills.map(({ version }) => version));
    await store.writeHeads(skills.map(({ write }) => write));
  }
  await store.maintain({ force: true });
  await store.close();
}
