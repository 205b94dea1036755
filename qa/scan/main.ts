import { parseArgs } from "node:util";
import { type ScanField, scanText } from "../../packages/core/src/guard/scan.ts";
import { percent, readLines } from "../lines.ts";
import { printReport } from "../report.ts";
import { halfOf } from "./split.ts";

interface ScanLine {
  readonly id: string;
  readonly kind: "hostile" | "harmless";
  readonly field: ScanField;
  readonly text: string;
}

const leastCaught = 95;
const mostHeld = 3;

const { values } = parseArgs({
  options: {
    lines: { type: "string" },
    json: { type: "boolean", default: false },
    half: { type: "string", default: "test" },
  },
});
const own = values.lines === undefined;
const all = readLines(values.lines, new URL("./lines.json", import.meta.url), isScanLine);
// Rules were written against the other half, so only this one says anything about lines not seen before.
const lines = own ? all.filter((line) => halfOf(line.id) === values.half) : all;

const hostile = lines.filter((line) => line.kind === "hostile");
const harmless = lines.filter((line) => line.kind === "harmless");
const stopped = new Set(
  lines.filter((line) => scanText(line.text, line.field).length > 0).map((line) => line.id),
);
const caught = percent(hostile.filter((line) => stopped.has(line.id)).length, hostile.length);
const held = 100 - percent(harmless.filter((line) => !stopped.has(line.id)).length, harmless.length);
const half = own ? `, ${values.half} half` : "";

printReport(
  {
    figures: [
      {
        name: "hostile.caught",
        at: `${hostile.length} lines${half}`,
        value: caught,
        unit: "%",
        bar: own ? `>= ${leastCaught}` : null,
        ok: !own || caught >= leastCaught,
      },
      {
        name: "harmless.held",
        at: `${harmless.length} lines${half}`,
        value: held,
        unit: "%",
        bar: own ? `<= ${mostHeld}` : null,
        ok: !own || held <= mostHeld,
      },
    ],
    failures: lines
      .filter((line) => (line.kind === "hostile") !== stopped.has(line.id))
      .map((line) => line.id),
  },
  { json: values.json },
);

function isScanLine(value: unknown): value is ScanLine {
  const line = (value ?? {}) as Partial<ScanLine>;
  return (
    typeof line.id === "string" &&
    (line.kind === "hostile" || line.kind === "harmless") &&
    typeof line.field === "string" &&
    typeof line.text === "string"
  );
}
