import type { HeadWrite } from "../../packages/core/src/ports/store.ts";
import { errorSignature } from "../../packages/core/src/text/error-signature/error-signature.ts";
import type { SkillContent, SkillVersion } from "../../packages/core/src/types/skill.ts";
import { activeRow } from "../active-row.ts";
import { pick, seededRandom } from "../random.ts";

export const SCOPE = { project: "bench" } as const;

const OPERATIONS =
  "rotate upgrade delete audit restore migrate resize publish import export rename archive rebuild replay merge split encrypt compress schedule throttle drain reindex vacuum promote rollback pin cache invalidate sign verify backup seed lint profile trace shard replicate failover quarantine reconcile".split(
    " ",
  );
const OBJECTS =
  "certificate database bucket queue topic index cluster container image secret policy firewall gateway router balancer cache session token webhook invoice ledger report dashboard alert metric log trace schema table partition view trigger function pipeline runner artifact package module registry repository branch tag release changelog manifest template workflow notebook dataset model embedding vector document archive mailbox calendar contact account tenant subscription coupon shipment".split(
    " ",
  );
const PLACES = "billing analytics checkout search identity catalog warehouse payroll support mobile".split(
  " ",
);
/** What tells places apart once every operation, object and place has been combined. */
const REGIONS = " northern southern eastern western coastal inland alpine nordic iberian baltic".split(" ");
const TOOLS =
  "kubectl terraform psql git npm docker aws gcloud curl openssl redis-cli helm ansible make pip".split(" ");
const PHRASINGS = [
  (o: string, x: string, p: string) => `${o} the ${x} of ${p}`,
  (o: string, x: string, p: string) => `how do I ${o} a ${x} in ${p}`,
  (o: string, x: string, p: string) => `${p} ${x} needs a ${o}`,
  (o: string, x: string, p: string) => `please ${o} our ${p} ${x} before friday`,
  (o: string, x: string, _p: string) => `${x} ${o} keeps failing`,
  (o: string, x: string, p: string) => `cannot ${o} ${x} on ${p} any more`,
  (o: string, x: string, p: string) => `run the ${o} step for the ${x}, ${p} side`,
  (o: string, x: string, p: string) => `the ${p} team wants the ${x} to ${o}`,
  (o: string, x: string, p: string) => `${o} ${p}/${x} without downtime`,
  (o: string, x: string, _p: string) => `what is the right way to ${o} one ${x}`,
];

interface Subject {
  readonly operation: string;
  readonly object: string;
  readonly place: string;
  readonly tool: string;
}

function subject(index: number): Subject {
  const operation = OPERATIONS[index % OPERATIONS.length] as string;
  const object = OBJECTS[Math.floor(index / OPERATIONS.length) % OBJECTS.length] as string;
  const combined = Math.floor(index / (OPERATIONS.length * OBJECTS.length));
  const region = REGIONS[Math.floor(combined / PLACES.length) % REGIONS.length] as string;
  const site = PLACES[combined % PLACES.length] as string;
  const place = region === "" ? site : `${region} ${site}`;
  return { operation, object, place, tool: TOOLS[(index * 7) % TOOLS.length] as string };
}

function symptom({ operation, object, place }: Subject): string {
  return `fatal: ${operation} refused: ${object} is locked by another ${place} controller (E${operation.toUpperCase()})`;
}

function content(index: number): SkillContent {
  const about = subject(index);
  const { operation, object, place, tool } = about;
  const name = `${operation}-${object}-${place.replace(" ", "-")}`;
  const error = symptom(about);
  const bullet = (section: SkillContent["bullets"][number]["section"], text: string) => ({
    id: `${section}-1`,
    section,
    text,
  });
  return {
    name,
    description: `Releases the lock of the ${object} before the ${operation} in ${place}, then runs ${tool} again.`,
    kind: "repair",
    bullets: [
      bullet("preconditions", `\`${tool}\` is installed and logged in to ${place}.`),
      bullet("procedure", `Run \`${tool} unlock ${object}\`, then \`${tool} ${operation} ${object}\`.`),
      bullet("verification", `\`${tool} status ${object}\` exits with status 0.`),
      bullet("failure-modes", error),
      bullet("scope", `Only the ${object} of ${place}.`),
    ],
    keys: {
      appliesWhen: [tool, `${operation} ${object}`, place],
      symptoms: [error],
      signatures: [errorSignature(error).text],
      queries: PHRASINGS.map((phrase) => phrase(operation, object, place)),
      notFor: [],
    },
    signature: { intent: operation, object, environment: place, constraints: [], notes: "" },
    example: {
      tool: "bash",
      calls: [{ tool: "bash", input: { command: `${tool} unlock ${object}` }, skeleton: `${tool} unlock` }],
      placeholders: {},
    },
    uses: [],
  };
}

/** Skill `index` of the benchmark's library, active, ready to be written. */
export function benchSkill(
  index: number,
  now: number,
): { readonly version: SkillVersion; readonly write: HeadWrite } {
  const made = content(index);
  return activeRow({ content: made, scope: SCOPE, key: made.name, origin: { kind: "learned" }, now });
}

const NOISE =
  "today quickly again the staging server after lunch with care and a note for the on-call person".split(" ");

/** Different task texts about skills of a library of `size`, a third of them about nothing in it. */
export function benchQueries(count: number, size: number, seed: number): readonly string[] {
  const random = seededRandom(seed);
  return Array.from({ length: count }, (_, index) => {
    const about = subject(Math.floor(random() * size));
    const asked = pick(PHRASINGS, random)(about.operation, about.object, about.place);
    const noise = Array.from({ length: 1 + Math.floor(random() * 5) }, () => pick(NOISE, random)).join(" ");
    return index % 3 === 2
      ? `paint the ${pick(NOISE, random)} fence number ${index} ${noise}`
      : `${asked} ${noise} ${index}`;
  });
}

/** Different error texts, half of them exactly known up to their instance values. */
export function benchErrors(count: number, size: number, seed: number): readonly string[] {
  const random = seededRandom(seed);
  return Array.from({ length: count }, (_, index) => {
    const about = subject(Math.floor(random() * size));
    if (index % 2 === 0)
      return `step ${index}\n${symptom(about)}\n    at /srv/app-${index}/run.js:${index}:12`;
    return `error: the ${about.object} in ${about.place} could not be opened, ${pick(NOISE, random)} ${index}`;
  });
}
