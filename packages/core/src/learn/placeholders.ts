/** Names given to the values of one run, so that one value has one name throughout a lesson. */
export interface Placeholders {
  /** The name for a literal, made from `kind` when it has none yet. Without the angle brackets. */
  readonly bind: (literal: string, kind: string) => string;
  /** Gives a literal a name that others may share: every flight number is a `flight-number`. */
  readonly share: (literal: string, name: string) => void;
  /** Explains a name; the first explanation stays. */
  readonly explain: (name: string, explanation: string) => void;
  readonly bound: () => ReadonlyMap<string, string>;
  readonly explanations: () => Readonly<Record<string, string>>;
}

const fieldWord = /[^a-z0-9]+/g;

/** `paymentId`, `payment_id` and `--payment-id` as a placeholder's name; `value` when nothing is left. */
export function placeholderName(text: string): string {
  const name = text
    .replace(/([a-z0-9])([A-Z])/g, "$1-$2")
    .toLowerCase()
    .replace(fieldWord, "-")
    .replace(/^[^a-z]+|-+$/g, "");
  return name === "" ? "value" : name.slice(0, 40).replace(/-+$/, "");
}

export function createPlaceholders(): Placeholders {
  const names = new Map<string, string>();
  const explanations = new Map<string, string>();
  const normal = (literal: string): string => literal.replace(/^\.\//, "");
  return {
    bind: (literal, kind) => {
      const known = names.get(normal(literal));
      if (known !== undefined) return known;
      const base = placeholderName(kind);
      const taken = new Set(names.values());
      let name = base;
      for (let count = 2; taken.has(name); count += 1) name = `${base}-${count}`;
      names.set(normal(literal), name);
      return name;
    },
    share: (literal, name) => {
      if (!names.has(normal(literal))) names.set(normal(literal), name);
    },
    explain: (name, explanation) => {
      if (!explanations.has(name)) explanations.set(name, explanation);
    },
    bound: () => names,
    explanations: () => Object.fromEntries([...explanations].sort(([a], [b]) => (a < b ? -1 : 1))),
  };
}
