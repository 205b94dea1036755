/** Kinds of work that verbs ask for. A skill for one kind seldom helps with another on the same object. */
const verbs = {
  repair:
    "fix repair resolve solve mend unblock unstick restore recover rescue correct settle heal cure debug troubleshoot clear rectify remedy straighten",
  "get going": "get make bring let help finish complete handle sort",
  inspect:
    "audit list report check measure count review compare inventory monitor alert graph chart export investigate analyse analyze benchmark profile track log",
  tune: "speed faster quicker tune optimise optimize reduce shrink cheaper parallel parallelise cache slim smaller compress lower cut trim",
  remove: "delete remove drop purge archive uninstall prune retire decommission close erase wipe",
  rename: "rename relabel",
  rotate: "rotate rollover exchange swap",
  move: "migrate move convert port switch transfer relocate",
  upgrade: "upgrade update bump downgrade",
  document: "document describe explain translate summarise summarize note",
  create: "create add introduce build write implement generate set setup design draft draw make",
  configure: "enable disable configure turn allow expose limit restrict grant revoke permit tighten harden",
  scale: "split partition shard cluster resize scale grow enlarge increase raise extend",
  style: "colour color style format align highlight bold decorate label tag",
  schedule: "schedule plan book invite arrange reserve rebook",
  publish: "publish push release ship send deliver upload forward mail pay refund issue reissue",
  test: "test mock simulate load fuzz lint",
  install: "install pin replace renew import adopt merge dedupe deduplicate",
} as const;

export type Operation = keyof typeof verbs;

/** These say that something is to work again and not what is to be done to it. */
const unspecific: ReadonlySet<Operation> = new Set<Operation>(["repair", "get going"]);

const operationsOfVerb = new Map<string, Operation[]>();
for (const [operation, words] of Object.entries(verbs))
  for (const word of words.split(" "))
    operationsOfVerb.set(word, [...(operationsOfVerb.get(word) ?? []), operation as Operation]);

/** Where a request has its verbs: at the start of a clause, and behind the words that ask. */
const requestedVerb =
  /(?:^|[.!?;:,\n]\s*|\b(?:please|pls|plz|can you|could you|would you|to|and|then|now|should|must|let'?s|we need|want you to|help me|just|also|or|i'd like to)\s+)(?=([a-z]+(?:-[a-z]+)?))/giu;

const endings = [
  ["ing", ""],
  ["ing", "e"],
  ["ed", ""],
  ["d", ""],
  ["es", ""],
  ["s", ""],
  ["ies", "y"],
] as const;

function baseForms(verb: string): readonly string[] {
  const forms = [verb];
  for (const [ending, base] of endings)
    if (verb.endsWith(ending)) forms.push(verb.slice(0, -ending.length) + base);
  return forms;
}

/** The kinds of work that a text asks for. */
export function operationsIn(text: string): ReadonlySet<Operation> {
  const found = new Set<Operation>();
  for (const [, verb = ""] of text.toLowerCase().matchAll(requestedVerb))
    for (const base of baseForms(verb))
      for (const operation of operationsOfVerb.get(base) ?? []) found.add(operation);
  return found;
}

/** How what is asked for stands to what a skill does. */
export interface OperationFit {
  /** Both name one kind of work. */
  readonly shared: boolean;
  /** A definite kind of work is asked for, and the skill does none of those named. */
  readonly other: boolean;
}

export function operationFit(asked: ReadonlySet<Operation>, done: ReadonlySet<Operation>): OperationFit {
  const definite = [...asked].filter((operation) => !unspecific.has(operation));
  return {
    shared: [...asked].some((operation) => done.has(operation)),
    other: definite.length > 0 && !definite.some((operation) => done.has(operation)),
  };
}
