import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { LibrarySkill } from "../data/formats.ts";
import { fillHome } from "./fill-home.ts";

/** Does `work` in a new home that holds `skills`, and removes it. */
export async function inHome<Result>(
  skills: readonly LibrarySkill[],
  work: (home: string) => Promise<Result>,
): Promise<Result> {
  const home = await mkdtemp(join(tmpdir(), "skillloop-retrieval-"));
  try {
    await fillHome(home, skills);
    return await work(home);
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}
