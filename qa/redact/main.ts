import { redactText } from "../../packages/core/src/guard/redact.ts";
import { commandLine } from "../command-line.ts";
import { percent, readLines } from "../lines.ts";
import { printReport } from "../report.ts";

interface RedactLine {
  readonly id: string;
  readonly kind: "secret" | "keep";
  /** The text is the parts joined; they are apart so that secret scanners stay quiet. */
  readonly parts: readonly string[];
  /** Which parts must not survive. */
  readonly secret_parts: readonly number[];
}

const values = commandLine("qa:redact", {
  lines: { type: "string" },
  json: { type: "boolean", default: false },
});
const own = values.lines === undefined;
const lines = readLines(values.lines, new URL("./lines.json", import.meta.url), isRedactLine);

const secrets = lines.filter((line) => line.kind === "secret");
const keeps = lines.filter((line) => line.kind === "keep");
const failures = lines.filter((line) => !holds(line)).map((line) => line.id);
const failed = new Set(failures);
const passed = (group: readonly RedactLine[]): number => group.filter((line) => !failed.has(line.id)).length;
const masked = percent(passed(secrets), secrets.length);
const intact = percent(passed(keeps), keeps.length);

printReport(
  {
    figures: [
      figure({ name: "secret.masked", group: secrets, value: masked }),
      figure({ name: "keep.intact", group: keeps, value: intact }),
    ],
    failures,
  },
  { json: values.json },
);

function figure({ name, group, value }: { name: string; group: readonly RedactLine[]; value: number }) {
  const bar = own ? "= 100" : null;
  return { name, at: `${group.length} lines`, value, unit: "%", bar, ok: !own || value === 100 };
}

/** A keep text comes back unchanged; a secret text loses every secret part, and stays as it is the second time. */
function holds(line: RedactLine): boolean {
  const text = line.parts.join("");
  const once = redactText(text).text;
  if (line.kind === "keep") return once === text;
  const again = redactText(once);
  const survived = line.secret_parts.some((index) => once.includes(line.parts[index] ?? ""));
  return !survived && again.count === 0 && again.text === once;
}

function isRedactLine(value: unknown): value is RedactLine {
  const line = (value ?? {}) as Partial<RedactLine>;
  return (
    typeof line.id === "string" &&
    (line.kind === "secret" || line.kind === "keep") &&
    Array.isArray(line.parts) &&
    Array.isArray(line.secret_parts ?? []) &&
    (line.kind === "keep" ||
      (line.secret_parts ?? []).every((index) => typeof line.parts?.[index] === "string"))
  );
}
