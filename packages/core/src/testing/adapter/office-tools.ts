import { type ScriptedTool, ToolFailure } from "./adapter-harness.ts";
import { noUpstream, wrongCurrency } from "./known-skills.ts";

/** The tools of the scripted agents. Two of them fail with errors that `knownSkills` knows. */

/** Finds something on every topic. */
export const lookUp: ScriptedTool = {
  name: "look_up",
  description: "Looks up what is known about a topic",
  fields: { topic: "string" },
  run: ({ topic }) => `Notes on ${String(topic)}`,
};

/** Pushes only where an upstream is named. A skill about it is shown only to agents that have it. */
export const bash: ScriptedTool = {
  name: "bash",
  description: "Runs a shell command",
  fields: { command: "string" },
  run: ({ command }) => {
    if (command === "git push") throw new Error(noUpstream("hotfix-9"));
    return "branch 'hotfix-9' set up to track 'origin/hotfix-9'";
  },
};

const invoiceFields = { customer: "string", amount: "number", currency: "string" } as const;

/** Throws at a currency in lower case. */
export const sendInvoice: ScriptedTool = {
  name: "send_invoice",
  description: "Sends an invoice to a customer",
  fields: invoiceFields,
  run: ({ currency }) => {
    if (currency !== String(currency).toUpperCase()) throw new Error(wrongCurrency(String(currency)));
    return "Sent.";
  },
};

/** Likewise, but returns its error. */
export const sendInvoicePolitely: ScriptedTool = {
  ...sendInvoice,
  run: ({ currency }) =>
    currency === String(currency).toUpperCase() ? "Sent." : new ToolFailure(wrongCurrency(String(currency))),
};

/** Stops for a person, and gives that person's answer. */
export const askPerson: ScriptedTool = {
  name: "ask_person",
  description: "Asks a person and waits for the answer",
  fields: { question: "string" },
  run: async ({ question }, { interrupt }) => `The person says: ${String(await interrupt(String(question)))}`,
};

/** A task that the known skill about pushing fits. */
export const pushTask = "Push the branch hotfix-9 to the remote";
/** A task that no known skill fits. */
export const plainTask = "Count the lines of the report";
