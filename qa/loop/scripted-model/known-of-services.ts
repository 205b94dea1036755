import type { Known } from "./knowledge.ts";

/** What people know of a billing and of a configuration service. */
export const knownOfServices: readonly Known[] = [
  {
    sees: /refund_create was given no valid reason_code/,
    decision: "It called refund_create with the payment alone and left out reason_code.",
    cause: "refund_create was given no valid reason_code, which the service needs with each refund.",
    rule: "Give `refund_create` a `reason_code`, one of those that its error lists: RQ_CUSTOMER when the customer asked for it.",
    check: "`refund_create` returns the status refunded.",
    subject: "refund with a reason",
    head: "refund_create",
    queries: {
      plain: [
        "Refund a payment, the customer asked for it.",
        "A customer wants the money of a payment back.",
        "Do the refund of a payment.",
      ],
      hurried: ["refund payment", "money back customer", "refund asap"],
      question: [
        "How do I refund a payment?",
        "Why does the refund need a reason?",
        "How does a customer get the money back?",
      ],
      symptom: [
        "refund_create was given no valid reason_code",
        "The refund is refused.",
        "The money does not go back.",
      ],
    },
    notFor: ["Charge a customer.", "Cancel a subscription.", "Credit a customer."],
  },
  {
    sees: /subscription_cancel lacks "at"/,
    decision: "It called subscription_cancel with the id alone and left out at.",
    cause:
      "subscription_cancel lacks the field at, without which the service cannot tell when the subscription ends.",
    rule: "Give `subscription_cancel` the field `at` with the value `period_end` when it is to run out with its period.",
    check: "`subscription_cancel` returns `period_end` as cancelled.",
    subject: "cancel a subscription at its end",
    head: "subscription_cancel",
    queries: {
      plain: [
        "Cancel the subscription for the end of its period.",
        "Cancel a subscription when its period is over.",
        "Let a subscription run out.",
      ],
      hurried: ["cancel subscription", "cancel at period end", "subscription should end"],
      question: [
        "How do I cancel a subscription at the end of its period?",
        "When does a cancelled subscription end?",
        "Why can I not cancel the subscription?",
      ],
      symptom: [
        'subscription_cancel lacks "at"',
        "The subscription goes on although it was cancelled.",
        "The service wants to know when.",
      ],
    },
    notFor: ["Refund a payment.", "Start a subscription.", "Set the due date of an invoice."],
  },
  {
    sees: /route_weight takes a fraction between 0 and 1 as weight/,
    decision: "It gave route_weight the weight in percent, as the task says it.",
    cause: "The weight was out of range: route_weight takes a fraction between 0 and 1.",
    rule: "Give `route_weight` the weight as a fraction: the percentage divided by one hundred.",
    check: "`route_weight` returns a weight that is not above 1.",
    subject: "share of traffic as a fraction",
    head: "route_weight",
    queries: {
      plain: [
        "Send a part of the traffic to a service.",
        "Give a service some percent of the traffic.",
        "Move traffic to a new service.",
      ],
      hurried: ["percent traffic service", "traffic to service", "route some traffic"],
      question: [
        "How do I send part of the traffic to a service?",
        "How is the share of traffic given?",
        "Why is the weight out of range?",
      ],
      symptom: [
        "OutOfRange: route_weight takes a fraction",
        "The service gets no traffic.",
        "The weight is refused.",
      ],
    },
    notFor: ["Limit the requests to a service.", "Label a service.", "Turn on a flag."],
  },
  {
    sees: /template_bind takes a reference of the form tpl:\/\/shared\/NAME/,
    decision: "It gave template_bind the bare name of the template.",
    cause:
      "template_bind takes a reference of the form tpl://shared/NAME and a bare name is a bad reference.",
    rule: "Give `template_bind` the template as a reference: tpl://shared/ before its name.",
    check: "`template_bind` returns the reference as template.",
    subject: "bind a template by reference",
    head: "template_bind",
    queries: {
      plain: [
        "Bind a template to a service.",
        "A service should use a template.",
        "Give a service its template.",
      ],
      hurried: ["bind template", "template for service", "service template please"],
      question: [
        "How do I bind a template to a service?",
        "How is a template named?",
        "Why is the template refused?",
      ],
      symptom: [
        "BadReference: template_bind takes a reference",
        "The service has no template.",
        "The name of the template is not taken.",
      ],
    },
    notFor: ["Write a template.", "Label a service.", "Limit a service."],
  },
  {
    sees: /"charged":"EUR 0\.\d\d"/,
    silent: true,
    decision: "It gave charge_create the amount in euros, as the task says it.",
    cause: "charge_create takes the amount in cents: what was charged is EUR 0, a hundredth of it.",
    rule: "Give `charge_create` the amount in cents.",
    check: "The value of `charged` is the amount that was asked for.",
    subject: "charge an amount in cents",
    head: "charge_create",
    queries: {
      plain: [
        "Charge a customer some euros.",
        "A customer owes us money, charge the customer.",
        "Charge what a customer owes.",
      ],
      hurried: ["charge customer euros", "charge this customer", "customer owes charge"],
      question: [
        "How do I charge a customer?",
        "Why was the customer charged too little?",
        "In which unit is a charge?",
      ],
      symptom: ["charged EUR 0.40", "The customer was charged a hundredth.", "The charge is far too small."],
    },
    notFor: ["Credit a customer.", "Refund a payment.", "Set a due date."],
  },
  {
    sees: /limit_apply makes staged limits live/,
    silent: true,
    decision: "It called limit_set and stopped there.",
    cause: "The limit is staged only: limit_apply makes staged limits live and was not called.",
    rule: "Call `limit_apply` after `limit_set`.",
    check: "`limit_apply` returns the status live.",
    subject: "make a limit live",
    head: "limit_set",
    queries: {
      plain: [
        "Limit a service to some requests a second.",
        "Set the limit of a service.",
        "Too many calls reach a service, set its limit.",
      ],
      hurried: ["limit service requests", "set limit service", "limit calls please"],
      question: ["How do I limit a service?", "Why is the limit not live?", "When does a limit count?"],
      symptom: ["The limit is staged", "The limit has no effect.", "Too many calls still reach the service."],
    },
    notFor: ["Label a service.", "Send traffic to a service.", "Turn on a flag."],
  },
];
