import { SkillLoopError } from "../errors.ts";
import type { ScopeFilter } from "../ports/store.ts";
import type { Scope } from "../types/scope.ts";
import type { EmbedderRecord, ReembedOptions, ReembedReport } from "../types/vectors.ts";
import { mismatchOf } from "./embedder-mismatch.ts";
import { embedTexts } from "./run-embed.ts";
import { type EmbedPorts, wantedVectors } from "./run-embed-ports.ts";
import { embedRows } from "./run-embed-rows.ts";
import { SKILLS_AT_ONCE } from "./run-write-vectors.ts";

/**
 * Makes this loop's embedder the project's, and embeds every skill that has no vectors of it, each batch in a
 * commit of its own, while others go on reading and writing. What is done is skipped, so that a call that was
 * ended, also by a kill, is simply made again. Throws the embedder's error when it fails as a whole, and
 * `EMBEDDING_MISMATCH` when another process moves the project to another embedder meanwhile.
 */
export async function reembed(
  ports: EmbedPorts,
  { scope, onProgress, signal }: ReembedOptions & { readonly scope: Scope },
): Promise<ReembedReport> {
  const filter: ScopeFilter = { scope: { project: scope.project }, reach: "within" };
  const mine = await moveHere(ports, filter.scope);
  const total = (await ports.store.listVectorStates(filter, {})).length;
  const failed = new Set<string>();
  let embedded = 0;
  for (;;) {
    const lacking = await ports.store.listVectorStates(filter, { lacking: wantedVectors(ports) });
    const ids = lacking.map(({ id }) => id).filter((id) => !failed.has(id));
    const before = embedded + failed.size;
    const there = Math.max(0, total - ids.length - before);
    onProgress?.(there + before, Math.max(total, there + before + ids.length));
    if (ids.length === 0) break;
    for (let start = 0; start < ids.length; start += SKILLS_AT_ONCE) {
      if (signal?.aborted === true) return reportOf(total, embedded, failed);
      const part = ids.slice(start, start + SKILLS_AT_ONCE);
      const result = await embedRows(ports, { filter, ids: part, ...(signal && { signal }) }).catch(
        (error: unknown) => {
          if (signal?.aborted === true) return undefined;
          throw error;
        },
      );
      if (result === undefined) return reportOf(total, embedded, failed);
      if (ports.record.mismatch !== undefined) throw ports.record.mismatch;
      embedded += result.embedded;
      for (const id of result.failed) failed.add(id);
      if (result.outage !== undefined) throw result.outage;
      const done = Math.min(ids.length, start + part.length);
      onProgress?.(there + before + done, Math.max(total, there + before + ids.length));
    }
    // Rows that others wrote meanwhile without these vectors are looked for again, as long as that ends.
    if (embedded + failed.size === before) break;
  }
  if (failed.size === 0) await settle(ports, filter, mine);
  return reportOf(total, embedded, failed);
}

const reportOf = (total: number, embedded: number, failed: ReadonlySet<string>): ReembedReport => ({
  embedded,
  skipped: Math.max(0, total - embedded - failed.size),
  failed: failed.size,
});

/** Records the move, unless the project has this embedder already, and returns the record to settle. */
async function moveHere({ store, patient, record }: EmbedPorts, scope: Scope): Promise<EmbedderRecord> {
  const dimension = patient.dimension ?? (await namedDimension(patient));
  const next: EmbedderRecord = { embedder: patient.id, dimension, moving: true };
  for (let attempt = 0; attempt < 20; attempt += 1) {
    const there = await store.readEmbedder(scope);
    const isMine = there !== undefined && mismatchOf(there, { id: patient.id, dimension }) === undefined;
    if (isMine || (await store.recordEmbedder(scope, next, there))) {
      await record.look();
      return isMine ? there : next;
    }
  }
  throw new SkillLoopError({
    code: "STORE_CONFLICT",
    message: "Other processes kept recording other embedders for this project.",
    remedy: "Run it again when only one of them does.",
  });
}

async function namedDimension(patient: EmbedPorts["patient"]): Promise<number> {
  const [vector] = await embedTexts(patient, ["skill"], { kind: "passage" });
  return (vector as Float32Array).length;
}

/** The move is over when no row has other vectors. */
async function settle(
  { store, ...ports }: EmbedPorts,
  filter: ScopeFilter,
  mine: EmbedderRecord,
): Promise<void> {
  if (!mine.moving) return;
  const left = await store.listVectorStates(filter, { lacking: wantedVectors(ports) });
  if (left.length === 0) await store.recordEmbedder(filter.scope, { ...mine, moving: false }, mine);
}
