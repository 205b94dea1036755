import { SkillLoop, type Store } from "@skillloop/core";
import { memoryStore } from "@skillloop/core/testing";

export const scope = { project: "mastra-tests" };
export const pushTask = "Push the branch hotfix-9 to the remote";

const check = "git status -sb";
const error = (branch: string): string =>
  `fatal: The current branch ${branch} has no upstream branch.\nTo push the current branch and set the remote as upstream, use\n\n    git push --set-upstream origin ${branch}\n`;

/** What `git push` says where no upstream is named; the taught library knows it. */
export const noUpstream = error("hotfix-9");

/** A library that was really learned, with one active skill: it fits `pushTask` and `noUpstream`. */
export async function taughtStore(): Promise<Store> {
  const store = memoryStore();
  const loop = await SkillLoop.open({ store, scope, worker: "manual" });
  const bash = (command: string) => ({ name: "bash", input: { command } });
  await loop.run("Push the branch feature-login to the remote", async (session) => {
    await session.tool({ ...bash("git push"), error: error("feature-login"), exitCode: 128 });
    await session.tool({
      ...bash("git push --set-upstream origin feature-login"),
      output: "branch set up to track",
      exitCode: 0,
    });
    session.verifiedBy({ exitCode: 0 }, { check });
  });
  await loop.process();
  await loop.runPendingEvals(async ({ task }) => {
    const input = { command: "git push --set-upstream origin x" };
    const step = { kind: "tool", tool: "bash", callId: "1", turn: 0, input, outcome: "ok" } as const;
    return { trace: { task, steps: [step] }, exitCode: 0, check };
  });
  await loop.close();
  return store;
}

/** A line of the taught skill, which `withLessonText` replaces. */
const taughtLine = "Add `--set-upstream`.";

/** The store as it would be had somebody changed the text of a lesson on its disk. */
export function withLessonText(store: Store, text: string): Store {
  const replaced = <T>(value: T): T =>
    JSON.parse(JSON.stringify(value).replaceAll(taughtLine, JSON.stringify(text).slice(1, -1))) as T;
  const readLibrary: Store["readLibrary"] = async (...given) => {
    const delta = await store.readLibrary(...given);
    return {
      ...delta,
      changed: delta.changed.map((row) => ({
        head: row.head,
        searchDocument: row.searchDocument,
        served: () => replaced(row.served()),
      })),
    };
  };
  return new Proxy(store, {
    get(target, name) {
      if (name === "readLibrary") return readLibrary;
      const member: unknown = Reflect.get(target, name);
      return typeof member === "function" ? member.bind(target) : member;
    },
  });
}
