import { type Fields, onlyFields, Refusal, serviceWorld } from "../service-world.ts";
import { type LoopTask, serviceWay, type Values } from "./task.ts";

interface Billing {
  readonly invoices: Map<string, { note: string; due: string; version: number }>;
  readonly refunds: Fields[];
  readonly charges: { readonly customer: unknown; readonly amount: number }[];
  readonly credits: { readonly customer: unknown; readonly amount: number }[];
  readonly cancelled: Map<string, string>;
}

const reasonCodes = ["RQ_CUSTOMER", "RQ_DUPLICATE", "RQ_FRAUD"];
const money = (cents: number): string => `EUR ${(cents / 100).toFixed(2)}`;

function invoiceOf(state: Billing, id: unknown): { note: string; due: string; version: number } {
  const invoice = state.invoices.get(String(id));
  if (invoice === undefined) throw new Refusal(`404 Not Found: there is no invoice ${String(id)}`);
  return invoice;
}

const operations: Readonly<Record<string, (state: Billing, input: Fields) => unknown>> = {
  invoice_get: (state, { id }) => ({ id, ...invoiceOf(state, id) }),
  invoice_update(state, { id, note, version, ...rest }) {
    onlyFields(rest);
    const invoice = invoiceOf(state, id);
    if (version === undefined)
      throw new Refusal(
        "428 Precondition Required: invoice_update needs the version of the invoice as it is now",
      );
    if (version !== invoice.version) throw new Refusal("409 Conflict: the invoice has another version");
    invoice.note = String(note);
    invoice.version += 1;
    return { id, ...invoice };
  },
  invoice_due_set(state, { id, due, ...rest }) {
    onlyFields(rest);
    if (!/^\d{4}-\d{2}-\d{2}$/.test(String(due)))
      throw new Refusal("422 Unprocessable Entity: due must have the form YYYY-MM-DD");
    const invoice = invoiceOf(state, id);
    invoice.due = String(due);
    return { id, ...invoice };
  },
  refund_create(state, input) {
    onlyFields(input, "payment", "reason_code");
    if (!reasonCodes.includes(String(input["reason_code"])))
      throw new Refusal(
        `422 Unprocessable Entity: refund_create was given no valid reason_code (one of ${reasonCodes.join(", ")})`,
      );
    state.refunds.push(input);
    return { status: "refunded", ...input };
  },
  subscription_cancel(state, input) {
    onlyFields(input, "id", "at");
    const { id, at } = input;
    if (at !== "period_end" && at !== "now")
      throw new Refusal('422 Unprocessable Entity: subscription_cancel lacks "at" ("period_end" or "now")');
    state.cancelled.set(String(id), at);
    return { id, cancelled: at };
  },
  charge_create(state, { customer, amount, ...rest }) {
    onlyFields(rest);
    if (typeof amount !== "number" || !Number.isInteger(amount))
      throw new Refusal("422 Unprocessable Entity: amount must be an integer");
    state.charges.push({ customer, amount });
    return { customer, amount, charged: money(amount) };
  },
  credit_create(state, { customer, amount, ...rest }) {
    onlyFields(rest);
    if (typeof amount !== "number") throw new Refusal("422 Unprocessable Entity: amount must be a number");
    state.credits.push({ customer, amount });
    return { customer, amount, credited: money(amount * 100) };
  },
};

const billing = (solved: (state: Billing, values: Values) => boolean) => async (values: Values) =>
  serviceWorld<Billing>({
    state: {
      invoices: new Map([[String(values["id"]), { note: "", due: "2026-01-01", version: 7 }]]),
      refunds: [],
      charges: [],
      credits: [],
      cancelled: new Map(),
    },
    operations,
    solved: (state) => solved(state, values),
  });

export const billingTasks: readonly LoopTask[] = [
  {
    id: "billing-invoice-version",
    domain: "billing",
    habit: "does not look at what is there first",
    sort: "recovers",
    about: /\binvoice_update\b/,
    ways: [
      serviceWay([["invoice_update", { id: "<id>", note: "<note>" }]]),
      serviceWay(
        [
          ["invoice_get", { id: "<id>" }],
          ["invoice_update", { id: "<id>", note: "<note>", version: "<version>" }],
        ],
        /\bversion\b/,
      ),
    ],
    check: "the invoice has the note",
    world: billing(({ invoices }, { id, note }) => invoices.get(String(id))?.note === note),
    first: {
      task: 'Update invoice IN-2201: its note should say "second copy".',
      values: { id: "IN-2201", note: "second copy" },
    },
    second: {
      task: 'Please put the note "paid by wire" on invoice IN-3377.',
      values: { id: "IN-3377", note: "paid by wire" },
    },
  },
  {
    id: "billing-due-date",
    domain: "billing",
    habit: "gives values in the form they were told",
    sort: "recovers",
    about: /\binvoice_due_set\b/,
    ways: [
      serviceWay([["invoice_due_set", { id: "<id>", due: "<due>" }]]),
      serviceWay([["invoice_due_set", { id: "<id>", due: "<date>" }]], /YYYY-MM-DD|\d{4}-\d{2}-\d{2}/),
    ],
    check: "the invoice is due on that day",
    world: billing(({ invoices }, { id, date }) => invoices.get(String(id))?.due === date),
    first: {
      task: "Set the due date of invoice IN-1840 to 31.12.2026.",
      values: { id: "IN-1840", due: "31.12.2026", date: "2026-12-31" },
    },
    second: {
      task: "Invoice IN-5512 may be paid later: make it due on 15.03.2027.",
      values: { id: "IN-5512", due: "15.03.2027", date: "2027-03-15" },
    },
  },
  {
    id: "billing-refund-reason",
    domain: "billing",
    habit: "leaves the target out",
    sort: "gives up",
    about: /\brefund_create\b/,
    ways: [
      serviceWay([["refund_create", { payment: "<payment>" }]]),
      serviceWay([["refund_create", { payment: "<payment>", reason: "customer" }]], /"reason"/),
      {
        ...serviceWay(
          [["refund_create", { payment: "<payment>", reason_code: "<code>" }]],
          /\breason_code\b/,
        ),
        fact: { name: "code", pattern: /\b(RQ_[A-Z]+)\b/ },
      },
    ],
    check: "the payment is refunded",
    world: billing(({ refunds }, { payment }) => refunds.some((refund) => refund["payment"] === payment)),
    first: {
      task: "Refund the payment PAY-901, the customer asked for it.",
      values: { payment: "PAY-901" },
    },
    second: {
      task: "A customer wants the money of payment PAY-477 back. Do the refund.",
      values: { payment: "PAY-477" },
    },
  },
  {
    id: "billing-cancel-at",
    domain: "billing",
    habit: "leaves the target out",
    sort: "gives up",
    about: /\bsubscription_cancel\b/,
    ways: [
      serviceWay([["subscription_cancel", { id: "<id>" }]]),
      serviceWay([["subscription_cancel", { id: "<id>", at: "period_end" }]], /\bperiod_end\b/),
      serviceWay([["subscription_cancel", { id: "<id>", force: true }]], /\bforce\b/),
    ],
    check: "the subscription ends with its period",
    world: billing(({ cancelled }, { id }) => cancelled.get(String(id)) === "period_end"),
    first: {
      task: "Cancel the subscription SUB-310 for the end of its period.",
      values: { id: "SUB-310" },
    },
    second: {
      task: "SUB-825 should run out: cancel this subscription when its period is over.",
      values: { id: "SUB-825" },
    },
  },
  {
    id: "billing-charge-cents",
    domain: "billing",
    habit: "gives values in the form they were told",
    sort: "silent",
    about: /\bcharge_create\b/,
    ways: [
      serviceWay([["charge_create", { customer: "<customer>", amount: "<amount>" }]]),
      serviceWay(
        [["charge_create", { customer: "<customer>", amount: "<cents>" }]],
        /\bcents?\b|\bminor units?\b/i,
      ),
    ],
    check: "the customer was charged the amount",
    world: billing(({ charges }, { customer, cents }) =>
      charges.some((charge) => charge.customer === customer && charge.amount === cents),
    ),
    first: {
      task: "Charge the customer CU-18 40 euros.",
      values: { customer: "CU-18", amount: 40, cents: 4000 },
    },
    second: {
      task: "CU-52 owes us 75 euros: charge this customer.",
      values: { customer: "CU-52", amount: 75, cents: 7500 },
    },
  },
  {
    id: "billing-credit",
    domain: "billing",
    habit: "none",
    sort: "habit is right",
    about: /\bcredit_create\b/,
    ways: [
      serviceWay([["credit_create", { customer: "<customer>", amount: "<amount>" }]]),
      serviceWay(
        [["credit_create", { customer: "<customer>", amount: "<cents>" }]],
        /\bcents?\b|\bminor units?\b/i,
      ),
    ],
    check: "the customer was credited the amount",
    world: billing(({ credits }, { customer, amount }) =>
      credits.some((credit) => credit.customer === customer && credit.amount === amount),
    ),
    first: {
      task: "Credit the customer CU-33 20 euros.",
      values: { customer: "CU-33", amount: 20, cents: 2000 },
    },
    second: {
      task: "We promised CU-61 a credit of 15 euros, book it.",
      values: { customer: "CU-61", amount: 15, cents: 1500 },
    },
  },
];
