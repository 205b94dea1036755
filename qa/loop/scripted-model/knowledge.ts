/** Something that people know of git, node and services, found by the words that a program says. */
export interface Known {
  /** Words of a program; what matches is quoted. */
  readonly sees: RegExp;
  /** Silent: no call failed, so only the outcome says that something went wrong. */
  readonly silent?: boolean;
  readonly decision: string;
  readonly cause: string;
  readonly rule: string;
  readonly check: string;
  readonly subject: string;
  readonly head: string;
  readonly queries: Readonly<Record<"plain" | "hurried" | "question" | "symptom", readonly string[]>>;
  readonly notFor: readonly string[];
}

export const known: readonly Known[] = [
  {
    sees: /nothing added to commit but untracked files present/,
    decision:
      "It ran git commit with -a, which takes changed files only, for a file that git does not track yet.",
    cause:
      "The commit had nothing added because the files to commit were untracked and -a leaves untracked files out.",
    rule: "Run `git add <file>` for a file that is new before `git commit`.",
    check: "`git status --short` no longer lists the file with two question marks.",
    subject: "commit a new file",
    head: "git commit",
    queries: {
      plain: [
        "Commit the new file with a message.",
        "Put a file that I just wrote into the history.",
        "Commit a file nobody has committed before.",
      ],
      hurried: ["commit new file", "new file, commit it", "commit my file message"],
      question: [
        "How do I commit a file that is new?",
        "Why is my new file not in the commit?",
        "How does a new file get into a commit?",
      ],
      symptom: [
        "nothing added to commit but untracked files present",
        "The commit leaves my new file out.",
        "My file is missing from the history.",
      ],
    },
    notFor: [
      "Commit the changes to all files that are known.",
      "Undo the last commit.",
      "Rename a file in the history.",
    ],
  },
  {
    sees: /Your local changes to the following files would be overwritten by checkout/,
    decision: "It ran git switch while a file had changes that were not committed.",
    cause: "The local changes would be overwritten by checkout of the other branch, so git switch stopped.",
    rule: "Run `git stash push` to put local changes aside, then `git switch <branch>`.",
    check: "`git branch --show-current` prints the branch and `git stash list` holds the change.",
    subject: "switch branches with local changes",
    head: "git switch",
    queries: {
      plain: [
        "Switch to a branch without losing a change that is not committed.",
        "Switch to another branch and keep my uncommitted change.",
        "Work on another branch with changes at hand.",
      ],
      hurried: [
        "switch branch keep changes",
        "switch with uncommitted change",
        "other branch now, keep my work",
      ],
      question: [
        "How do I switch branches without losing changes?",
        "Can I switch with uncommitted changes?",
        "What do I do with my change before I switch?",
      ],
      symptom: [
        "local changes would be overwritten by checkout",
        "git refuses to switch to the branch",
        "I cannot get to the other branch because of my change",
      ],
    },
    notFor: ["Create a branch.", "Throw my changes away.", "Merge a branch into main."],
  },
  {
    sees: /Missing script: "test"/,
    decision: "It ran npm test at the root, which has no script for it, instead of naming the package.",
    cause:
      "The root has no such script: npm test is missing there, since the script test belongs to a package of the workspace.",
    rule: "Run `npm test --workspace <package>` so that the package's own script is found.",
    check: "`npm test --workspace <package>` exits with code 0 and names the package.",
    subject: "run the tests of one package",
    head: "npm test",
    queries: {
      plain: [
        "Run the tests of a package.",
        "A package was changed, run its tests.",
        "Run the tests of one part of the repository.",
      ],
      hurried: ["tests of package", "run package tests", "test this package"],
      question: [
        "How do I run the tests of one package?",
        "Why is the script test missing?",
        "Where do the tests of a package run?",
      ],
      symptom: [
        'npm error Missing script: "test"',
        "The tests of the package do not start.",
        "There seem to be no tests at the top.",
      ],
    },
    notFor: ["Write a test for a package.", "Publish a package.", "Install the packages."],
  },
  {
    sees: /the option --month did not reach the script/,
    decision: "It gave --month to npm run export, where npm keeps options for itself.",
    cause:
      "The option month did not reach the script because npm run takes options that stand before two dashes.",
    rule: "Put -- between `npm run export` and the options of the script, as in `npm run export -- --month=<month>`.",
    check: "`npm run export -- --month=<month>` exits with code 0.",
    subject: "options for an npm script",
    head: "npm run export",
    queries: {
      plain: [
        "Use the npm script export for a month.",
        "Run the npm script that exports the books of a month.",
        "Give an option to an npm script.",
      ],
      hurried: ["npm export month", "npm script option", "books of the month export"],
      question: [
        "How do I give an option to an npm script?",
        "Why does the script not see its option?",
        "How do I export one month?",
      ],
      symptom: [
        "the option did not reach the script",
        "The export says that it was given no month.",
        "The script ignores what I give it.",
      ],
    },
    notFor: ["Add a script to package.json.", "List the npm scripts.", "Import a month."],
  },
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
    sees: /Everything up-to-date/,
    silent: true,
    decision: "It ran git push origin, which pushes branches and no tag.",
    cause: "git push said Everything up-to-date since the tag was not named and only branches are pushed.",
    rule: "Name the tag in `git push origin <tag>`.",
    check: "`git ls-remote --tags origin` lists the tag.",
    subject: "publish a tag",
    head: "git push",
    queries: {
      plain: [
        "Publish the tag on the remote.",
        "The release waits for a tag, publish it.",
        "Bring a tag to the remote.",
      ],
      hurried: ["publish tag", "tag to remote", "push the tag"],
      question: [
        "How do I publish a tag?",
        "Why is the tag not on the remote?",
        "Does a push bring tags along?",
      ],
      symptom: [
        "Everything up-to-date, but the tag is missing",
        "The release build does not see the tag.",
        "The tag is only here.",
      ],
    },
    notFor: ["Push a branch.", "Create a tag.", "Delete a tag."],
  },
  {
    sees: /wrote draft\.html \(NODE_ENV is development\)/,
    silent: true,
    decision: "It ran node with the script and left NODE_ENV as it was.",
    cause: "The script wrote draft.html because NODE_ENV is development unless it is set.",
    rule: "Set NODE_ENV=production before `node <file>` to build what is final.",
    check: "The output of `node <file>` names production.",
    subject: "build the final letter",
    head: "node",
    queries: {
      plain: [
        "Build the final letter with a script.",
        "A script builds the letter, build the final one.",
        "Build what is final, no draft.",
      ],
      hurried: ["build final letter", "letter final please", "final build node"],
      question: [
        "How do I build the final letter?",
        "Why do I get a draft?",
        "What makes the script write the final one?",
      ],
      symptom: [
        "wrote draft.html (NODE_ENV is development)",
        "Only a draft was written.",
        "The letter is still a draft.",
      ],
    },
    notFor: ["Write a letter.", "Run a test.", "Send a letter."],
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
