import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { type Loop, type Session, SkillLoop } from "@skillloop/core";
import { assertClaims } from "./checks.ts";
import { narrateFirst, narrateSecond } from "./narrate.ts";
import { withoutExamples } from "./read-notes.ts";
import { type Memory, type Round, rerun, roundOne, roundTwo } from "./rounds.ts";
import { type Story, tellStory } from "./story.ts";
import { storyTable } from "./story-table.ts";
import { type DemoTask, demoTasks } from "./tasks.ts";

const say = (text = "") => process.stdout.write(`${text}\n`);

async function play(loop: Loop, startedAt: number): Promise<void> {
  say(`SkillLoop: an agent learns from its own failures. No model, no API key, no network.\n`);

  say(`Round one. The agent has no memory yet. It runs real commands for ${demoTasks.length} tasks.`);
  const before = new Map<DemoTask, Round>();
  for (const task of demoTasks) {
    const round = await roundOne(loop, task.first);
    before.set(task, round);
    say(narrateFirst(task.first, round));
  }

  const report = await loop.process();
  say(
    `\nLearning. ${report.learned} of ${demoTasks.length} runs became skills: hypotheses, until a test passes.`,
  );

  const tests = await loop.runPendingEvals(rerun, { control: true });
  say(`\nTesting. Each task again in a fresh folder, with the skill in the prompt and without it.`);
  for (const { name, passed, lift, status } of tests.results) {
    const control = lift === 1 ? "fails without it" : "no difference without it";
    say(`  ${name}: ${passed ? "passes" : "fails"} with the skill, ${control}; now ${status}.`);
  }

  say(`\nRound two. The same kinds of task in other words and about other things. The agent has no way`);
  say(`out of its own now: it acts on its prompt, and on the notes that come with an error.`);
  const memory: Memory = process.env.SKILLLOOP_DEMO_BREAK === "recall" ? forgetful(loop) : loop;
  const rounds: { readonly task: DemoTask; readonly after: Round; readonly stripped: Round }[] = [];
  for (const task of demoTasks) {
    const stripped = await roundTwo(memory, task.second, { learn: false, edit: withoutExamples });
    const after = await roundTwo(memory, task.second, { learn: true, edit: (notes) => notes });
    rounds.push({ task, after, stripped });
    say(narrateSecond(task.second, after));
  }
  await loop.process();

  const skills = await Promise.all((await loop.skills.list()).map(({ name }) => loop.skills.get(name)));
  const stories = rounds.flatMap(({ task, ...round }) => {
    const first = before.get(task);
    return first === undefined ? [] : [tellStory({ task, before: first, ...round, skills })];
  });
  say(`\n${storyTable(stories)}`);

  const exported = await loop.skills.exportDirectory(await mkdtemp(join(tmpdir(), "skillloop-skills-")));
  say(`\n${exported.exported.length} skills written as SKILL.md files to ${exported.directory}`);

  const seconds = (performance.now() - startedAt) / 1000;
  for (const claim of assertClaims({ stories, skills, seconds })) say(`  holds: ${claim}`);
  const count = (result: Story["result"]) => stories.filter((story) => story.result === result).length;
  say(
    `\n${stories.length} tasks: ${count("avoided")} avoided, ${count("rescued by a hint")} rescued by a hint, ` +
      `${count("repeated")} repeated; ${skills.filter(({ status }) => status === "active").length} active skills; ` +
      `${seconds.toFixed(1)} s.`,
  );
}

/** A memory that records and never recalls, to see that the demo notices. */
function forgetful(loop: Loop): Memory {
  const forget = (session: Session): Session => ({
    ...session,
    skills: async () => ({ text: "", hits: [] }),
    tool: async (call) => ({ ...(await session.tool(call)), text: "", hits: [] }),
  });
  return { session: (task, options) => forget(loop.session(task, options)) };
}

// A reader that has seen enough (`pnpm demo | head`) must not keep the folders from being cleaned up.
process.stdout.on("error", () => undefined);
const startedAt = performance.now();
const home = await mkdtemp(join(tmpdir(), "skillloop-home-"));
try {
  await using loop = await SkillLoop.open({
    home,
    scope: { project: "demo" },
    worker: "manual",
    // A busy machine should make the demo slower, never forgetful.
    recallBudgetMs: 5_000,
  });
  await play(loop, startedAt);
} catch (error) {
  process.exitCode = 1;
  process.stderr.write(`\n${error instanceof Error ? error.message : String(error)}\n`);
} finally {
  await rm(home, { recursive: true, force: true, maxRetries: 3 });
}
