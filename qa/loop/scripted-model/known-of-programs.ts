import type { Known } from "./knowledge.ts";

/** What people know of git, npm and node. */
export const knownOfPrograms: readonly Known[] = [
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
];
