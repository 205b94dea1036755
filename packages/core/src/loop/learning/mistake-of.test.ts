import { describe, expect, it } from "vitest";
import { bash, sampleRun } from "../../testing/run-samples.ts";
import { sampleStoredClaim } from "../../testing/store-samples.ts";
import { errorSignature } from "../../text/error-signature/error-signature.ts";
import type { Claim } from "../../types/claim.ts";
import { mistakeOf } from "./mistake-of.ts";

const error = "fatal: The current branch topic has no upstream branch.";
const trace = sampleRun([bash("git fetch"), bash("git push", { error }), bash("git push -u origin topic")]);
const calls = trace.steps.flatMap((step) => (step.kind === "tool" ? [step.callId] : []));

function claimOn(callId: string | undefined, fields: Partial<Claim> = {}) {
  const stored = sampleStoredClaim({ id: "t#0", traceId: trace.id });
  if (stored.taught.kind !== "root-cause") throw new Error("not a claim");
  const quotes = [{ callId: callId ?? "none", text: "words" }];
  const claim = { ...stored.taught.claim, signatures: [errorSignature(error).text], quotes, ...fields };
  return { ...stored, taught: { kind: "root-cause", claim } as const };
}

describe("mistakeOf", () => {
  it("is the cited call that failed, by its skeleton and its error", () => {
    expect(mistakeOf(trace, [claimOn(calls[1])])).toEqual({
      tool: "bash",
      skeleton: "bash: git push",
      signature: errorSignature(error).text,
    });
  });

  it("is none of a call that went well, that is not there, or of another run", () => {
    expect(mistakeOf(trace, [claimOn(calls[0])])).toBeUndefined();
    expect(mistakeOf(trace, [claimOn(undefined)])).toBeUndefined();
    expect(mistakeOf(trace, [{ ...claimOn(calls[1]), traceId: "another" }])).toBeUndefined();
  });

  it("is none where the error says too little to be known again", () => {
    expect(mistakeOf(trace, [claimOn(calls[1], { signatures: [] })])).toBeUndefined();
  });
});
