// The world of the examples: a warehouse with one rule that nobody told the agent.

export interface Warehouse {
  /** The agent's tool. A parcel service takes no more than 30 kg, and every order here weighs more. */
  readonly ship: (input: { readonly order: string; readonly carrier: string }) => string;
  /** The independent check: has the order of this task left? */
  readonly hasLeft: (task: string) => boolean;
  /** Calls that failed, of all tasks so far. */
  readonly mistakes: () => number;
}

export function openWarehouse(): Warehouse {
  const left = new Set<string>();
  let mistakes = 0;
  return {
    ship({ order, carrier }) {
      if (carrier !== "freight") {
        mistakes += 1;
        throw new Error(`Carrier ${carrier} takes at most 30 kg, order ${order} weighs 84 kg`);
      }
      left.add(order);
      return `${order} has left by ${carrier}`;
    },
    hasLeft: (task) => left.has(orderIn(task)),
    mistakes: () => mistakes,
  };
}

const orderIn = (text: string): string => /[A-Z]-\d+/.exec(text)?.[0] ?? "";

export type Move =
  | { readonly say: string }
  | { readonly id: string; readonly order: string; readonly carrier: "parcel" | "freight" };

/**
 * The mind of the scripted models. It knows nothing but what its prompt holds: told of freight it takes
 * freight, else it tries the parcel service first and finds out.
 */
export function nextMove(prompt: {
  /** All its text, as it reached the model. */
  readonly text: string;
  readonly task: string;
  /** Results of this task's calls, oldest first. */
  readonly results: readonly string[];
}): Move {
  const { text, task, results } = prompt;
  if (results.at(-1)?.includes("has left") === true) return { say: "The order is on its way." };
  const isTold = /`carrier` to `freight`/.test(text);
  const order = orderIn(task);
  return {
    id: `call-${order}-${results.length + 1}`,
    order,
    carrier: isTold || results.length > 0 ? "freight" : "parcel",
  };
}
