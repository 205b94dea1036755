import type { Bullet, Example, SkillContent } from "../../types/skill.ts";
import { shortHash } from "../hash.ts";
import { renderExample, renderSkillBody, SECTIONS } from "./skill-body.ts";
import { exampleAsBullets, type ParsedBody, type ParsedBullet, parseSkillBody } from "./skill-body-parse.ts";
import {
  type BulletEntry,
  readBulletEntries,
  readExample,
  readKeys,
  readKind,
  readMistake,
  readNames,
  readTaskSignature,
} from "./skill-content-fields.ts";
import { FRONT_MATTER_KEYS, invalid, splitSkillFile } from "./skill-front-matter.ts";
import { isSkillName } from "./skill-name.ts";

export interface ParsedSkill {
  readonly content: SkillContent;
  /** `own`: its metadata fits its body. `edited`: ours, with another body since. `foreign`: written elsewhere. */
  readonly form: "own" | "edited" | "foreign";
  /** Front-matter keys that a skill has no place for. */
  readonly dropped: readonly string[];
}

const MAX_DESCRIPTION = 1024;

/**
 * Reads a SKILL.md. Lenient in form: missing sections stay empty, prose becomes bullets, a missing name is
 * the folder's. What a reader sees wins over our metadata: data that does not print as the body does is not
 * believed. Throws `INVALID_SKILL` for a name that could not be a folder or is not `folderName`.
 */
export function parseSkillMarkdown(
  text: string,
  options: { readonly folderName?: string } = {},
): ParsedSkill {
  const { frontMatter, body } = splitSkillFile(text, { lenient: true });
  const name = textOf(frontMatter.name) ?? options.folderName ?? "";
  if (!isSkillName(name)) throw invalid("The name is not 1-64 characters of a-z, 0-9 and single hyphens.");
  if (options.folderName !== undefined && name !== options.folderName) {
    throw invalid("The name differs from the name of its folder.");
  }
  const printed = body.replace(/^\n/, "").replace(/\n$/, "");
  const parsed = parseSkillBody(printed);
  const description = describe(frontMatter.description, parsed.bullets[0]?.text ?? name);
  const metadata = metadataOf(frontMatter.metadata);
  const known: ReadonlySet<string> = new Set(FRONT_MATTER_KEYS);
  const dropped = Object.keys(frontMatter).filter(
    (key) => !known.has(key) || key === "license" || key === "allowed-tools",
  );
  const own = ownContent({ name, description, metadata, printed, parsed });
  if (own !== undefined) return { ...own, dropped };
  const compatibility = textOf(frontMatter.compatibility);
  const bullets: ParsedBullet[] = [
    ...(compatibility === undefined ? [] : [{ section: "preconditions" as const, text: compatibility }]),
    ...withForeignExample(parsed),
  ];
  const content: SkillContent = {
    name,
    description,
    kind: "procedure",
    bullets: numberBullets(bullets, []),
    keys: { appliesWhen: [], symptoms: [], signatures: [], queries: [], notFor: [] },
    signature: { intent: "", object: "", environment: "", constraints: [], notes: "" },
    uses: [],
  };
  return { content, form: "foreign", dropped };
}

interface OwnParts {
  readonly name: string;
  readonly description: string;
  readonly metadata: ReadonlyMap<string, string>;
  readonly printed: string;
  readonly parsed: ParsedBody;
}

function ownContent(parts: OwnParts): Pick<ParsedSkill, "content" | "form"> | undefined {
  const { name, description, metadata, printed, parsed } = parts;
  const kind = readKind(metadata.get("skillloop.kind"));
  const entries = readBulletEntries(metadata.get("skillloop.bullets"));
  const keys = readKeys(metadata.get("skillloop.keys"));
  const signature = readTaskSignature(metadata.get("skillloop.signature"));
  const uses = readNames(metadata.get("skillloop.uses"));
  if (!kind || !entries || !keys || !signature || !uses) return undefined;
  const example = readExample(metadata.get("skillloop.example"));
  const mistake = readMistake(metadata.get("skillloop.mistake"));
  const base = { name, description, kind, keys, signature, uses, ...(mistake !== undefined && { mistake }) };
  const asWritten: SkillContent = {
    ...base,
    bullets: bulletsFrom(entries, parsed.bullets),
    ...(example !== undefined && { example }),
  };
  if (asInFile(renderSkillBody(asWritten)) === unified(printed)) return { content: asWritten, form: "own" };
  const kept = keptExample(example, parsed);
  const bullets = kept === undefined ? withForeignExample(parsed) : parsed.bullets;
  const edited = {
    ...base,
    bullets: numberBullets(bullets, entries),
    ...(kept !== undefined && { example: kept }),
  };
  return { content: edited, form: "edited" };
}

function keptExample(example: Example | undefined, parsed: ParsedBody): Example | undefined {
  if (example === undefined || parsed.example === undefined) return undefined;
  return unified(renderExample(example)) === unified(parsed.example) ? example : undefined;
}

function withForeignExample(parsed: ParsedBody): readonly ParsedBullet[] {
  return parsed.example === undefined
    ? parsed.bullets
    : [...parsed.bullets, ...exampleAsBullets(parsed.example)];
}

function bulletsFrom(entries: readonly BulletEntry[], parsed: readonly ParsedBullet[]): readonly Bullet[] {
  const queues = new Map(
    SECTIONS.map(({ name }) => [name, parsed.filter(({ section }) => section === name)] as const),
  );
  return entries.map(([id, section, text]) => ({
    id,
    section,
    text: text ?? queues.get(section)?.shift()?.text ?? "",
  }));
}

/** A line keeps its id while its section has as many lines as before, so that feedback stays with it. */
function numberBullets(bullets: readonly ParsedBullet[], entries: readonly BulletEntry[]): readonly Bullet[] {
  const taken = new Set<string>();
  return SECTIONS.flatMap(({ name }) => {
    const lines = bullets.filter(({ section }) => section === name);
    const ids = entries.filter(([, section]) => section === name).map(([id]) => id);
    return lines.map(({ section, text }, index) => {
      let id =
        (lines.length === ids.length ? ids[index] : undefined) ?? `b-${shortHash(`${name}\n${text}`, 6)}`;
      for (let copy = 2; taken.has(id); copy += 1) id = `b-${shortHash(`${name}\n${text}\n${copy}`, 6)}`;
      taken.add(id);
      return { id, section, text };
    });
  });
}

/** A line ending is a matter of the file system that carried the file, not of what it says. */
function unified(text: string): string {
  return text.replaceAll("\r\n", "\n");
}

/** A body as it is read out of its file, where the file's last line ending may join a text's own last return. */
function asInFile(body: string): string {
  return unified(`${body}\n`).slice(0, -1);
}

function metadataOf(value: unknown): ReadonlyMap<string, string> {
  if (typeof value !== "object" || value === null) return new Map();
  return new Map(
    Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
}

function describe(described: unknown, otherwise: string): string {
  const text = typeof described === "string" && described !== "" ? described : otherwise;
  // The cut must not leave half of a character that takes two code units.
  return text.length <= MAX_DESCRIPTION
    ? text
    : text.slice(0, MAX_DESCRIPTION).replace(/[\uD800-\uDBFF]$/, "");
}

function textOf(value: unknown): string | undefined {
  const text = typeof value === "number" ? String(value) : value;
  return typeof text === "string" && text.trim() !== "" ? text : undefined;
}
