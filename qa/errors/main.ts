import Table from "cli-table3";
import { errorSignature } from "../../packages/core/src/text/error-signature/error-signature.ts";
import { commandLine, refuse } from "../command-line.ts";
import { percent } from "../lines.ts";
import { type Figure, printReport } from "../report.ts";
import { type ErrorCase, readOutputs } from "./read-outputs.ts";
import { type Asked, recallOutputs } from "./recall-outputs.ts";
import { type Answer, type Question, questions, scoreOutputs } from "./score.ts";

/** Least share of right answers, in percent. */
const recallBars: Readonly<Record<Asked, number>> = { known: 90, sibling: 70, stranger: 90 };
const bars: Readonly<Record<Question, number>> = { same: 80, apart: 99, told: 90, clean: 100 };

const values = commandLine("qa:errors", {
  half: { type: "string", default: "held" },
  misses: { type: "boolean", default: false },
  json: { type: "boolean", default: false },
});
if (values.half !== "tune" && values.half !== "held") refuse(`--half is tune or held, not ${values.half}.`);
if (values.misses && values.half === "held")
  refuse("--misses shows texts, and those held back are not looked at.");

const cases = readOutputs().filter(({ half }) => half === values.half);
const answers = scoreOutputs(cases, errorSignature);
const recalled = await recallOutputs(cases);
if (!values.json) process.stdout.write(`${matrix()}\n`);
if (values.misses)
  process.stdout.write(
    `${answers
      .filter(({ ok }) => !ok)
      .map(missLine)
      .join("\n")}\n`,
  );
printReport(
  {
    figures: [
      ...questions.map((question) => figure(`signature.${question}`, of(question), bars[question])),
      ...(["known", "sibling", "stranger"] as const).map((asked) =>
        figure(
          `recall.${asked}`,
          recalled.filter((each) => each.asked === asked),
          recallBars[asked],
        ),
      ),
    ],
    failures: [
      ...new Set([
        ...answers.filter(({ ok }) => !ok).map(({ question, id }) => `${question}: ${id}`),
        ...recalled.filter(({ ok }) => !ok).map(({ asked, id }) => `${asked}: ${id}`),
      ]),
    ],
  },
  { json: values.json },
);

function of(question: Question, source?: string): readonly Answer[] {
  return answers.filter(
    (answer) => answer.question === question && (source === undefined || answer.source === source),
  );
}

function figure(name: string, asked: readonly { readonly ok: boolean }[], bar: number): Figure {
  const value = percent(asked.filter(({ ok }) => ok).length, asked.length);
  return {
    name,
    at: `${asked.length} answers, ${values.half} half`,
    value,
    unit: "%",
    bar: `>= ${bar}`,
    ok: value >= bar,
  };
}

function matrix(): string {
  const table = new Table({ head: ["source", "outputs", ...questions], style: { head: [], border: [] } });
  const outputsOf = (some: readonly ErrorCase[]): number =>
    some.flatMap(({ errors }) => errors).flatMap(({ outputs }) => outputs).length;
  for (const source of new Set(cases.map((each) => each.source))) {
    const cells = questions.map((question) => {
      const asked = of(question, source);
      return `${asked.filter(({ ok }) => ok).length} of ${asked.length}`;
    });
    table.push([source, outputsOf(cases.filter((each) => each.source === source)), ...cells]);
  }
  return table.toString();
}

function missLine({ question, id, found }: Answer): string {
  return `${question} ${id}\n  ${found.replaceAll("\n", "\n  ")}`;
}
