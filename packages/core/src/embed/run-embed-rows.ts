import type { HeadWrite, ScopeFilter, SkillRow } from "../ports/store.ts";
import type { SkillVectors, WantedVectors } from "../types/vectors.ts";
import { embedContents, embedTexts } from "./run-embed.ts";
import { type EmbedPorts, wantedVectors } from "./run-embed-ports.ts";

export interface EmbeddedRows {
  readonly embedded: number;
  /** Ids of skills that the embedder rejects while it takes others. */
  readonly failed: readonly string[];
  /** Set when the embedder takes none: what is left is not its skills' fault. */
  readonly outage?: unknown;
}

/** Asked for when a batch fails, to tell an embedder that is down from one that chokes on a text. */
const HARMLESS = "skill";
/** So many skills in a row that fail by themselves are an embedder that has failed. */
const FAILURES_OF_AN_OUTAGE = 3;

/**
 * Embeds stored rows and writes their vectors in one commit, by compare-and-set: a row that someone else has
 * changed since stays as it is. Rows that have the wanted vectors by now are not embedded again.
 */
export async function embedRows(
  ports: EmbedPorts,
  {
    filter,
    ids,
    signal,
  }: {
    readonly filter: ScopeFilter;
    readonly ids: readonly string[];
    readonly signal?: AbortSignal | undefined;
  },
): Promise<EmbeddedRows> {
  const { store } = ports;
  const wanted = wantedVectors(ports);
  const rows = (await store.findHeads(filter, { ids })).filter((row) => !hasVectors(row, wanted));
  if (rows.length === 0) return { embedded: 0, failed: [] };
  const { vectors, failed, outage } = await embedEach(ports, rows, signal);
  const writes = rows.flatMap((row): HeadWrite[] => {
    const made = vectors.get(row.head.id);
    if (made === undefined) return [];
    const head = { ...row.head, rev: row.head.rev + 1 };
    return [{ row: { ...row, head, vectors: made }, expectedRev: row.head.rev, textKey: made.textKey }];
  });
  const [first] = vectors.values();
  // Another embedder may have become the project's meanwhile; then these vectors are nobody's.
  if (first === undefined || !(await ports.record.claim(first.dimension)))
    return { embedded: 0, failed, ...(outage !== undefined && { outage }) };
  const lost = await store.writeHeads(writes);
  return { embedded: writes.length - lost.size, failed, ...(outage !== undefined && { outage }) };
}

interface EachEmbedded {
  readonly vectors: ReadonlyMap<string, SkillVectors>;
  readonly failed: readonly string[];
  readonly outage?: unknown;
}

/** All at once; and when that fails one by one, since a single text can be what an embedder chokes on. */
async function embedEach(
  { patient }: EmbedPorts,
  rows: readonly SkillRow[],
  signal: AbortSignal | undefined,
): Promise<EachEmbedded> {
  const vectors = new Map<string, SkillVectors>();
  const failed: string[] = [];
  const failureOf = async (work: () => Promise<void>): Promise<unknown> => {
    try {
      await work();
      return undefined;
    } catch (error) {
      signal?.throwIfAborted();
      return error;
    }
  };
  const embed = async (part: readonly SkillRow[]): Promise<void> => {
    const contents = part.map(({ served }) => served.content);
    const made = await embedContents(patient, contents, signal);
    for (const [index, { head }] of part.entries()) vectors.set(head.id, made[index] as SkillVectors);
  };
  if ((await failureOf(() => embed(rows))) === undefined) return { vectors, failed };
  const outage = await failureOf(async () => {
    await embedTexts(patient, [HARMLESS], { kind: "passage", ...(signal && { signal }) });
  });
  if (outage !== undefined) return { vectors, failed, outage };
  if (rows.length === 1) return { vectors, failed: rows.map(({ head }) => head.id) };
  let inARow = 0;
  for (const row of rows) {
    const error = await failureOf(() => embed([row]));
    inARow = error === undefined ? 0 : inARow + 1;
    if (error !== undefined) failed.push(row.head.id);
    if (inARow === FAILURES_OF_AN_OUTAGE) return { vectors, failed: failed.slice(0, -inARow), outage: error };
  }
  return { vectors, failed };
}

export function hasVectors({ vectors }: Pick<SkillRow, "vectors">, wanted: WantedVectors): boolean {
  if (vectors?.embedder !== wanted.embedder || !vectors.textKey.startsWith(wanted.textForm)) return false;
  return wanted.dimension === undefined || vectors.dimension === wanted.dimension;
}
