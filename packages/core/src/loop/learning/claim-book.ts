import type { ClaimUse } from "../../ports/claim-store.ts";
import type { Store } from "../../ports/store.ts";
import { scopeKey } from "../../text/scope-key.ts";
import type { StoredClaim } from "../../types/claim.ts";
import type { Scope } from "../../types/scope.ts";
import type { Trace } from "../../types/trace.ts";

/** Of the claims that wait in a scope so many are compared with a new one. */
const mostWaiting = 200;

interface Turn {
  readonly at: number;
  readonly traceId: string;
}

/** Runs go in the order in which they were recorded, so that it does not matter how often the work was broken off. */
export function runOrder(a: Turn, b: Turn): number {
  return a.at - b.at || (a.traceId < b.traceId ? -1 : a.traceId > b.traceId ? 1 : 0);
}

export function turnOf({ recordedAt, id }: Trace): Turn {
  return { at: recordedAt, traceId: id };
}

/**
 * The claims of the scopes that a batch is about, as they stand after each of its traces. What is decided is known here
 * at once and in the store with the next `flush`; until then the job of its trace keeps it.
 */
export interface ClaimBook {
  /** What a trace's claims may meet: claims that wait, of its scope alone, and of no trace whose turn is yet to come. */
  waitingFor(trace: Trace): Promise<readonly StoredClaim[]>;
  /** A claim of the batch's traces as it is stored, where an earlier attempt has stored it. */
  find(scope: Scope, id: string): Promise<StoredClaim | undefined>;
  add(claim: StoredClaim): Promise<void>;
  use(scope: Scope, uses: readonly ClaimUse[]): Promise<void>;
  flush(): Promise<void>;
}

type Claims = Pick<Store, "listClaims" | "addClaims" | "useClaims" | "listJobs">;

export function claimBook(store: Claims, batch: readonly Trace[]): ClaimBook {
  const pages = new Map<string, Promise<Map<string, StoredClaim>>>();
  const turns = new Map(batch.map((trace) => [trace.id, turnOf(trace)]));
  let added: StoredClaim[] = [];
  let used: { readonly scope: Scope; readonly use: ClaimUse }[] = [];

  const page = (scope: Scope): Promise<Map<string, StoredClaim>> => {
    const key = scopeKey(scope);
    const open = pages.get(key) ?? readPage(store, scope, batch);
    pages.set(key, open);
    return open;
  };

  return {
    async waitingFor(trace) {
      const own = turnOf(trace);
      const before = [...(await page(trace.scope)).values()].filter(({ traceId }) => {
        const turn = turns.get(traceId);
        return traceId !== trace.id && (turn === undefined || runOrder(turn, own) < 0);
      });
      return withDoubts(before)
        .filter(({ state }) => state === "waiting")
        .sort((a, b) => runOrder(a, b) || (a.id < b.id ? -1 : 1))
        .slice(-mostWaiting);
    },
    async find(scope, id) {
      return (await page(scope)).get(id);
    },
    async add(claim) {
      const claims = await page(claim.scope);
      if (claims.has(claim.id)) return;
      claims.set(claim.id, claim);
      added.push(claim);
    },
    async use(scope, uses) {
      const claims = await page(scope);
      for (const use of uses) {
        const claim = claims.get(use.id);
        if (claim?.state !== "waiting") continue;
        claims.set(use.id, { ...claim, state: "used", skillId: use.skillId });
        used.push({ scope, use });
      }
    },
    async flush() {
      const [rows, uses] = [added, used];
      [added, used] = [[], []];
      // As they were added: a claim that is used by now is used in the next step.
      if (rows.length > 0) await store.addClaims(rows);
      for (const [key, scope] of new Map(uses.map((one) => [scopeKey(one.scope), one.scope]))) {
        const own = uses.filter((one) => scopeKey(one.scope) === key).map(({ use }) => use);
        await store.useClaims({ scope, reach: "exact" }, own);
      }
    },
  };
}

/** Claims as sure as the looks at others of them have left them. */
function withDoubts(claims: readonly StoredClaim[]): readonly StoredClaim[] {
  const least = new Map<string, number>();
  for (const { id, confidence } of claims.flatMap(({ doubts = [] }) => doubts))
    least.set(id, Math.min(confidence, least.get(id) ?? 1));
  return claims.map((stored) => {
    const { taught, id } = stored;
    const confidence = least.get(id);
    if (taught.kind === "procedure" || confidence === undefined) return stored;
    return { ...stored, taught: { ...taught, claim: { ...taught.claim, confidence, doubted: true } } };
  });
}

/** What waits in a scope, and whatever is stored of the batch's own traces. */
async function readPage(
  store: Claims,
  scope: Scope,
  batch: readonly Trace[],
): Promise<Map<string, StoredClaim>> {
  const filter = { scope, reach: "exact" } as const;
  const traceIds = batch.filter((trace) => scopeKey(trace.scope) === scopeKey(scope)).map(({ id }) => id);
  const [own, waiting] = await Promise.all([
    store.listClaims(filter, { traceIds }),
    store.listClaims(filter, { state: "waiting", limit: mostWaiting + batch.length }),
  ]);
  const ours = new Set(traceIds);
  const [first] = batch.map(turnOf).sort(runOrder);
  // A younger trace that has stored a claim and not ended was broken off: its turn is yet to come.
  const later = waiting.filter(
    (claim) => !ours.has(claim.traceId) && first !== undefined && runOrder(claim, first) > 0,
  );
  const jobs =
    later.length === 0
      ? []
      : await store.listJobs({ filter, ids: [...new Set(later.map(({ traceId }) => traceId))] });
  const open = new Set(jobs.filter(({ state }) => state !== "done").map(({ id }) => id));
  const kept = waiting.filter(({ traceId }) => !open.has(traceId));
  return new Map([...kept, ...own].map((claim) => [claim.id, claim]));
}
