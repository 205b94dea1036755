import { shortHash } from "../text/hash.ts";
import type { Environment } from "../types/scope.ts";
import type { Bullet, Example, SectionName, SkillContent } from "../types/skill.ts";
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
  readonly check: string | undefined;
  readonly transient: boolean;
  /** True when the fix takes rights or a credential: the lesson says so and shows no call. */
  readonly privileged: boolean;
}

const maximumDescription = 1000;
const maximumQuote = 160;

const code = (text: string): string => (text.includes("`") ? `\`\` ${text} \`\`` : `\`${text}\``);

function clip(text: string, length: number): string {
  if (text.length <= length) return text;
  const cut = text.slice(0, length - 1);
  return `${cut
    .replace(/[\ud800-\udbff]$/, "")
    .replace(/<[a-z0-9-]*$/, "")
    .trimEnd()}…`;
}

/** Bullet ids are equal for the same line of the same lesson in every run; `c-` marks what the fix changed. */
function bullet(facts: LessonFacts, section: SectionName, role: string, text: string): Bullet {
  const prefix = role.startsWith("change:") ? "c" : "b";
  return { id: `${prefix}-${shortHash(`${facts.key}\n${section}\n${role}`, 8)}`, section, text };
}

function leadOf({ change, head }: LessonFacts): string {
  return change.kind === "state"
    ? `Before ${code(head)}, change what the error names`
    : `Do not call ${code(change.failedCall)} as it is`;
}

function procedure(facts: LessonFacts): readonly Bullet[] {
  const { change, head, placeholders } = facts;
  const line = (role: string, text: string): Bullet => bullet(facts, "procedure", role, text);
  if (facts.privileged) {
    return [
      line(
        "privilege",
        `${code(head)} needs more rights than it had, or a credential: find out which one, and who may give it.`,
      ),
      line("ask", "Ask for it; take no right and use no credential that the task does not give."),
    ];
  }
  const changed = change.notes.map(({ id, text }) => line(`change:${id}`, text));
  const called = facts.shell
    ? change.rendered.map(code).join(", then ")
    : change.calls.map(({ tool }) => code(tool)).join(", then ");
  const text = facts.shell
    ? `${leadOf(facts)}. What worked: ${called}.`
    : `Call ${called}, with what stands below.`;
  const whole = line("call", text);
  const used = Object.keys(placeholders).filter((name) =>
    change.rendered.some((text) => text.includes(`<${name}>`)),
  );
  const explained = used.map((name) =>
    line(`placeholder:${name}`, `\`<${name}>\`: ${placeholders[name] ?? ""}.`),
  );
  return [whole, ...changed, ...(facts.shell ? explained : [])];
}

function sections(facts: LessonFacts): readonly Bullet[] {
  const { head, tool, symptoms, change, check, shell, transient } = facts;
  const said = symptoms[0] === undefined ? "" : clip(symptoms[0], maximumQuote);
  const last = change.rendered.at(-1) ?? head;
  const worked = facts.privileged || !shell ? code(head) : code(last);
  const result = shell ? "exits with code 0" : "returns a result and no error";
  const checked =
    check === undefined
      ? []
      : [bullet(facts, "verification", "check", `The check of the task passes: ${code(clip(check, 80))}.`)];
  return [
    bullet(
      facts,
      "preconditions",
      "about",
      `You are about to call ${code(head)}${shell ? ` with \`${tool}\`` : ""}, or it has just failed${said === "" ? "" : ` with "${said}"`}.`,
    ),
    ...procedure(facts),
    bullet(
      facts,
      "verification",
      "result",
      `${worked} ${result}${said === "" ? "" : `, and "${said}" is gone`}.`,
    ),
    ...checked,
    bullet(
      facts,
      "failure-modes",
      "symptom",
      said === "" ? `${code(head)} fails.` : `${code(head)} fails with "${said}".`,
    ),
    bullet(
      facts,
      "failure-modes",
      "repeat",
      "The unchanged call fails again in the same way: do not repeat it.",
    ),
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
      `Only for ${code(head)} and this error. When it fails with another error, look for another cause.`,
    ),
  ];
}

function description(facts: LessonFacts): string {
  const { head, symptoms, change, shell } = facts;
  const said = symptoms[0];
  const fails =
    said === undefined ? `${code(head)} fails.` : `${code(head)} fails with "${clip(said, maximumQuote)}".`;
  if (facts.privileged)
    return clip(`${fails} It needs rights or a credential that must be asked for.`, maximumDescription);
  const works = shell
    ? `What works: ${change.rendered.map(code).join(", then ")}.`
    : `What works: ${change.notes.map(({ text }) => text).join(" ")}`;
  return clip(`${fails} ${works} Use it before the call, or when this error appears.`, maximumDescription);
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
