import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { claimContract } from "./store-contract-claims.ts";
import { jobContract } from "./store-contract-jobs.ts";
import { ledgerContract } from "./store-contract-ledger.ts";
import { modelCallContract } from "./store-contract-model-calls.ts";
import { scopeContract } from "./store-contract-scope.ts";
import { skillContract } from "./store-contract-skills.ts";
import { traceContract } from "./store-contract-traces.ts";
import { vectorContract } from "./store-contract-vectors.ts";
import type { StoreUnderTest } from "./store-under-test.ts";

export type { StoreUnderTest } from "./store-under-test.ts";

export interface StoreContractOptions {
  readonly name: string;
  /** An empty store of its own for every test. */
  readonly open: () => Promise<StoreUnderTest>;
}

/**
 * Registers the vitest tests that every `Store` must pass.
 *
 * @example
 * storeContract({ name: "my store", open: async () => ({ store: myStore(), dispose: async () => {} }) });
 */
export function storeContract({ name, open }: StoreContractOptions): void {
  describe(`store contract: ${name}`, () => {
    let opened: StoreUnderTest;
    beforeEach(async () => {
      opened = await open();
    });
    afterEach(async () => {
      await opened.dispose();
    });
    const current = () => opened;
    describe("traces", () => traceContract(current));
    describe("jobs", () => jobContract(current));
    describe("skills", () => skillContract(current));
    describe("vectors", () => vectorContract(current));
    describe("ledger", () => ledgerContract(current));
    describe("claims", () => claimContract(current));
    describe("model calls", () => modelCallContract(current));
    describe("scope", () => scopeContract(current));

    it("maintains without losing a row", async () => {
      const { store } = opened;
      await store.addEvents([
        {
          id: "e1",
          scope: { project: "p" },
          type: "t",
          subject: "s",
          detail: "",
          at: 1,
        },
      ]);
      await store.maintain({ force: true });
      const events = await store.listEvents({ scope: { project: "p" }, reach: "exact" }, { limit: 5 });
      expect(events.map(({ id }) => id)).toEqual(["e1"]);
    });
  });
}
