import { contentWithNote } from "../langchain-messages.ts";

/** A request whose model is going to read a message. */
export interface ContentReader {
  /** LangChain's id of the model call. */
  readonly holder: string;
  /** Requests of one owner get the same notes. */
  readonly owner: object;
  /** The node of a graph the model is called from; `undefined` outside graphs. */
  readonly place: string | undefined;
}

interface Loan extends ContentReader {
  readonly note: string;
}

interface LentMessage {
  readonly descriptor: PropertyDescriptor;
  original: unknown;
  loans: readonly Loan[];
}

/**
 * Lends messages another content for the time a model reads them. LangChain gives a handler no copy of the
 * messages, and what it gives is the host's state: checkpoints are written and streams are read while the
 * model answers. So the note is only seen from where the model is called: inside a graph by code of the same
 * node, told by `place`; outside, where nothing tells readers apart, until the first read is over. Where two
 * agents outside a graph share a message object, neither gets a note.
 */
export class LentContent {
  readonly #place: () => string | undefined;
  readonly #lent = new Map<object, LentMessage>();
  readonly #readers = new Map<object, Set<ContentReader>>();
  /** What each model call was lent, and what it reads. */
  readonly #held = new Map<string, { readonly reader: ContentReader; readonly messages: Set<object> }>();

  /** `place` tells the node of a graph that the code asking is part of. */
  constructor(place: () => string | undefined = () => undefined) {
    this.#place = place;
  }

  /** How many messages show another content than their own. */
  get size(): number {
    return this.#lent.size;
  }

  /** A model is about to read these messages. What other agents lent them outside a graph ends here. */
  enter(reader: ContentReader, messages: readonly unknown[]): void {
    const held = new Set<object>();
    this.#held.set(reader.holder, { reader, messages: held });
    if (reader.place !== undefined) return;
    for (const message of messages) {
      if (typeof message !== "object" || message === null) continue;
      held.add(message);
      const readers = this.#readers.get(message);
      if (readers === undefined) this.#readers.set(message, new Set([reader]));
      else readers.add(reader);
      this.#keepLoans(message, (loan) => loan.place !== undefined || loan.owner === reader.owner);
    }
  }

  /** Puts a note behind a message's content, as that reader sees it. False when this is not safe. */
  lend(reader: ContentReader, message: unknown, note: string): boolean {
    if (typeof message !== "object" || message === null) return false;
    const known = this.#lent.get(message);
    const lent = known ?? lendable(message);
    if (lent === undefined || holds(lent.original, note)) return false;
    const shared = [...(this.#readers.get(message) ?? [])].some(({ owner }) => owner !== reader.owner);
    if (reader.place === undefined && shared) return false;
    if (known === undefined && !this.#show(message, lent)) return false;
    lent.loans = [...lent.loans, { note, ...reader }];
    this.#lent.set(message, lent);
    this.#held.get(reader.holder)?.messages.add(message);
    return true;
  }

  /** Ends all that was lent to a model call; a message that nobody reads any more has its own content again. */
  giveBack(holder: string): void {
    const held = this.#held.get(holder);
    if (held === undefined) return;
    this.#held.delete(holder);
    for (const message of held.messages) {
      const readers = this.#readers.get(message);
      readers?.delete(held.reader);
      if (readers?.size === 0) this.#readers.delete(message);
      this.#keepLoans(message, (loan) => loan.holder !== holder);
    }
  }

  /** Ends all that was lent to the requests of an owner. */
  giveBackAllOf(owner: object): void {
    for (const [holder, { reader }] of [...this.#held]) if (reader.owner === owner) this.giveBack(holder);
  }

  #show(message: object, lent: LentMessage): boolean {
    try {
      Object.defineProperty(message, "content", {
        configurable: true,
        enumerable: lent.descriptor.enumerable === true,
        get: () => this.#read(message, lent),
        set: (content: unknown) => {
          lent.original = content;
        },
      });
      return true;
    } catch {
      return false;
    }
  }

  #read(message: object, lent: LentMessage): unknown {
    const place = this.#place();
    const loan = lent.loans.find((candidate) => candidate.place === undefined || candidate.place === place);
    if (loan === undefined) return lent.original;
    // One burst of reading is one reading: what a model does with a message, it does before it waits.
    if (loan.place === undefined) {
      setTimeout(() => this.#keepLoans(message, (kept) => kept !== loan), 0);
    }
    return contentWithNote(lent.original, loan.note);
  }

  #keepLoans(message: object, keep: (loan: Loan) => boolean): void {
    const lent = this.#lent.get(message);
    if (lent === undefined) return;
    lent.loans = lent.loans.filter(keep);
    if (lent.loans.length > 0) return;
    this.#lent.delete(message);
    try {
      Object.defineProperty(message, "content", { ...lent.descriptor, value: lent.original });
    } catch {
      // The host has frozen it meanwhile. Without loans it reads as its own content for ever.
    }
  }
}

/** A content that can be shown differently and put back exactly: a plain property that is not frozen. */
function lendable(message: object): LentMessage | undefined {
  const descriptor = Object.getOwnPropertyDescriptor(message, "content");
  if (descriptor?.configurable !== true || descriptor.writable !== true) return undefined;
  const content: unknown = descriptor.value;
  if (typeof content !== "string" && !Array.isArray(content)) return undefined;
  return { descriptor, original: content, loans: [] };
}

/** Whether the content has the note already: the middleware put it there. */
function holds(content: unknown, note: string): boolean {
  if (typeof content === "string") return content.includes(note);
  if (!Array.isArray(content)) return false;
  return content.some(
    (part: unknown) => typeof part === "object" && part !== null && "text" in part && part.text === note,
  );
}
