import type { LessonKind } from "../../types/lesson-kind.ts";
import type {
  Bullet,
  Example,
  ExampleCall,
  Mistake,
  SectionName,
  SkillKeys,
  TaskSignature,
} from "../../types/skill.ts";
import { readJson } from "../read-json.ts";
import { SECTIONS } from "./skill-body.ts";

/** Readers of the values we put under `metadata`. Each gives `undefined` for a value of another shape. */
type Fields = Readonly<Record<string, unknown>>;

const kinds: ReadonlySet<unknown> = new Set<LessonKind>(["repair", "root-cause", "procedure"]);
const sectionNames: ReadonlySet<unknown> = new Set<SectionName>(SECTIONS.map(({ name }) => name));

export function readKind(value: string | undefined): LessonKind | undefined {
  return kinds.has(value) ? (value as LessonKind) : undefined;
}

/** `[id, section]` where the body gives the text, `[id, section, text]` where it cannot. */
export type BulletEntry = readonly [id: string, section: SectionName, text?: string];

export function readBulletEntries(value: string | undefined): readonly BulletEntry[] | undefined {
  const list = readJsonText(value);
  const valid =
    Array.isArray(list) &&
    list.every(
      (entry) =>
        Array.isArray(entry) &&
        (entry.length === 2 || entry.length === 3) &&
        isStrings(entry) &&
        isSection(entry[1]),
    );
  return valid ? (list as BulletEntry[]) : undefined;
}

export function readKeys(value: string | undefined): SkillKeys | undefined {
  const names = ["appliesWhen", "symptoms", "signatures", "queries", "notFor"];
  const fields = readFields(value, names);
  return fields !== undefined && names.every((name) => isStrings(fields[name]))
    ? (fields as unknown as SkillKeys)
    : undefined;
}

export function readTaskSignature(value: string | undefined): TaskSignature | undefined {
  const texts = ["intent", "object", "environment", "notes"];
  const fields = readFields(value, [...texts, "constraints"]);
  const valid =
    fields !== undefined && texts.every((name) => isText(fields[name])) && isStrings(fields.constraints);
  return valid ? (fields as unknown as TaskSignature) : undefined;
}

export function readExample(value: string | undefined): Example | undefined {
  const fields = readFields(value, ["tool", "calls", "placeholders"]);
  if (fields === undefined || !isText(fields.tool) || !Array.isArray(fields.calls)) return undefined;
  const placeholders = fields.placeholders;
  const valid =
    fields.calls.every(isCall) && isObject(placeholders) && isStrings(Object.values(placeholders));
  return valid ? (fields as unknown as Example) : undefined;
}

export function readMistake(value: string | undefined): Mistake | undefined {
  const names = ["tool", "skeleton", "signature"];
  const fields = readFields(value, names);
  return fields !== undefined && names.every((name) => isText(fields[name]))
    ? (fields as unknown as Mistake)
    : undefined;
}

export function readNames(value: string | undefined): readonly string[] | undefined {
  const list = readJsonText(value);
  return isStrings(list) ? list : undefined;
}

/** Whether a bullet's section is one of the five. */
export function isSection(value: unknown): value is Bullet["section"] {
  return sectionNames.has(value);
}

function isCall(value: unknown): value is ExampleCall {
  if (!isObject(value) || Object.keys(value).length !== 3) return false;
  return isText(value.tool) && isText(value.skeleton) && value.input !== undefined;
}

/** An object with exactly these fields: an unknown one would be kept, printed and never scanned. */
function readFields(value: string | undefined, names: readonly string[]): Fields | undefined {
  const fields = readJsonText(value);
  if (!isObject(fields)) return undefined;
  const keys = Object.keys(fields);
  return keys.length === names.length && names.every((name) => keys.includes(name)) ? fields : undefined;
}

function readJsonText(value: string | undefined): unknown {
  const read = value === undefined ? undefined : readJson(value);
  return read?.ok ? read.value : undefined;
}

function isObject(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

function isStrings(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every(isText);
}
