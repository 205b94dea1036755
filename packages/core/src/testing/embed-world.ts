import type { EmbedPorts } from "../embed/run-embed-ports.ts";
import { embedderRecord } from "../embed/run-embedder-record.ts";
import { guardEmbedder } from "../embed/run-guarded-embedder.ts";
import { memoryStore } from "../io/memory/memory-store.ts";
import type { HeadWrite, SkillRow, Store } from "../ports/store.ts";
import type { SkillContent } from "../types/skill.ts";
import { type FakeEmbedder, fakeEmbedder } from "./fake-embedder.ts";
import { manualClock } from "./manual-clock.ts";
import { creation, sampleScope, within } from "./store-samples.ts";

export const all = within(sampleScope);

/** The write that creates a skill whose keys say what its name says. */
export function skillWrite(name: string, fields: Partial<SkillContent> = {}): HeadWrite {
  const write = creation({ name });
  const content = { ...write.row.served.content, description: `How to ${name}.`, ...fields };
  return { ...write, row: { ...write.row, served: { ...write.row.served, content } } };
}

/** The write that follows, with nothing of the vectors. */
export function nextWrite(row: SkillRow, fields: Partial<SkillContent> = {}): HeadWrite {
  const content = { ...row.served.content, ...fields };
  const head = { ...row.head, rev: row.head.rev + 1 };
  const next = { head, served: { ...row.served, content }, searchDocument: row.searchDocument };
  return { row: next, expectedRev: row.head.rev };
}

export async function rowNamed(store: Store, name: string): Promise<SkillRow> {
  const [row] = await store.findHeads(all, { names: [name] });
  if (row === undefined) throw new Error(`no skill named ${name}`);
  return row;
}

export interface EmbedWorld {
  readonly store: Store;
  readonly clock: ReturnType<typeof manualClock>;
  readonly embedder: FakeEmbedder;
  readonly ports: EmbedPorts;
  /** What the host was told. */
  readonly told: Error[];
}

/** A store with one embedder at work on it; several worlds may share a store. */
export function embedWorld(
  options: { readonly store?: Store; readonly embedder?: FakeEmbedder } = {},
): EmbedWorld {
  const { store = memoryStore(), embedder = fakeEmbedder() } = options;
  const clock = manualClock();
  const told: Error[] = [];
  const tell = (error: Error): void => {
    told.push(error);
  };
  const guarded = guardEmbedder({ embedder, clock, timeoutMs: 10_000, onOutage: tell });
  const record = embedderRecord({ store, scope: sampleScope, embedder, onMismatch: tell });
  return { store, clock, embedder, told, ports: { ...guarded, store, record } };
}
