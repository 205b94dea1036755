/** A situation in which the obvious command really fails. */
export interface Fixture {
  /** Bash that prepares the folder. The values of the assignment are its variables: `$file`, `$branch`. */
  readonly setup: string;
  /** What an agent without experience types. `<file>` stands for a value of the assignment. */
  readonly firstAttempt: string;
  /** Bash that tells, without asking the agent, whether the task was done. */
  readonly check: { readonly name: string; readonly command: string };
}

const repository = `
  git init -q -b main . && git config user.name "Set Up" && git config user.email set-up@example.com
  commit() { git add -A && git commit -q -m "$1"; }
`;

const remote = `
  git init -q -b main --bare ../remote.git && git remote add origin ../remote.git
`;

export const fixtures: Readonly<Record<string, Fixture>> = {
  commit: {
    // Without useConfigOnly git would make up an identity from the machine's name.
    setup: `${repository}
      git config user.useConfigOnly true && git config --unset user.name && git config --unset user.email
      echo "line" > "$file" && git add "$file"`,
    firstAttempt: 'git commit -m "<message>"',
    check: {
      name: "the commit is in the history",
      command: `test "$(git log -1 --format='%s by %an <%ae>')" = "$message by $name <$email>"`,
    },
  },
  push: {
    setup: `${repository}${remote}
      echo one > notes.txt && commit one && git switch -q -c "$branch" && echo two > notes.txt && commit two`,
    firstAttempt: "git push",
    check: {
      name: "the remote has the branch",
      command: `test "$(git -C ../remote.git rev-parse "$branch")" = "$(git rev-parse HEAD)"`,
    },
  },
  module: {
    setup: `
      printf '{ "name": "reports", "private": true, "type": "commonjs" }\\n' > package.json
      printf 'import { writeFileSync } from "node:fs";\\nwriteFileSync("report.txt", "done");\\n' > "$file"`,
    firstAttempt: "node <file>",
    check: { name: "the report was written", command: `test "$(cat report.txt)" = done` },
  },
  script: {
    setup: `
      mkdir -p "$(dirname "$file")"
      printf '#!/usr/bin/env bash\\necho done > result.txt\\n' > "$file" && chmod -x "$file"`,
    firstAttempt: "./<file>",
    check: { name: "the script left its result", command: `test "$(cat result.txt)" = done` },
  },
  variable: {
    setup: `
      echo '{ "debit": 40, "credit": 40 }' > "$ledger"
      cat > "$file" <<'TEST'
        import assert from "node:assert";
        import { readFileSync, writeFileSync } from "node:fs";
        const ledger = process.env.LEDGER_FILE;
        if (!ledger) throw new Error("LEDGER_FILE is not set");
        const { debit, credit } = JSON.parse(readFileSync(ledger, "utf8"));
        assert.equal(debit, credit);
        writeFileSync("tested.txt", ledger);
TEST`,
    firstAttempt: "node <file>",
    check: { name: "the test read the ledger", command: `test "$(cat tested.txt)" = "$ledger"` },
  },
  patch: {
    // The line beside the changed one moved on since the patch was made.
    setup: `${repository}
      printf 'one\\ntwo\\nthree\\nfour\\nfive\\nsix\\n' > "$source" && commit one
      sed 's/four/FOUR/' "$source" > changed && mv changed "$source" && git diff > ../made.patch && git checkout -q .
      sed 's/one/ONE/' "$source" > changed && mv changed "$source" && commit two && mv ../made.patch "$file"`,
    firstAttempt: "git apply <file>",
    check: {
      name: "the patched line is in place",
      command: `grep -q FOUR "$source" && grep -q ONE "$source"`,
    },
  },
  pull: {
    setup: `${repository}${remote}
      git config pull.ff only && git symbolic-ref HEAD "refs/heads/$branch"
      echo one > notes.txt && commit one && git push -q -u origin "$branch"
      git clone -q -b "$branch" ../remote.git ../colleague && (
        cd ../colleague && git config user.name Colleague && git config user.email colleague@example.com
        echo theirs > theirs.txt && commit theirs && git push -q
      ) && echo ours > ours.txt && commit ours`,
    firstAttempt: "git pull origin <branch>",
    check: {
      name: "both sides are in the branch",
      command: 'test -f ours.txt && test -f theirs.txt && test -z "$(git status --porcelain)"',
    },
  },
  folder: {
    setup: "true",
    firstAttempt: "mkdir <directory>",
    check: { name: "the folder is there", command: 'test -d "$directory"' },
  },
};
