import { shellWorld } from "../shell-world.ts";
import { type LoopTask, shellWay, type Values } from "./task.ts";

const repository = `
  git init -q -b main . && git config user.name "Set Up" && git config user.email set-up@example.com
  commit() { git add -A && git commit -q -m "$1"; }
  git init -q -b main --bare ../remote.git && git remote add origin ../remote.git
  echo one > notes.txt && commit one && git push -q -u origin main
`;

const inRepository = (setup: string, check: string) => (values: Values) =>
  shellWorld(values, { setup: `${repository}${setup}`, check });

const remoteHasBranch = `test "$(git -C ../remote.git rev-parse "$branch")" = "$(git rev-parse HEAD)"`;

export const gitTasks: readonly LoopTask[] = [
  {
    id: "git-push-new",
    domain: "git",
    habit: "leaves the target out",
    sort: "recovers",
    about: /\bgit push\b/,
    ways: [shellWay("git push"), shellWay("git push -u origin <branch>", /(?:^|\s|`)-u\b|--set-upstream/)],
    check: "the remote has the branch",
    world: inRepository(`git switch -q -c "$branch" && echo two > notes.txt && commit two`, remoteHasBranch),
    first: { task: "Push the branch invoice-export to the remote.", values: { branch: "invoice-export" } },
    second: {
      task: "Others want to review vat-rounding: push this new branch of mine to the remote.",
      values: { branch: "vat-rounding" },
    },
  },
  {
    id: "git-pull-diverged",
    domain: "git",
    habit: "does not look at what is there first",
    sort: "recovers",
    about: /\bgit pull\b/,
    ways: [shellWay("git pull origin <branch>"), shellWay("git pull --rebase origin <branch>", /--rebase/)],
    check: "both sides are in the branch",
    world: inRepository(
      `git config pull.ff only && git switch -q -c "$branch" && git push -q -u origin "$branch"
       git clone -q -b "$branch" ../remote.git ../colleague && (
         cd ../colleague && git config user.name Colleague && git config user.email colleague@example.com
         echo theirs > theirs.txt && commit theirs && git push -q
       ) && echo ours > ours.txt && commit ours`,
      'test -f ours.txt && test -f theirs.txt && test -z "$(git status --porcelain)"',
    ),
    first: { task: "Pull the branch price-list from the remote.", values: { branch: "price-list" } },
    second: {
      task: "My colleagues worked on the branch stock-count too: pull in what they did.",
      values: { branch: "stock-count" },
    },
  },
  {
    id: "git-commit-new-file",
    domain: "git",
    habit: "skips a step",
    sort: "gives up",
    about: /\bgit commit\b/,
    ways: [
      shellWay('git commit -a -m "<message>"'),
      shellWay('git commit --include -m "<message>"', /--include/),
      shellWay('git add <file> && git commit -m "<message>"', /\bgit add\b/),
    ],
    check: "the new file is in the history",
    world: inRepository(
      `echo "line" > "$file"`,
      `test "$(git log -1 --format=%s)" = "$message" && git cat-file -e "HEAD:$file"`,
    ),
    first: {
      task: 'Commit the new file prices.csv with the message "Add winter prices".',
      values: { file: "prices.csv", message: "Add winter prices" },
    },
    second: {
      task: 'I wrote opening-hours.csv. Commit this new file, the message is "Open on Sundays".',
      values: { file: "opening-hours.csv", message: "Open on Sundays" },
    },
  },
  {
    id: "git-switch-unsaved",
    domain: "git",
    habit: "does not look at what is there first",
    sort: "gives up",
    about: /\bgit (?:switch|checkout|stash)\b/,
    ways: [
      shellWay("git switch <branch>"),
      shellWay("git stash push && git switch <branch>", /\bgit stash\b/),
      shellWay("git switch --discard-changes <branch>", /--discard-changes/),
    ],
    check: "the branch is checked out and the change is not lost",
    world: inRepository(
      `git switch -q -c "$branch" && echo two > notes.txt && commit two && git switch -q main && echo mine > notes.txt`,
      `test "$(git branch --show-current)" = "$branch" && git stash list | grep -q .`,
    ),
    first: {
      task: "Switch to the branch tax-table without losing the change I have not committed.",
      values: { branch: "tax-table" },
    },
    second: {
      task: "I must work on the branch refund-letter now. Switch to it and keep my uncommitted change.",
      values: { branch: "refund-letter" },
    },
  },
  {
    id: "git-push-tag",
    domain: "git",
    habit: "leaves the target out",
    sort: "silent",
    about: /\bgit push\b/,
    ways: [
      shellWay("git push origin"),
      shellWay("git push --all origin", /--all/),
      shellWay("git push origin <tag>", /\btags?\b/),
    ],
    check: "the remote has the tag",
    world: inRepository(`git tag "$tag"`, `git -C ../remote.git rev-parse -q --verify "refs/tags/$tag"`),
    first: { task: "Publish the tag v1.4.0 on the remote.", values: { tag: "v1.4.0" } },
    second: {
      task: "The release build waits for the tag release-7: publish this tag on the remote.",
      values: { tag: "release-7" },
    },
  },
  {
    id: "git-push-known",
    domain: "git",
    habit: "none",
    sort: "habit is right",
    about: /\bgit push\b/,
    ways: [shellWay("git push"), shellWay("git push --force", /--force/)],
    check: "the remote has the commit",
    world: inRepository(`echo two > notes.txt && commit two`, `branch=main; ${remoteHasBranch}`),
    first: { task: "Push my last commit on main.", values: { branch: "main" } },
    second: {
      task: "main has a commit that is not on the server yet, please push it.",
      values: { branch: "main" },
    },
  },
];
