import { expect } from "vitest";
import type { Play } from "./play.ts";

/** The host sees no difference: answers, errors, interrupts, state and stream parts in their order. */
export function expectSameForHost(bare: Play, observed: Play): void {
  for (const [at, outcome] of observed.outcomes.entries()) {
    const without = bare.outcomes[at];
    expect(outcome.answer, `the answer of turn ${at + 1}`).toBe(without?.answer);
    expect(outcome.error, `the error of turn ${at + 1}`).toBe(without?.error);
    expect(outcome.interrupted, `the interrupt of turn ${at + 1}`).toBe(without?.interrupted);
    expect(outcome.state, `what the host holds after turn ${at + 1}`).toStrictEqual(without?.state);
    expect(outcome.parts, `the stream parts of turn ${at + 1}`).toStrictEqual(without?.parts);
  }
}
