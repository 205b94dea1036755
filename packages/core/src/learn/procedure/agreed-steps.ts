import type { ProcedureProposal } from "../../types/procedure.ts";
import type { Example } from "../../types/skill.ts";
import { mergeExamples } from "../merge-example.ts";
import { callLine } from "./step-lines.ts";

export interface AgreedSteps {
  readonly example: Example;
  readonly steps: readonly string[];
}

const sequenceOf = ({ calls }: Example): string =>
  calls.map(({ tool, skeleton }) => `${tool} ${skeleton}`).join("\n");

/**
 * The steps of the first of several runs that did the same, with what the others did otherwise left open: a constant that
 * two runs do not share is no part of the procedure. Runs that used other skills on the way are left out of it.
 */
export function agreedSteps(proposals: readonly ProcedureProposal[]): AgreedSteps | undefined {
  const [founder, ...others] = proposals;
  if (founder === undefined) return undefined;
  const sequence = sequenceOf(founder.example);
  let { example } = founder;
  for (const other of others) {
    if (sequenceOf(other.example) === sequence) example = mergeExamples(example, other.example).example;
  }
  let next = 0;
  const steps = founder.steps.map((line) => {
    const [before, agreed] = [founder.example.calls[next], example.calls[next]];
    if (before === undefined || agreed === undefined) return line;
    const repeated = [false, true].find((one) => callLine(before, one) === line);
    if (repeated === undefined) return line;
    next += 1;
    return callLine(agreed, repeated);
  });
  return { example, steps };
}
