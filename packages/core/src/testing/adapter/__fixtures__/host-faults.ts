import type { Notes } from "../../../adapter/notes.ts";
import { promptTranscript, promptWithNotes } from "../../../adapter/provider-prompt.ts";
import { type Fault, hooks } from "./fault.ts";
import type { Faults } from "./reference-adapter.ts";
import type { Message, Part } from "./reference-framework.ts";

type Place = NonNullable<Faults["place"]>;

const partsOf = ({ content }: Message): readonly Part[] => (typeof content === "string" ? [] : content);

const inTheSystem: Place = (messages, transcript, notes) => {
  const system: Message = { role: "system", content: notes.block };
  const rest = promptWithNotes(messages, transcript, { ...notes, block: "" });
  return notes.block === "" ? rest : [system, ...rest];
};

/** Puts the notes into the host's own messages. */
const intoTheHost: Place = (messages, transcript, notes) => {
  const changed = promptWithNotes(messages, transcript, notes);
  for (const [at, message] of messages.entries()) Object.assign(message, changed[at]);
  return messages;
};

const behindTheFirstMessage: Place = (messages, transcript, notes) =>
  promptWithNotes(messages, { ...transcript, taskMessage: 0 }, notes);

const behindTheLatest: Place = (messages, transcript, { block, hints }) =>
  promptWithNotes(messages, transcript, {
    block,
    hints: hints.map((hint) => ({ ...hint, message: messages.length - 1 })),
  });

const underAnotherCall: Place = (messages, transcript, notes) =>
  promptWithNotes(messages, transcript, notes).map((message) =>
    message.role === "tool"
      ? { ...message, content: partsOf(message).map((part) => ({ ...part, toolCallId: "call_9" })) }
      : message,
  );

const besideTheText: Place = (messages, transcript, notes) =>
  promptWithNotes(messages, transcript, notes).map((message, at) =>
    at === 0 && notes.block !== "" ? { ...message, options: { note: notes.block } } : message,
  );

/** Changes the user's own words, and puts the notes behind them as it should. */
const withText =
  (change: (text: string, notes: Notes, messages: readonly Message[]) => string): Place =>
  (messages, transcript, notes) => {
    const changed = messages.map((message) =>
      message.role === "user"
        ? {
            ...message,
            content: partsOf(message).map((part) => ({
              ...part,
              text: change(String(part.text), notes, messages),
            })),
          }
        : message,
    );
    return promptWithNotes(changed, transcript, notes);
  };

/** What the model or the host would notice. */
export const hostFaults: readonly Fault[] = [
  {
    fault: "puts the block into a system message",
    breaks: { place: inTheSystem },
    scenario: "one-call",
    says: /the messages of a request/,
  },
  {
    fault: "changes the block between the steps",
    breaks: {
      notes: ({ block, hints }, request) => ({ hints, block: block.replace("fit", `fit (${request})`) }),
    },
    scenario: "one-call",
    says: /ends with its note/,
  },
  {
    fault: "drops the block after the first step",
    breaks: { notes: (notes, request) => (request > 1 ? { ...notes, block: "" } : notes) },
    scenario: "one-call",
    says: /ends with its note/,
  },
  {
    fault: "puts the block behind the first message of a thread",
    breaks: { place: behindTheFirstMessage },
    scenario: "follow-up",
    says: /a message of user/,
  },
  {
    fault: "writes into the host's messages",
    breaks: { place: intoTheHost },
    scenario: "one-call",
    says: /what the host holds/,
  },
  {
    fault: "touches a request when nothing is known",
    breaks: {
      place: (messages, transcript, notes) =>
        promptWithNotes(messages, transcript, notes).map((message) =>
          message.role === "user"
            ? { ...message, content: [...partsOf(message), { type: "text", text: "" }] }
            : message,
        ),
    },
    scenario: "one-call",
    says: /the requests, as they reached the model/,
  },
  {
    fault: "recalls for every request, whatever it is about",
    breaks: { notes: ({ hints }) => ({ hints, block: '<project_notes for="task">' }) },
    scenario: "nothing-recalled",
    says: /a message of user|as they reached the model/,
  },
  {
    fault: "drops a part of the stream",
    breaks: hooks(() => ({ onPart: (part) => (part.type === "tool-result" ? undefined : part) })),
    scenario: "one-call",
    says: /the stream parts/,
  },
  {
    fault: "puts a hint on the latest result, whatever it was for",
    breaks: { place: behindTheLatest },
    scenario: "thrown-error",
    says: /a message of tool/,
  },
  {
    fault: "gives a hint in one request only",
    breaks: { notes: (notes, request) => (request > 2 ? { ...notes, hints: [] } : notes) },
    scenario: "thrown-error",
    says: /a message of tool on call_1 ends with its note/,
  },
  {
    fault: "replaces the host's error",
    breaks: hooks(() => ({ onError: () => new Error("Recording failed") })),
    scenario: "model-error",
    says: /the error of turn 1/,
  },
  {
    fault: "forgets what was asked before",
    breaks: { transcript: (messages) => ({ ...promptTranscript(messages), history: [] }) },
    scenario: "follow-up",
    says: /a message of user ends with its note/,
  },
  ...(["throwing-store", "hanging-store"] as const).map(
    (scenario): Fault => ({
      fault: `lets the host feel a ${scenario}`,
      breaks: {
        hooks: (whole, { loop }) => ({
          ...whole,
          onRequest: async (messages, context) => {
            await loop.stats();
            return (await whole.onRequest?.(messages, context)) ?? messages;
          },
        }),
      },
      scenario,
      says: /gone|has not come back|failed/i,
    }),
  ),
  {
    fault: "injects although it is told not to",
    breaks: { options: ({ inject, ...options }) => options },
    scenario: "options",
    says: /as they reached the model/,
  },
  {
    fault: "tells nobody of its hints",
    breaks: { options: ({ onHint, ...options }) => options },
    scenario: "options",
    says: /hints|onHint/,
  },
  {
    fault: "changes the answer",
    breaks: { outcome: (outcome) => ({ ...outcome, answer: `${outcome.answer}!` }) },
    scenario: "one-call",
    says: /the answer of turn 1/,
  },
  {
    fault: "swallows an interrupt",
    breaks: { outcome: (outcome) => ({ ...outcome, interrupted: false }) },
    scenario: "interrupt",
    says: /the interrupt of turn 1/,
  },
  {
    fault: "lets a result answer another call",
    breaks: { place: underAnotherCall },
    scenario: "one-call",
    says: /the call that a message answers/,
  },
  {
    fault: "leaves a host's listener without its hints",
    breaks: { options: ({ onHint, ...options }) => options },
    scenario: "thrown-error",
    says: /the calls that got a hint/,
  },
  {
    fault: "adds a note where no message shows it",
    breaks: { place: besideTheText },
    scenario: "one-call",
    says: /wherever they stand/,
  },
  {
    fault: "changes the host's words before a note",
    breaks: { place: withText((text, notes) => (notes.block === "" ? text : text.toUpperCase())) },
    scenario: "one-call",
    says: /before its note/,
  },
  {
    fault: "changes the space before a note between the steps",
    breaks: { place: withText((text, _notes, messages) => `${text}${"\n".repeat(messages.length)}`) },
    scenario: "one-call",
    says: /as it stood before/,
  },
];
