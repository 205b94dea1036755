import type { GenerateRequest } from "../../ports/language-model.ts";
import type { LearnTrace } from "../../types/learn.ts";
import type { RoleAnswers } from "../role-language-model.ts";
import { skillAnswer } from "../written-samples.ts";

/** Programs that nobody has; each wants a thing of its own before it does anything. */
const things =
  `anchor basket candle dagger easel falcon garnet hammer island jigsaw kettle ladder magnet needle octave parcel
  quiver rocket saddle tunnel urchin velvet walnut xylophone yonder zipper acorn bellow copper dolphin ember fiddle
  goblet harbor icicle jungle kernel lantern mirror nugget onyx pebble quartz ribbon saffron thimble umbrella violet
  whistle yarrow`.split(/\s+/);

/** A run in which a program that wants its thing was called without it, and that then failed its check. */
export function frankTrace(topic: number, run: number): LearnTrace {
  const round = Math.floor(topic / things.length);
  const thing = `${things[topic % things.length]}${round === 0 ? "" : things[round - 1]}`;
  const program = `${thing}ctl`;
  const command = `${program} publish ${run}`;
  return {
    runId: `run-${topic}-${run}`,
    task: `Publish object ${run} with ${program}`,
    signals: [{ source: "test", outcome: "failure", check: "npm test" }],
    steps: [
      {
        kind: "tool",
        tool: "bash",
        callId: "1",
        turn: 0,
        input: { command },
        outcome: "tool-error",
        error: `${program}: fatal: no ${thing} manifest was declared for this publish`,
        exitCode: 2,
      },
      {
        kind: "tool",
        tool: "bash",
        callId: "2",
        turn: 1,
        input: { command: `cat ${program}.log` },
        outcome: "ok",
        output: "empty",
      },
    ],
  };
}

/** Words of a topic's own, so that no two skills read alike. */
function wordsOf(thing: string): readonly string[] {
  const at = things.findIndex((known) => thing.startsWith(known));
  const step = thing.length - (things[at]?.length ?? 0) + 1;
  return [3, 7, 11, 13, 17, 19, 23, 29].map((far) => things[(at + far * step) % things.length] ?? "");
}

function topicOf({ prompt }: GenerateRequest<unknown>): {
  readonly program: string;
  readonly thing: string;
} {
  const [, thing = ""] = /\b([a-z]+)ctl\b/.exec(prompt) ?? [];
  const program = `${thing}ctl`;
  return { program, thing };
}

/** Bears every claim out that the prompt asks about, with the quotes that are given. */
export function verdictsOn(
  request: Pick<GenerateRequest<unknown>, "prompt">,
  quotes: readonly { readonly callId: string; readonly text: string }[],
) {
  const verdict = { quotes, reason: "It stands there.", support: "direct" };
  const labels = [...request.prompt.matchAll(/^Claim (\S+),/gm)].map(([, label]) => label ?? "");
  return { verdicts: Object.fromEntries(labels.map((label) => [label, verdict])) };
}

function bearsOut(request: GenerateRequest<unknown>) {
  const { thing } = topicOf(request);
  return verdictsOn(request, [{ callId: "1", text: `no ${thing} manifest was declared for this publish` }]);
}

/** Answers by what the prompt shows, in the shapes that the real stages ask for, and nothing against anything. */
export function frankAnswers({ support = "direct", confidence = 0.9 } = {}): RoleAnswers {
  return {
    reflect: (request) => {
      const { program, thing } = topicOf(request);
      return {
        outcome: null,
        lessons: [
          {
            quotes: [{ callId: "1", text: `no ${thing} manifest was declared for this publish` }],
            cause: `${program} publishes nothing before its ${thing} manifest is declared.`,
            decision: `It ran ${program} as the first step and took it that nothing has to be prepared.`,
            rule: `Declare the ${thing} manifest before the first publish with ${program}.`,
            check: `${program} status names the ${thing} manifest.`,
            triggers: [`publish with ${program}`, `${thing} manifest`],
            unknowns: [],
            workingCallId: null,
            blame: null,
            support,
            confidence,
          },
        ],
      };
    },
    skeptic: bearsOut,
    synthesize: (request) => {
      const { program, thing } = topicOf(request);
      const [one, two, three, four, five, six, seven, eight] = wordsOf(thing);
      return skillAnswer({
        subject: `Declare the ${thing} manifest`,
        description: `Before the first publish with ${program}, declare the ${thing} manifest.`,
        preconditions: [`\`${program} status\` names no ${thing} manifest, nor its ${one} and ${two}.`],
        procedure: [
          `Declare the ${thing} manifest before the first publish with ${program}.`,
          `Declare it with \`${program} declare ${thing}\`; ${three} and ${four} follow.`,
        ],
        verification: [`\`${program} status\` names the ${thing} manifest.`],
        failureModes: [
          `Publishing at once ends with an error about the ${thing} manifest, of ${five} or ${six}.`,
        ],
        scope: [`Objects that ${program} publishes: ${seven}, ${eight}.`],
        appliesWhen: [`${program} publish`, `${thing} manifest`],
        queries: {
          plain: [`Publish the object with ${program}`],
          hurried: [`${program} publish now`],
          question: [`Why does ${program} want a ${thing} manifest?`],
          symptom: [`${program} says no ${thing} manifest was declared`],
        },
        notFor: [],
        signature: { intent: "publish", object: `${thing} object`, constraints: [] },
      });
    },
    judge: (request) => {
      const { program, thing } = topicOf(request);
      const quote = `Declare it with`;
      const line = (aspect: string, quoted: string) => ({
        aspect,
        text: "It does so.",
        quote: quoted,
        reason: "It is said.",
        grade: "pass",
      });
      const assertions = [
        line("verification", `${program} status`),
        line("prevents-mistake", quote),
        line("no-harm", `Objects that ${program} publishes`),
        line("behaviour", `error about the ${thing} manifest`),
      ];
      return {
        skeptic: bearsOut(request),
        security: { findings: [], safe: true },
        judge: { assertions },
        assertions,
      };
    },
    security: () => ({ findings: [], safe: true }),
  };
}
