import type { HeadWrite, Store } from "../ports/store.ts";
import type { SkillVectors, VectorFacts } from "../types/vectors.ts";
import { embeddingTexts, textKey } from "./embedding-texts.ts";
import { recentVectors } from "./recent-vectors.ts";
import { embedContents } from "./run-embed.ts";
import type { EmbedPorts } from "./run-embed-ports.ts";

/** Skills whose texts go to the embedder together. */
export const SKILLS_AT_ONCE = 64;
const VECTORS_KEPT = 512;
const SKILLS_KNOWN = 20_000;

export interface WriteVectorsOptions {
  readonly store: Store;
  /** Absent without an embedder: then vectors are only kept where they still fit. */
  readonly embedding?: EmbedPorts | undefined;
  /** Told of what went wrong beside the embedder, whose guard tells by itself. The write goes on. */
  readonly onError: (error: unknown) => void;
  readonly onEmbedded?: ((done: number, total: number) => void) | undefined;
}

/**
 * The store for everyone who writes skills: a row gets the vectors of its keys with the write that brings the
 * keys. A row whose texts are as before keeps what it has; without an embedder that answers, or with one that is
 * not the project's, rows are written without new vectors and are made up for later.
 */
export function withVectors({ store, embedding, onError, onEmbedded }: WriteVectorsOptions): Store {
  const recent = recentVectors(VECTORS_KEPT);
  /** The key under which a skill was last seen with vectors: what changes its evidence alone needs no look. */
  const known = new Map<string, string>();
  const isKnown = ({ row, textKey: key, expectedRev }: KeyedWrite): boolean =>
    row.vectors !== undefined || (expectedRev !== null && known.get(row.head.id) === key);

  const writeHeads: Store["writeHeads"] = async (writes) => {
    const keyed = writes.map((write) => ({
      ...write,
      textKey: write.textKey ?? textKey(embeddingTexts(write.row.served.content)),
    }));
    if (embedding === undefined) return store.writeHeads(keyed);
    const made = await vectorsFor(embedding, keyed).catch((error: unknown) => {
      onError(error);
      return new Map<string, SkillVectors>();
    });
    return store.writeHeads(keyed.map((write) => withVectorsOf(write, made)));
  };

  const vectorsFor = async (
    ports: EmbedPorts,
    writes: readonly KeyedWrite[],
  ): Promise<ReadonlyMap<string, SkillVectors>> => {
    const made = new Map<string, SkillVectors>();
    const stored = await storedFacts(
      ports,
      writes.filter((write) => !isKnown(write)),
    );
    const isThere = (write: KeyedWrite): boolean => {
      if (isKnown(write)) return true;
      const { row, textKey: key } = write;
      const facts = stored.get(row.head.id);
      const { dimension } = ports.record;
      return (
        facts?.textKey === key &&
        facts.embedder === ports.hasty.id &&
        (dimension === undefined || facts.dimension === dimension)
      );
    };
    const open = writes.filter((write) => !isThere(write));
    if (known.size > SKILLS_KNOWN) known.clear();
    for (const write of writes) if (isThere(write)) known.set(write.row.head.id, write.textKey);
    if (open.length === 0 || (await ports.record.look()) !== undefined) return made;
    const fresh: KeyedWrite[] = [];
    for (const write of open) {
      const vectors = recent.get(write.textKey);
      if (vectors === undefined) fresh.push(write);
      else made.set(vectors.textKey, vectors);
    }
    for (let start = 0; start < fresh.length; start += SKILLS_AT_ONCE) {
      const part = fresh.slice(start, start + SKILLS_AT_ONCE);
      const contents = part.map(({ row }) => row.served.content);
      const vectors = await embedContents(ports.hasty, contents).catch(() => undefined);
      // The guard has told of it. What is embedded by now is written.
      if (vectors === undefined) break;
      for (const one of vectors) {
        recent.put(one);
        made.set(one.textKey, one);
      }
      onEmbedded?.(start + part.length, fresh.length);
    }
    const dimension = made.values().next().value?.dimension;
    if (dimension === undefined || (await ports.record.claim(dimension))) return made;
    return new Map();
  };

  return onlyReplaced(store, "writeHeads", writeHeads);
}

type KeyedWrite = HeadWrite & { readonly textKey: string };

function withVectorsOf(write: KeyedWrite, made: ReadonlyMap<string, SkillVectors>): HeadWrite {
  const vectors = write.row.vectors ?? made.get(write.textKey);
  return vectors === undefined ? write : { ...write, row: { ...write.row, vectors } };
}

/** One read a project: a batch of writes may span scopes. */
async function storedFacts(
  { store }: EmbedPorts,
  writes: readonly HeadWrite[],
): Promise<ReadonlyMap<string, VectorFacts>> {
  const byProject = new Map<string, string[]>();
  for (const { row, expectedRev } of writes) {
    if (expectedRev === null) continue;
    const { project } = row.head.scope;
    byProject.set(project, [...(byProject.get(project) ?? []), row.head.id]);
  }
  const facts = new Map<string, VectorFacts>();
  for (const [project, ids] of byProject) {
    const filter = { scope: { project }, reach: "within" } as const;
    for (const state of await store.listVectorStates(filter, { ids }))
      if (state.facts !== undefined) facts.set(state.id, state.facts);
  }
  return facts;
}

/** The same store but for one method. A host's store may be a class, whose methods need it as their `this`. */
function onlyReplaced<Name extends keyof Store>(store: Store, name: Name, method: Store[Name]): Store {
  return new Proxy(store, {
    get(target, key) {
      if (key === name) return method;
      const value: unknown = Reflect.get(target, key);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}
