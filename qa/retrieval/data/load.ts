import { resolveFromCaller } from "../../report.ts";
import type { RetrievalOptions } from "../options.ts";
import { ownProblems } from "./check-own.ts";
import { DataError } from "./data-error.ts";
import { type LibrarySkill, librarySkill, type RetrievalProbe, retrievalProbe } from "./formats.ts";
import { readEntries, readFolder } from "./read-entries.ts";
import { halfOf } from "./split.ts";
import { applyStemRule, type DroppedProbe } from "./stems.ts";

export interface RetrievalData {
  /** Both files are ours: bars are asserted and the stem rule holds. */
  readonly isOwn: boolean;
  readonly skills: readonly LibrarySkill[];
  /** Those to be scored. */
  readonly probes: readonly RetrievalProbe[];
  /** Of all halves, after the stem rule. */
  readonly sizes: Readonly<Record<string, { readonly all: number; readonly test: number }>>;
  /** Of the chosen half. */
  readonly dropped: readonly DroppedProbe[];
}

/** Reads library and probes, and chooses what is scored. Throws `DataError`. */
export function loadData(
  options: Pick<RetrievalOptions, "library" | "probes" | "half"> & Partial<Pick<RetrievalOptions, "authors">>,
): RetrievalData {
  const { library, probes: probeFile, half, authors = [] } = options;
  const isOwn = library === undefined && probeFile === undefined;
  const skills =
    library === undefined
      ? readFolder(new URL("../library/", import.meta.url), librarySkill)
      : readEntries(resolveFromCaller(library), librarySkill);
  const probes =
    probeFile === undefined
      ? readFolder(new URL("../probes/", import.meta.url), retrievalProbe)
      : readEntries(resolveFromCaller(probeFile), retrievalProbe);
  if (!isOwn) return { isOwn, skills, probes, sizes: {}, dropped: [] };
  const problems = ownProblems(skills, probes);
  if (problems.length > 0) throw new DataError(problems);
  const isChosen = ({ id }: RetrievalProbe): boolean =>
    halfOf(id) === half && (authors.length === 0 || authors.some((author) => id.startsWith(`${author}-`)));
  const { kept, dropped } = applyStemRule(probes, skills);
  return {
    isOwn,
    skills,
    probes: kept.filter(isChosen),
    sizes: sizesOf(kept),
    dropped: dropped.filter(({ probe }) => isChosen(probe)),
  };
}

function sizesOf(probes: readonly RetrievalProbe[]): RetrievalData["sizes"] {
  const sizes: Record<string, { all: number; test: number }> = {};
  for (const { id, class: name } of probes) {
    const before = sizes[name] ?? { all: 0, test: 0 };
    sizes[name] = { all: before.all + 1, test: before.test + (halfOf(id) === "test" ? 1 : 0) };
  }
  return sizes;
}
