import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type LibrarySkill, librarySkill, type RetrievalProbe, retrievalProbe } from "./formats.ts";
import { readEntries } from "./read-entries.ts";

/** One author's skills with requests for them. */
export interface TrainingLibrary {
  readonly author: string;
  readonly skills: readonly LibrarySkill[];
  readonly probes: readonly RetrievalProbe[];
}

/**
 * What the sentence encoder is taught, and what the weights of recall are fitted on: the encoder knows the requests
 * it was taught too well for anybody to learn from them how far it can be trusted.
 */
export type Taught = "encoder" | "weights";

const skillsFile = /^(.+)-skills\.json$/;

/** Libraries written to learn from; no probe of the benchmark is among them. Throws `DataError`. */
export function loadTraining(taught: Taught): readonly TrainingLibrary[] {
  const folder = fileURLToPath(new URL(`../training/${taught}/`, import.meta.url));
  const authors = readdirSync(folder).flatMap((name) => skillsFile.exec(name)?.[1] ?? []);
  return authors.toSorted().map((author) => ({
    author,
    skills: readEntries(`${folder}${author}-skills.json`, librarySkill),
    probes: readEntries(`${folder}${author}-requests.json`, retrievalProbe),
  }));
}
