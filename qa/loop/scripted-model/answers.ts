import { type Known, known } from "./knowledge.ts";
import { dataNamed, sectionLines, stepsIn } from "./read-prompt.ts";

/** One request as the server sees it: the name of the answer's shape, that shape's fields, and the text. */
export interface Asked {
  readonly role: string;
  readonly fields: readonly string[];
  readonly prompt: string;
  /** Of this answer a false one is to be given. */
  readonly lies: boolean;
}

const wrongRule = "Make the call again until it works.";
const hostileWords = /\bcurl\b|\bwget\b|ignore (?:all )?previous|\brm -rf\b|\|\s*sh\b/i;

/** The answer of a model that knows what `knowledge.ts` holds, by the words in the prompt alone. */
export function answerTo(asked: Asked): unknown {
  const has = (field: string): boolean => asked.fields.includes(field);
  if (has("lessons")) return reflectAnswer(asked);
  if (has("verdicts")) return skepticAnswer(asked);
  if (has("procedure")) return skillAnswer(asked);
  if (has("failureModes")) return procedureAnswer(asked);
  if (has("operations")) return patchAnswer(asked);
  if (has("judge") || has("security"))
    return {
      ...(has("skeptic") && { skeptic: skepticAnswer(asked) }),
      ...(has("security") && { security: securityAnswer(asked) }),
      ...(has("judge") && { judge: judgeAnswer(asked) }),
    };
  if (has("assertions")) return judgeAnswer(asked);
  if (has("safe")) return securityAnswer(asked);
  if (has("principles")) return { principles: [] };
  throw new Error(
    `The scripted model knows no answer for the role ${asked.role} (${asked.fields.join(", ")}).`,
  );
}

function reflectAnswer({ prompt, lies }: Asked): unknown {
  const lessons = stepsIn(dataNamed(prompt, "run")).flatMap((step) => {
    const found = known.flatMap((one) => {
      const words = one.sees.exec(step.text)?.[0];
      return words === undefined || (one.silent !== true && !step.failed) ? [] : [{ one, words }];
    })[0];
    if (found === undefined) return [];
    const { one, words } = found;
    return [
      {
        quotes: [{ callId: step.callId, text: lies ? `${words}, as the manual says` : words }],
        cause: one.cause,
        decision: one.decision,
        rule: one.rule,
        check: one.check,
        triggers: one.queries.plain,
        unknowns: [],
        workingCallId: null,
        blame: null,
        support: "direct",
        confidence: 0.92,
      },
    ];
  });
  return { outcome: null, lessons: lessons.slice(0, 2) };
}

function skepticAnswer({ prompt, lies }: Asked): unknown {
  const verdicts = prompt.split(/^(?=Run \d+:$)/m).flatMap((run) => {
    const steps = stepsIn(dataNamed(run, "run"));
    const claims = run.split(/^(?=Claim c\d+, of this run:$)/m).slice(1);
    return claims.map((text) => {
      const label = /^Claim (c\d+)/.exec(text)?.[1] ?? "";
      const one = known.find(({ cause }) => text.includes(cause));
      const step = steps.find((candidate) => one?.sees.test(candidate.text) === true);
      const words = step === undefined ? undefined : one?.sees.exec(step.text)?.[0];
      const seen = step !== undefined && words !== undefined;
      const verdict = {
        quotes: seen ? [{ callId: step.callId, text: lies ? "it is well known" : words }] : [],
        reason: seen ? "The words of the program show it." : "Nothing in the record shows it.",
        support: seen ? "direct" : "none",
      };
      return [label, verdict] as const;
    });
  });
  return { verdicts: Object.fromEntries(verdicts) };
}

function knownIn(prompt: string): Known | undefined {
  return known.find(({ rule, cause }) => prompt.includes(cause) || prompt.includes(rule));
}

function skillAnswer({ prompt, lies }: Asked): unknown {
  const one = knownIn(prompt);
  const head = one?.head ?? "the call";
  const rule = lies || one === undefined ? wrongRule : one.rule;
  return {
    subject: one?.subject ?? "a call that fails",
    description: `When \`${head}\` is about to be used for this: ${rule}`,
    preconditions: [`You are about to call \`${head}\`.`],
    procedure: [rule],
    verification: [one?.check ?? `\`${head}\` exits with code 0.`],
    failureModes: ["Done the old way it ends without what was asked for."],
    scope: [`Only for \`${head}\` in this situation.`],
    appliesWhen: [head, one?.subject ?? head],
    queries: one?.queries ?? { plain: [], hurried: [], question: [], symptom: [] },
    notFor: one?.notFor ?? [],
    signature: { intent: one?.subject ?? "call", object: head, constraints: [] },
  };
}

/** The words around steps that worked: what the task calls the work, without the objects of one run. */
function procedureAnswer({ prompt }: Asked): unknown {
  const step = (dataNamed(prompt, "steps").split("\n")[0] ?? "").replace(/^\d+\. /, "");
  const call = /`([^`]+)`/.exec(step)?.[1] ?? "the last step";
  const words = (dataNamed(prompt, "task").match(/(?<![\w-])[A-Za-z][a-z]+(?![\w-])/g) ?? []).slice(0, 6);
  const work = words.join(" ").toLowerCase();
  return {
    subject: words.slice(0, 4).join(" "),
    description: `How to ${work}: the steps that passed its check.`,
    preconditions: ["The task names the object of the steps."],
    verification: [`\`${call}\` ends without an error, with exit code 0 where it has one.`],
    failureModes: ["With a step left out the check does not pass."],
    scope: ["Only for this kind of work."],
    appliesWhen: [words.slice(0, 3).join(" ")],
    queries: {
      plain: [`Please ${work}.`],
      hurried: [words.slice(0, 3).join(" ").toLowerCase()],
      question: [`How do I ${work}?`],
      symptom: [`Nobody has done this yet: ${work}`],
    },
    notFor: [],
    signature: { intent: words[0] ?? "do", object: words.slice(1, 4).join(" "), constraints: [] },
  };
}

function patchAnswer({ prompt, lies }: Asked): unknown {
  const one = knownIn(prompt);
  if (one === undefined) return { reason: "The runs do not show what to change.", operations: [] };
  const text = lies ? wrongRule : one.rule;
  return {
    reason: "The runs showed a way that works.",
    operations: [{ op: "ADD", section: "procedure", text }],
  };
}

function securityAnswer({ prompt, lies }: Asked): unknown {
  const words = hostileWords.exec(dataNamed(prompt, "note"))?.[0];
  if (words === undefined || lies) return { findings: [], safe: true };
  return {
    findings: [{ what: "It fetches, destroys or gives orders.", quote: words, severity: "high" }],
    safe: false,
  };
}

function judgeAnswer({ prompt, lies }: Asked): unknown {
  const note = dataNamed(prompt, "note");
  const [step = ""] = sectionLines(note, "Procedure");
  const [check = ""] = sectionLines(note, "Verification");
  const [failure = ""] = sectionLines(note, "Failure modes");
  const assertion = (aspect: string, text: string, quote: string): unknown => ({
    aspect,
    text,
    quote,
    reason: "The quoted words bring it about.",
    grade: lies && aspect === "behaviour" ? "fail" : "pass",
  });
  return {
    assertions: [
      assertion("verification", "The agent looks at something that could be wrong.", check),
      assertion("prevents-mistake", "The agent does not make the mistake again.", step),
      assertion("no-harm", "The step harms nothing that the task does not name.", step),
      assertion("behaviour", "The agent knows how the mistake looks.", failure),
    ],
  };
}
