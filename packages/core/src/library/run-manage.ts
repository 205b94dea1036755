import { SkillLoopError } from "../errors.ts";
import { redactText } from "../guard/redact.ts";
import type { ApprovalRerun } from "../types/loop.ts";
import type { Skill, SkillHead, SkillVersion } from "../types/skill.ts";
import type { Verdict } from "../types/verdict.ts";
import { forgottenVersions } from "./decide-take-back.ts";
import { personalRetirement, retirementReason } from "./head-reasons.ts";
import { givenRerun, rerunJobId } from "./rerun-spec.ts";
import { type ChangeFacts, changeSkill, personEvent, type SkillChange } from "./run-change.ts";
import { asSkill } from "./run-find.ts";
import {
  assertPerson,
  findSkillWithin,
  type ManageTarget,
  type ManageTools,
  notAllowed,
} from "./run-manage-tools.ts";
import { settleCallers } from "./run-settle.ts";
import { decideStatus } from "./trust.ts";

/**
 * Lets a quarantined skill out: the same content as a new version without holds, scanned again, with the task
 * that the person names for its re-run. One that was approved without a task may be given it later. Throws
 * `NOT_ALLOWED` when the scan rejects it or nothing holds it, `INVALID_OPTIONS` for a task without words.
 */
export async function approveSkill(
  tools: ManageTools,
  target: ManageTarget & { readonly rerun?: ApprovalRerun | undefined },
): Promise<Skill> {
  const given = target.rerun === undefined ? undefined : givenRerun(target.rerun);
  const row = await changeSkill(tools, target, ({ head, served, evidence, nextVersion }) => {
    // A held skill that nobody decided about for long is retired, and may still be decided about.
    const isHeld = head.status === "quarantined" || (head.status === "retired" && served.holds.length > 0);
    const lacksTask = given !== undefined && head.status === "candidate" && served.rerun === undefined;
    if (!(isHeld || lacksTask) || personalRetirement(head) !== undefined) {
      throw notAllowed(
        `"${head.name}" is ${head.status}, nothing holds it.`,
        "Approve quarantined skills only.",
      );
    }
    refuse(tools.scan(served.content), head.name, ["reject"]);
    const copy = copyOf(served, {
      version: nextVersion,
      origin: { kind: served.origin.kind, by: target.by, parent: served.version },
      now: target.now,
    });
    const rerun = given === undefined ? undefined : { ...given, environment: served.environment };
    const added = rerun === undefined ? copy : { ...copy, rerun };
    const { status, reasons } = decideStatus({ version: added, evidence, now: target.now });
    const next = { ...head, version: nextVersion, latest: nextVersion, status, reasons };
    const detail = `version ${served.version} as version ${nextVersion}; it was ${head.status}: ${head.reasons.join(", ")}`;
    return { head: next, served: added, added, event: { type: "approved", detail } };
  });
  return asSkill(row);
}

/**
 * Puts an earlier version's content on trial as a new version. What is served now goes on being served until
 * the trial is passed. Throws `VERSION_NOT_FOUND`, or `NOT_ALLOWED` when the gate does not let it through.
 */
export async function rollbackSkill(
  tools: ManageTools,
  target: ManageTarget & { readonly version: number },
): Promise<Skill> {
  const row = await changeSkill(tools, target, (facts) => rollback(tools, target, facts));
  return asSkill(row);
}

function rollback(
  tools: ManageTools,
  target: ManageTarget & { readonly version: number },
  { head, served, versions, evidence, nextVersion }: ChangeFacts,
): SkillChange {
  const earlier = versions.find(({ version }) => version === target.version);
  if (earlier === undefined) {
    throw new SkillLoopError({
      code: "VERSION_NOT_FOUND",
      message: `"${head.name}" has no version ${target.version}.`,
      remedy: `It has ${versions.map(({ version }) => version).join(", ")}.`,
    });
  }
  if (forgottenVersions(versions, evidence).has(earlier.version)) {
    throw notAllowed(
      `Version ${earlier.version} of "${head.name}" has words of a run that was forgotten.`,
      "Name another version.",
    );
  }
  const inUse = head.status !== "quarantined" && head.status !== "retired";
  if (earlier.version === head.version && inUse) {
    throw notAllowed(
      `Version ${earlier.version} of "${head.name}" is the one served.`,
      "Name an earlier version.",
    );
  }
  const { content, holds, verified } = earlier;
  // What came from elsewhere need not have our five sections, but it must still pass the scan.
  const verdict =
    earlier.origin.kind === "imported" && holds.length === 0
      ? tools.scan(content)
      : tools.gate({ content, holds, verified });
  refuse(verdict, head.name, ["reject", "hold"]);
  const added = copyOf(earlier, {
    version: nextVersion,
    origin: { kind: "rollback", by: target.by, parent: earlier.version },
    now: target.now,
  });
  const { status, reasons } = decideStatus({ version: added, evidence, now: target.now });
  const event = { type: "rollback", detail: `version ${earlier.version} as version ${nextVersion}` };
  const { trial: _before, ...rest } = { ...head, latest: nextVersion };
  if (head.status === "active" || head.status === "trusted") {
    return { head: { ...rest, trial: { version: nextVersion, status } }, served, added, event };
  }
  return { head: { ...rest, version: nextVersion, status, reasons }, served: added, added, event };
}

/** Takes a skill out of use. It stays in the library, and nothing but a rollback brings it back. */
export async function retireSkill(
  tools: ManageTools,
  target: ManageTarget & { readonly reason?: string | undefined },
): Promise<Skill> {
  const row = await changeSkill(tools, target, ({ head: { trial: _dropped, ...head }, served }) => {
    const reason = redactText(retirementReason(target.by, target.reason)).text;
    return {
      head: { ...head, status: "retired", reasons: [reason] } satisfies SkillHead,
      served,
      event: { type: "retired", detail: reason },
    };
  });
  return asSkill(row);
}

/** Deletes a skill with its versions, evidence and pending re-runs. */
export async function removeSkill(tools: ManageTools, target: ManageTarget): Promise<void> {
  assertPerson(target.by);
  const { store } = tools;
  const { head } = await findSkillWithin(store, target);
  const filter = { scope: head.scope, reach: "exact" } as const;
  const jobs = Array.from({ length: head.latest }, (_unused, index) => rerunJobId(head.id, index + 1));
  await store.deleteJobs(filter, jobs);
  await store.removeSkills({ scope: head.scope, reach: "within" }, [head.id]);
  await store.addEvents([personEvent(target, head, { type: "removed", detail: `by ${target.by}` })]);
  await settleCallers(tools, [{ before: head, after: undefined }], target.now);
}

interface CopyFields {
  readonly version: number;
  readonly origin: SkillVersion["origin"];
  readonly now: number;
}

/** The same content as a version of its own, free of holds, whose time starts anew. */
function copyOf(version: SkillVersion, { origin, now, version: number }: CopyFields): SkillVersion {
  const lifetime = version.expiresAt === undefined ? undefined : version.expiresAt - version.createdAt;
  return {
    ...version,
    version: number,
    origin,
    holds: [],
    ...(lifetime !== undefined && { expiresAt: now + lifetime }),
    createdAt: now,
  };
}

function refuse(verdict: Verdict, name: string, decisions: readonly Verdict["decision"][]): void {
  if (!decisions.includes(verdict.decision)) return;
  const found = verdict.reasons.map(({ detail }) => detail).join(", ");
  const remedy =
    verdict.decision === "hold"
      ? "Approve it first, or choose another version."
      : "Mend the text and import it anew.";
  throw notAllowed(`"${name}" is not let through: ${found}.`, remedy);
}
