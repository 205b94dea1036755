import { expect, it } from "vitest";
import type { HeadWrite, Store } from "../ports/store.ts";
import { skillIdOf } from "../text/scope-key.ts";
import type { EmbedderRecord, SkillVectors } from "../types/vectors.ts";
import { change, creation, sampleScope, visible, within } from "./store-samples.ts";
import type { StoreUnderTest } from "./store-under-test.ts";

const all = within(sampleScope);
const id = skillIdOf(sampleScope, "push");

const sampleVectors = (fields: Partial<SkillVectors> = {}): SkillVectors => ({
  embedder: "mini",
  textKey: "t1-a",
  dimension: 3,
  bytes: Int8Array.from([127, 0, -127, 5, -6, 7]),
  ...fields,
});

const withVectors = (write: HeadWrite, vectors: SkillVectors): HeadWrite => ({
  ...write,
  row: { ...write.row, vectors },
});

const without = ({ row, ...rest }: HeadWrite, textKey?: string): HeadWrite => {
  const { vectors: _dropped, ...bare } = row;
  return { ...rest, row: bare, ...(textKey !== undefined && { textKey }) };
};

async function rowOf(store: Store, name = "push") {
  const [row] = await store.findHeads(all, { names: [name] });
  if (row === undefined) throw new Error(`no head named ${name}`);
  return row;
}

async function libraryVectors(store: Store): Promise<SkillVectors | undefined> {
  const { changed } = await store.readLibrary(visible(sampleScope));
  return changed.find(({ head }) => head.name === "push")?.vectors;
}

export function vectorContract(current: () => StoreUnderTest): void {
  it("gives vectors back as they were written, also after it was opened again", async () => {
    const { store, reopen } = current();
    const vectors = sampleVectors();
    await store.writeHeads([withVectors(creation({ name: "push" }), vectors), creation({ name: "bare" })]);
    const later = reopen === undefined ? store : await reopen();
    expect(await libraryVectors(later)).toEqual(vectors);
    expect((await rowOf(later)).vectors).toEqual(vectors);
    expect((await rowOf(later, "bare")).vectors).toBeUndefined();
    expect((await later.listHeads(all)).map((row) => row.vectors?.bytes.length).sort()).toEqual([
      6,
      undefined,
    ]);
  });

  it("hands out copies: what a reader writes into them changes nothing", async () => {
    const { store } = current();
    const vectors = sampleVectors();
    await store.writeHeads([withVectors(creation({ name: "push" }), vectors)]);
    (await rowOf(store)).vectors?.bytes.fill(1);
    (await libraryVectors(store))?.bytes.fill(1);
    expect(await libraryVectors(store)).toEqual(sampleVectors());
  });

  it("tells of vectors in the delta after the write that brought them", async () => {
    const { store } = current();
    await store.writeHeads([creation({ name: "push" })]);
    const { token } = await store.readLibrary(visible(sampleScope));
    await store.writeHeads([withVectors(change(await rowOf(store), {}), sampleVectors())]);
    const delta = await store.readLibrary(visible(sampleScope), token);
    expect(delta.changed.map(({ vectors }) => vectors)).toEqual([sampleVectors()]);
  });

  it("keeps the vectors of a row written without any while their texts are the same", async () => {
    const { store } = current();
    await store.writeHeads([withVectors(creation({ name: "push" }), sampleVectors())]);
    const write = without(change(await rowOf(store), { status: "active" }), "t1-a");
    expect(await store.writeHeads([write, creation({ name: "new" })])).toEqual(new Set());
    expect((await rowOf(store)).head).toMatchObject({ status: "active", rev: 2 });
    expect(await libraryVectors(store)).toEqual(sampleVectors());
    expect((await rowOf(store, "new")).vectors).toBeUndefined();
  });

  it.each([
    ["other texts", "t1-b"],
    ["texts nobody told the key of", undefined],
  ])("drops the vectors of a row that is written without any and with %s", async (_which, textKey) => {
    const { store } = current();
    await store.writeHeads([withVectors(creation({ name: "push" }), sampleVectors())]);
    await store.writeHeads([without(change(await rowOf(store), {}), textKey)]);
    expect(await libraryVectors(store)).toBeUndefined();
    expect((await rowOf(store)).vectors).toBeUndefined();
  });

  it("lets a write that lost its race change no vectors", async () => {
    const { store } = current();
    await store.writeHeads([creation({ name: "push" })]);
    const before = await rowOf(store);
    await store.writeHeads([change(before, { status: "active" })]);
    expect(await store.writeHeads([withVectors(change(before, {}), sampleVectors())])).toEqual(new Set([id]));
    expect(await libraryVectors(store)).toBeUndefined();
  });

  it("removes vectors with their skill, and gives a skill created again none of them", async () => {
    const { store } = current();
    await store.writeHeads([withVectors(creation({ name: "push" }), sampleVectors())]);
    await store.removeSkills(all, [id]);
    expect(await store.listVectorStates(all, {})).toEqual([]);
    await store.writeHeads([without(creation({ name: "push" }), "t1-a")]);
    expect(await libraryVectors(store)).toBeUndefined();
  });

  it("refuses vectors that do not have the length they name, and writes no other row of the batch", async () => {
    const { store } = current();
    const wrong = [{ dimension: 4 }, { dimension: 0 }, { bytes: new Int8Array() }, { dimension: 1.5 }];
    for (const fields of wrong) {
      const writes = [
        creation({ name: "other" }),
        withVectors(creation({ name: "push" }), sampleVectors(fields)),
      ];
      await expect(store.writeHeads(writes)).rejects.toMatchObject({ code: "EMBEDDING_MISMATCH" });
    }
    expect(await store.listHeads(all)).toEqual([]);
  });

  it("lists whose vectors each row has, and finds those that lack the wanted ones", async () => {
    const { store } = current();
    const made = {
      same: sampleVectors(),
      model: sampleVectors({ embedder: "other" }),
      dimension: sampleVectors({ dimension: 2 }),
      form: sampleVectors({ textKey: "t2-a" }),
    };
    await store.writeHeads([
      ...Object.entries(made).map(([name, vectors]) => withVectors(creation({ name }), vectors)),
      creation({ name: "bare" }),
    ]);
    const idOf = (name: string) => skillIdOf(sampleScope, name);
    const states = new Map((await store.listVectorStates(all, {})).map((state) => [state.id, state.facts]));
    const { bytes: _bytes, ...facts } = sampleVectors();
    expect(states.size).toBe(5);
    expect(states.get(idOf("same"))).toEqual(facts);
    expect(states.get(idOf("bare"))).toBeUndefined();
    const named = await store.listVectorStates(all, { ids: [idOf("same"), "unknown"] });
    expect(named).toEqual([{ id: idOf("same"), facts }]);

    const lacking = async (dimension?: number) => {
      const wanted = { embedder: "mini", textForm: "t1-", ...(dimension !== undefined && { dimension }) };
      const found = await store.listVectorStates(all, { lacking: wanted });
      return found.map((state) => state.id.split("#")[1]).sort();
    };
    expect(await lacking(3)).toEqual(["bare", "dimension", "form", "model"]);
    expect(await lacking()).toEqual(["bare", "form", "model"]);
    const elsewhere = await store.listVectorStates(within({ project: "other" }), {});
    expect(elsewhere).toEqual([]);
  });

  it("records one embedder a project by compare-and-set, for every scope of the project", async () => {
    const { store, reopen } = current();
    const one: EmbedderRecord = { embedder: "it's mini", dimension: 3, moving: false };
    const two: EmbedderRecord = { embedder: "large", dimension: 4, moving: true };
    const user = { ...sampleScope, user: "ann" };
    expect(await store.readEmbedder(sampleScope)).toBeUndefined();
    expect(await store.recordEmbedder(user, two, one)).toBe(false);
    expect(await store.recordEmbedder(user, one, undefined)).toBe(true);
    expect(await store.recordEmbedder(sampleScope, two, undefined)).toBe(false);
    expect(await store.readEmbedder(sampleScope)).toEqual(one);
    expect(await store.recordEmbedder(sampleScope, two, { ...one, dimension: 9 })).toBe(false);
    expect(await store.recordEmbedder(sampleScope, two, one)).toBe(true);
    const later = reopen === undefined ? store : await reopen();
    expect(await later.readEmbedder(user)).toEqual(two);
    expect(await later.readEmbedder({ project: "other" })).toBeUndefined();
  });

  it("lets one of many parallel first records win", async () => {
    const { store } = current();
    const records = Array.from({ length: 6 }, (_, index) => ({
      embedder: `e${index}`,
      dimension: 3,
      moving: false,
    }));
    const won = await Promise.all(
      records.map((record) => store.recordEmbedder(sampleScope, record, undefined)),
    );
    expect(won.filter(Boolean)).toHaveLength(1);
    expect(await store.readEmbedder(sampleScope)).toEqual(records[won.indexOf(true)]);
  });
}
