import { gateSkill } from "../../gate/gate-skill.ts";
import { mergeLesson } from "../../learn/merge-content.ts";
import { type PublishEntry, type PublishedLesson, publishLessons } from "../../library/run-publish.ts";
import { learnFrom, PUBLISHED_AT_ONCE } from "../../pipeline.ts";
import type { Store } from "../../ports/store.ts";
import { scopeKey } from "../../text/scope-key.ts";
import type { LearnResult } from "../../types/lesson.ts";
import type { Trace } from "../../types/trace.ts";
import type { Verdict } from "../../types/verdict.ts";
import { inTurns } from "../in-turns.ts";
import { type LibraryPorts, libraryTools } from "../library-tools.ts";
import { asLibraryVerdict, withJudgedHolds } from "./publish-written.ts";

export interface RepairedTrace {
  readonly learned: LearnResult;
  readonly published: readonly PublishedLesson[];
  /** Why none of it is published yet: the judge of a new skill has not answered. */
  readonly failure?: unknown;
}

/** What a judge says of a skill that is not in the library yet. Rejects as a model does. */
export type RepairJudge = (entry: PublishEntry) => Promise<Verdict>;

/**
 * Learns the repairs of runs and publishes them as without a model, but for one thing: a repair that makes a new skill is
 * shown to a judge first, and waits while there is none. Whatever the library knows already is published at once.
 */
export async function publishRepairs(
  ports: LibraryPorts,
  traces: readonly Trace[],
  judge: RepairJudge,
): Promise<ReadonlyMap<string, RepairedTrace>> {
  const { store, clock } = ports;
  const repaired = new Map<string, RepairedTrace>();
  for (let start = 0; start < traces.length; start += PUBLISHED_AT_ONCE) {
    const part = traces.slice(start, start + PUBLISHED_AT_ONCE);
    const learned = await inTurns(part, learnFrom, clock);
    const judged = await judgeNew(
      store,
      learned.map(({ entries }) => entries),
      judge,
    );
    const entries = judged.flatMap((one) => one.entries);
    const published = await publishLessons({
      ...libraryTools(ports),
      entries,
      now: clock.now(),
      mergeLesson,
      gate: gateSkill,
    });
    for (const [place, { trace, result }] of learned.entries()) {
      const failure = judged[place]?.failure;
      repaired.set(trace.id, {
        learned: result,
        published: published.filter(({ lesson }) => lesson.traceId === trace.id),
        ...(failure !== undefined && { failure }),
      });
    }
  }
  return repaired;
}

interface Judged {
  readonly entries: readonly PublishEntry[];
  readonly failure?: unknown;
}

/** In the order of the runs: the first occurrence of a lesson is the one that becomes the skill. */
async function judgeNew(
  store: Pick<Store, "findHeads">,
  runs: readonly (readonly PublishEntry[])[],
  judge: RepairJudge,
): Promise<readonly Judged[]> {
  const known = await knownKeys(store, runs.flat());
  const judged: Judged[] = [];
  for (const entries of runs) {
    const passed: PublishEntry[] = [];
    const founded: string[] = [];
    let failure: unknown;
    for (const entry of entries) {
      const key = keyIn(entry);
      if (entry.verdict.decision === "reject" || known.has(key)) {
        passed.push(entry);
        continue;
      }
      try {
        const verdict = await judge(entry);
        const next = asJudged(entry, verdict);
        passed.push(next);
        if (next.verdict.decision !== "reject") founded.push(key);
      } catch (error) {
        failure = error;
        break;
      }
    }
    // All of a run's repairs or none: which of them were published is not kept.
    judged.push(failure === undefined ? { entries: passed } : { entries: [], failure });
    if (failure === undefined) for (const key of founded) known.add(key);
  }
  return judged;
}

/** The judge may only be stricter than shape, scan and holds. */
function asJudged(entry: PublishEntry, judged: Verdict): PublishEntry {
  if (judged.decision === "allow") return entry;
  const named = asLibraryVerdict(judged);
  const reasons =
    entry.verdict.decision === "hold" ? [...entry.verdict.reasons, ...named.reasons] : named.reasons;
  return {
    ...entry,
    lesson: withJudgedHolds(entry.lesson, judged),
    verdict: { decision: judged.decision, reasons },
  };
}

function keyIn({ lesson }: PublishEntry): string {
  return `${scopeKey(lesson.scope)} ${lesson.key}`;
}

async function knownKeys(
  store: Pick<Store, "findHeads">,
  entries: readonly PublishEntry[],
): Promise<Set<string>> {
  const scopes = new Map(entries.map(({ lesson }) => [scopeKey(lesson.scope), lesson.scope]));
  const reads = [...scopes].map(async ([name, scope]) => {
    const lessonKeys = [
      ...new Set(
        entries.filter(({ lesson }) => scopeKey(lesson.scope) === name).map(({ lesson }) => lesson.key),
      ),
    ];
    const rows = await store.findHeads({ scope, reach: "visible" }, { lessonKeys });
    return rows.map(({ head }) => `${name} ${head.lessonKey}`);
  });
  return new Set((await Promise.all(reads)).flat());
}
