import { openStoreForQa } from "../../open-store.ts";
import type { LibrarySkill } from "../data/formats.ts";
import { skillRow } from "./skill-row.ts";

const batch = 1_000;

/** Writes a library into a home, in batches: one commit for a thousand skills. */
export async function fillHome(home: string, skills: readonly LibrarySkill[]): Promise<void> {
  const store = await openStoreForQa(home);
  const now = Date.now();
  const seen = new Map<string, number>();
  const rows = skills.map((skill) => {
    const count = (seen.get(skill.name) ?? 0) + 1;
    seen.set(skill.name, count);
    return skillRow(skill, count === 1 ? skill.name : `${skill.name}#${count}`, now);
  });
  for (let start = 0; start < rows.length; start += batch) {
    const part = rows.slice(start, start + batch);
    await store.addVersions(part.map(({ version }) => version));
    await store.writeHeads(part.map(({ write }) => write));
  }
  await store.maintain({ force: true });
  await store.close();
}
