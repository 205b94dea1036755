import { describe, expect, it } from "vitest";
import { memoryStore } from "../../io/memory/memory-store.ts";
import { removeSkill } from "../../library/run-manage.ts";
import type { Store } from "../../ports/store.ts";
import { NOW, sampleContent, sampleLesson } from "../../testing/library-samples.ts";
import { sampleScope, within } from "../../testing/store-samples.ts";
import type { Lesson } from "../../types/lesson.ts";
import type { SkillContent } from "../../types/skill.ts";
import type { WrittenSkill } from "../../types/written-skill.ts";
import { publishWritten } from "./publish-written.ts";

const allow = { decision: "allow", reasons: [] } as const;
const tools = (store: Store) => ({ store, buildSearchDocument: () => "", now: NOW });
const noPatch = () => Promise.reject(new Error("no patch here"));

function procedure(
  name: string,
  fields: Partial<SkillContent> = {},
  lesson: Partial<Lesson> = {},
): WrittenSkill {
  const content = sampleContent({ name, kind: "procedure", ...fields });
  const one = sampleLesson({ content, key: `procedure:${name}`, ...lesson });
  const rerun = { task: one.task, environment: {}, context: {}, traceId: one.traceId };
  return { action: "create", lessons: [one], rerun, claimIds: [] };
}

const publish = (store: Store, written: WrittenSkill) =>
  publishWritten(tools(store), noPatch, { written, report: { verdict: allow, assertions: [] } });

async function usesOf(store: Store): Promise<Record<string, readonly string[]>> {
  const rows = await store.listHeads(within(sampleScope));
  return Object.fromEntries(rows.map(({ head, served }) => [head.name, served.content.uses]));
}

describe("publishWritten", () => {
  it("lets a procedure use what is there, and nothing through which it would use itself", async () => {
    const store = memoryStore();
    await publish(store, procedure("roll-out"));
    await publish(store, procedure("deploy", { uses: ["roll-out"] }));
    await publish(store, procedure("release", { uses: ["deploy", "release"] }));
    const person = { scope: sampleScope, by: "maria", now: NOW };
    const manage = { ...tools(store), scan: () => allow, gate: () => allow };
    await removeSkill(manage, { ...person, name: "roll-out" });
    await publish(
      store,
      procedure("roll-out", { uses: ["release", "build"] }, { key: "procedure:other", traceId: "trace-9" }),
    );
    expect(await usesOf(store)).toEqual({
      deploy: ["roll-out"],
      release: ["deploy"],
      "roll-out": ["build"],
    });
  });

  it("goes by the name that the skill gets, not by the one it asked for", async () => {
    const store = memoryStore();
    await publish(store, procedure("deploy"));
    await publish(store, procedure("deploy", { uses: ["deploy"] }, { key: "procedure:second" }));
    expect(await usesOf(store)).toEqual({ deploy: [], "deploy-2": ["deploy"] });
  });

  it.each(["procedure", "root-cause"] as const)(
    "leaves the text of a known %s as it is when another run says it in other words",
    async (kind) => {
      const store = memoryStore();
      await publish(store, procedure("deploy", { kind }));
      const again = { description: "Other words.", kind } as const;
      const other = { key: "procedure:deploy", traceId: "trace-2", runId: "run-2" };
      const [published] = await publish(store, procedure("deploy", again, other));
      expect(published?.outcome).toBe("supported");
      const [row] = await store.listHeads(within(sampleScope));
      expect(row?.head).toMatchObject({ version: 1, latest: 1 });
      expect(row?.served.content.description).toBe(sampleContent().description);
      expect(await store.listEvidence(within(sampleScope), {})).toHaveLength(2);
    },
  );
});
