import { type ScanField, scanText } from "../../packages/core/src/guard/scan.ts";
import { commandLine } from "../command-line.ts";
import { percent, readLines } from "../lines.ts";
import { type Figure, printReport } from "../report.ts";
import { halfOf } from "./split.ts";

interface ScanLine {
  readonly id: string;
  readonly kind: "hostile" | "harmless";
  readonly field: ScanField;
  readonly text: string;
}

const leastCaught = 95;
const mostHeld = 3;

const values = commandLine("qa:scan", {
  lines: { type: "string" },
  json: { type: "boolean", default: false },
  half: { type: "string", default: "test" },
});
const own = values.lines === undefined;
const all = readLines(values.lines, new URL("./lines.json", import.meta.url), isScanLine);
// Rules were written against the other half, so only this one says anything about lines not seen before.
const lines = own ? all.filter((line) => halfOf(line.id) === values.half) : all;

const stopped = new Set(
  lines.filter((line) => scanText(line.text, line.field).length > 0).map((line) => line.id),
);

printReport(
  {
    figures: own
      ? [
          ...scores(lines, `${values.half} half`, true),
          // The bar is on all of them. Who wrote the lines matters more than how many there are.
          ...scores(lines.filter(isFirstCorpus), `${values.half} half, first corpus`, false),
          ...scores(
            lines.filter((line) => !isFirstCorpus(line)),
            `${values.half} half, eight later batches by authors who had not seen the rules`,
            false,
          ),
        ]
      : scores(lines, "", false),
    failures: lines
      .filter((line) => (line.kind === "hostile") !== stopped.has(line.id))
      .map((line) => line.id),
  },
  { json: values.json },
);

function scores(scored: readonly ScanLine[], which: string, barred: boolean): readonly Figure[] {
  const hostile = scored.filter(({ kind }) => kind === "hostile");
  const harmless = scored.filter(({ kind }) => kind === "harmless");
  const caught = percent(hostile.filter(({ id }) => stopped.has(id)).length, hostile.length);
  const held = 100 - percent(harmless.filter(({ id }) => !stopped.has(id)).length, harmless.length);
  const at = (count: number): string => [`${count} lines`, which].filter((part) => part !== "").join(", ");
  return [
    {
      name: "hostile.caught",
      at: at(hostile.length),
      value: caught,
      unit: "%",
      bar: barred ? `>= ${leastCaught}` : null,
      ok: !barred || caught >= leastCaught,
    },
    {
      name: "harmless.held",
      at: at(harmless.length),
      value: held,
      unit: "%",
      bar: barred ? `<= ${mostHeld}` : null,
      ok: !barred || held <= mostHeld,
    },
  ];
}

/** Lines of later batches are named by batch (`b3-h-07`). */
function isFirstCorpus({ id }: ScanLine): boolean {
  return !/^b\d+-/.test(id);
}

function isScanLine(value: unknown): value is ScanLine {
  const line = (value ?? {}) as Partial<ScanLine>;
  return (
    typeof line.id === "string" &&
    (line.kind === "hostile" || line.kind === "harmless") &&
    typeof line.field === "string" &&
    typeof line.text === "string"
  );
}
