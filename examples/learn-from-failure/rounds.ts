import type { LearnInput, Loop, RerunRunner, Session } from "@skillloop/core";
import { type BashCall, explore, type Work, workFromNotes } from "./agent.ts";
import { explorations } from "./exploration.ts";
import { type Assignment, fill, fixtureOf } from "./tasks.ts";
import { createWorkspace, type Workspace } from "./workspace.ts";

/** What the rounds need of a loop: the agent is given sessions, never the library. */
export type Memory = Pick<Loop, "session">;

export interface Round extends Work {
  /** What the independent check said; the agent has no say in it. */
  readonly passed: boolean;
  readonly exitCode: number | null;
  /** Names of the skills that stood in the prompt or came with an error. */
  readonly skills: readonly string[];
  readonly traceId?: string;
}

/** Round one: the agent finds its own way, and the session records all of it. */
export async function roundOne(memory: Memory, assignment: Assignment): Promise<Round> {
  const { firstAttempt } = fixtureOf(assignment.fixture);
  const trials = [firstAttempt, ...(explorations[assignment.fixture] ?? [])];
  const session = memory.session(assignment.task);
  return inSession(session, assignment, (workspace) =>
    explore(
      { run: workspace.run, report: async (call) => (await session.tool(call)).text },
      trials.map((command) => fill(command, assignment.values)),
    ),
  );
}

/** Round two: the agent acts on its prompt and on hints. `edit` is what happens to them before it reads them. */
export async function roundTwo(
  memory: Memory,
  assignment: Assignment,
  options: { readonly learn: boolean; readonly edit: (notes: string) => string },
): Promise<Round> {
  const session = memory.session(assignment.task, { learn: options.learn });
  const skills = new Set<string>();
  const read = ({ text, hits }: { readonly text: string; readonly hits: readonly { name: string }[] }) => {
    for (const { name } of hits) skills.add(name);
    return options.edit(text);
  };
  const notes = read(await session.skills());
  const round = await inSession(session, assignment, (workspace) =>
    workFromNotes(
      { run: workspace.run, report: async (call) => read(await session.tool(call)) },
      { ...firstIdea(assignment), notes },
    ),
  );
  return { ...round, skills: [...skills] };
}

/** Repeats the task a skill was learned from, in a fresh folder, with nothing but the SKILL.md as prompt. */
export const rerun: RerunRunner = async ({ task, skillMd = "", context }) => {
  const assignment = { task, ...(context as unknown as Pick<Assignment, "fixture" | "values">) };
  const steps: BashCall[] = [];
  const { exitCode } = await inWorkspace(assignment, (workspace) =>
    workFromNotes(
      {
        run: workspace.run,
        report: async (call) => {
          steps.push(call);
          return "";
        },
      },
      { ...firstIdea(assignment), notes: skillMd },
    ),
  );
  const trace: LearnInput = { task, steps };
  return { trace, exitCode };
};

function firstIdea({ fixture, values }: Assignment) {
  return { intended: fill(fixtureOf(fixture).firstAttempt, values), values };
}

async function inSession(
  session: Session,
  assignment: Assignment,
  body: (workspace: Workspace) => Promise<Work>,
): Promise<Round> {
  const { fixture, values } = assignment;
  session.context({ fixture, values });
  const { work, exitCode } = await inWorkspace(assignment, body);
  session.verifiedBy({ exitCode }, { check: fixtureOf(fixture).check.name });
  const receipt = await session.end();
  const stored = receipt === undefined ? {} : { traceId: receipt.traceId };
  return { ...work, passed: exitCode === 0, exitCode, skills: [], ...stored };
}

async function inWorkspace(
  { fixture, values }: Pick<Assignment, "fixture" | "values">,
  body: (workspace: Workspace) => Promise<Work>,
): Promise<{ readonly work: Work; readonly exitCode: number | null }> {
  const { setup, check } = fixtureOf(fixture);
  const workspace = await createWorkspace();
  try {
    const ready = await workspace.run(`set -e\n${setup}`, values);
    if (ready.exitCode !== 0) throw new Error(`Could not prepare the fixture ${fixture}: ${ready.error}`);
    const work = await body(workspace);
    return { work, exitCode: (await workspace.run(check.command, values)).exitCode };
  } finally {
    await workspace.remove();
  }
}
