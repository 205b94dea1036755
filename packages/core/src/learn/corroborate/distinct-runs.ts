import { scopeKey } from "../../text/scope-key.ts";
import type { StoredClaim } from "../../types/claim.ts";
import type { Trace } from "../../types/trace.ts";

const mostCompared = 200;
const mostOfOnePrincipal = 2;
/** Runs that one lesson is written from: all of them are read when it is doubted. */
const mostTogether = 6;

/** Oldest run first; equal times go by id, so that the order of processing shows nowhere. */
export const byAge = (a: StoredClaim, b: StoredClaim): number =>
  a.at - b.at || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);

/** A run is what its host names so; a run without a name is its trace. */
const runOf = ({ runId, traceId }: StoredClaim): string =>
  runId === undefined ? `trace ${traceId}` : `run ${runId}`;

/** Who a run was for, as its host says it beside a scope that does not. */
export function principalOf({ scope, metadata }: Trace): string | undefined {
  return scope.user === undefined
    ? (metadata["user"] ?? metadata["userId"] ?? metadata["user_id"])
    : undefined;
}

/** A claim with holds neither becomes a skill nor supports one. */
export function holdsOf({ state, taught }: StoredClaim): readonly string[] {
  const holds = taught.kind === "root-cause" ? taught.claim.holds : (taught.proposal.holds ?? []);
  return holds.length === 0 && state === "held" ? ["it was held before"] : holds;
}

/**
 * The claims that may support the own one: of exactly its scope and its kind, of another run, neither held nor used. The
 * newest ones, oldest first.
 */
export function candidatesFor(own: StoredClaim, waiting: readonly StoredClaim[]): readonly StoredClaim[] {
  const scope = scopeKey(own.scope);
  return waiting
    .filter(
      (other) =>
        other.id !== own.id &&
        other.state === "waiting" &&
        other.taught.kind === own.taught.kind &&
        scopeKey(other.scope) === scope &&
        runOf(other) !== runOf(own) &&
        holdsOf(other).length === 0,
    )
    .toSorted(byAge)
    .slice(-mostCompared);
}

/**
 * One claim a run, and at most two of one principal: a run that was recorded twenty times is one, and whoever says a
 * thing often is one (PI2). The own claim is always among them. Oldest first.
 */
export function distinctRuns(own: StoredClaim, others: readonly StoredClaim[]): readonly StoredClaim[] {
  const runs = new Set([runOf(own)]);
  const principals = new Map(own.principal === undefined ? [] : [[own.principal, 1]]);
  const kept = [own];
  for (const other of others.toSorted(byAge)) {
    const { principal } = other;
    const count = principal === undefined ? 0 : (principals.get(principal) ?? 0);
    if (runs.has(runOf(other)) || count >= mostOfOnePrincipal) continue;
    runs.add(runOf(other));
    if (principal !== undefined) principals.set(principal, count + 1);
    kept.push(other);
  }
  return kept.toSorted(byAge);
}

/**
 * So few claims of many that each can be held against its run: the oldest, the own one, and the surest of the others. Steps of
 * procedures are no model's words and nobody doubts them: all of those stay.
 */
export function fewEnough(own: StoredClaim, support: readonly StoredClaim[]): readonly StoredClaim[] {
  if (own.taught.kind === "procedure" || support.length <= mostTogether) return support;
  const [founder = own, ...rest] = support;
  const sure = ({ taught }: StoredClaim): number =>
    taught.kind === "root-cause" ? taught.claim.confidence : 1;
  const kept = new Set([founder, own]);
  for (const other of rest.toSorted((a, b) => sure(b) - sure(a) || byAge(a, b)))
    if (kept.size < mostTogether) kept.add(other);
  return support.filter((one) => kept.has(one));
}
