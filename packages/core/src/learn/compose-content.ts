import type { Environment } from "../types/scope.ts";
import type { Bullet, Example, SectionName, SkillContent } from "../types/skill.ts";
import { bulletId, callInShort, code, stepsBulletId, stepsText } from "./lesson-lines.ts";
import type { RepairChange } from "./repair.ts";

export interface LessonFacts {
  readonly key: string;
  readonly name: string;
  readonly tool: string;
  /** The failed call without values: `git push`, `book_reservation`. */
  readonly head: string;
  readonly shell: boolean;
  readonly change: RepairChange;
  readonly symptoms: readonly string[];
  readonly signature: string;
  readonly skeleton: string;
  readonly queries: readonly string[];
  readonly placeholders: Readonly<Record<string, string>>;
  readonly environment: Environment;
  readonly transient: boolean;
  /** True when the fix takes rights or a credential: the lesson says so and shows no call. */
  readonly privileged: boolean;
}

const maximumDescription = 1000;
const maximumQuote = 160;

function clip(text: string, length: number): string {
  if (text.length <= length) return text;
  const cut = text.slice(0, length - 1);
  return `${cut
    .replace(/[\ud800-\udbff]$/, "")
    .replace(/<[a-z0-9-]*$/, "")
    .trimEnd()}…`;
}

function bullet(facts: LessonFacts, section: SectionName, role: string, text: string): Bullet {
  return { id: bulletId({ key: facts.key, section, role }), section, text };
}

function procedure(facts: LessonFacts): readonly Bullet[] {
  const { change, head, key } = facts;
  if (facts.privileged) {
    return [
      bullet(
        facts,
        "procedure",
        "privilege",
        `${code(head)} needs more rights than it had, or a credential: find out which one, and who may give it.`,
      ),
      bullet(
        facts,
        "procedure",
        "ask",
        "Ask for it; take no right and use no credential that the task does not give.",
      ),
    ];
  }
  const changed = change.notes.map(({ id, text }) => bullet(facts, "procedure", `change:${id}`, text));
  return [{ id: stepsBulletId(key), section: "procedure", text: stepsText(change.calls) }, ...changed];
}

// What the description says stands right above these lines: none of them says it again.
function sections(facts: LessonFacts): readonly Bullet[] {
  const { head, shell, transient } = facts;
  const worked = shell ? "exits with code 0" : "returns a result";
  return [
    bullet(
      facts,
      "preconditions",
      "about",
      `You are about to call ${code(head)}, or it has just failed with this error.`,
    ),
    ...procedure(facts),
    bullet(facts, "verification", "result", `${code(head)} ${worked}, and the error is gone.`),
    bullet(facts, "failure-modes", "repeat", "Repeated unchanged, the call fails again in the same way."),
    ...(transient
      ? [
          bullet(
            facts,
            "failure-modes",
            "passing",
            "The cause may pass by itself: try the plain call once before this.",
          ),
        ]
      : []),
    bullet(
      facts,
      "scope",
      "where",
      `Only for ${code(head)} with this error; another error has another cause.`,
    ),
  ];
}

const lowerFirst = (text: string): string =>
  text.replace(/^[A-Z](?![A-Z])/, (letter) => letter.toLowerCase());

/** The repair in a few words: what comes before the call, and what the call has that it had not. */
function inShort({ change }: LessonFacts): string {
  const before = change.calls.slice(0, -1).map((call) => code(callInShort(call)));
  const first = before.length === 0 ? [] : [`first ${[...new Set(before)].join(" and ")}`];
  const noted = change.notes.map(({ brief, text }) => lowerFirst((brief ?? text).replace(/\.$/, "")));
  const words = [...first, ...noted];
  return words.length > 0 ? words.join("; ") : change.rendered.map(code).join(", then ");
}

function description(facts: LessonFacts): string {
  const { head, symptoms } = facts;
  const said = symptoms[0];
  const fails =
    said === undefined ? `${code(head)} fails.` : `${code(head)} fails with "${clip(said, maximumQuote)}".`;
  const works = facts.privileged
    ? "It needs rights or a credential that must be asked for."
    : `What works: ${inShort(facts)}.`;
  return clip(`${fails} ${works}`, maximumDescription);
}

const environmentText = (environment: Environment): string =>
  Object.entries(environment)
    .map(([name, value]) => `${name}=${value}`)
    .sort()
    .join(", ");

/** The skill that a repair would become. Pure: equal facts give equal content. */
export function composeContent(facts: LessonFacts): SkillContent {
  const { change, head, tool } = facts;
  const words = head.replaceAll("_", " ").replaceAll("./<script>", "script");
  const used = Object.entries(facts.placeholders).filter(([name]) =>
    change.rendered.some((text) => text.includes(`<${name}>`)),
  );
  const example: Example = { tool, calls: change.calls, placeholders: Object.fromEntries(used) };
  const [program = head, ...rest] = words.split(" ");
  return {
    name: facts.name,
    description: description(facts),
    kind: "repair",
    bullets: sections(facts),
    keys: {
      appliesWhen: [...new Set([words])],
      symptoms: [...facts.symptoms].sort(),
      signatures: facts.signature === "" ? [] : [facts.signature],
      queries: facts.queries,
      notFor: [],
    },
    signature: {
      intent: facts.shell ? rest.join(" ") || "run" : program,
      object: facts.shell ? program : rest.join(" ") || program,
      environment: environmentText(facts.environment),
      constraints: [],
      notes: "",
    },
    ...(facts.privileged ? {} : { example }),
    mistake: { tool, skeleton: facts.skeleton, signature: facts.signature },
    uses: [],
  };
}
