import type { Loop } from "@skillloop/core";
import { benchQueries } from "../bench/library.ts";

/** Task texts of the benchmark, each used once: an endless supply, the same in every process. */
export interface TaskSupply {
  next(): string;
}

const POOL = 600;

/**
 * Tasks that the library answers, and tasks that it does not, by what the loop itself says. The number at the
 * end of each text is its own in the whole process.
 */
export async function sortTasks(
  loop: Loop,
  skills: number,
): Promise<{ found: TaskSupply; none: TaskSupply }> {
  const found: string[] = [];
  const none: string[] = [];
  for (const query of benchQueries(POOL, skills, 3)) {
    // Numbered as it will be asked: a number is one more thing that a request is judged by.
    const { hits } = await loop.recall(`${query} ${POOL}`);
    (hits.length > 0 ? found : none).push(query);
  }
  let number = 0;
  const supply = (texts: readonly string[]): TaskSupply => {
    if (texts.length < 50) throw new Error(`only ${texts.length} of ${POOL} tasks are of this kind`);
    return {
      next() {
        number += 1;
        return `${texts[number % texts.length]} ${number}`;
      },
    };
  };
  return { found: supply(found), none: supply(none) };
}
