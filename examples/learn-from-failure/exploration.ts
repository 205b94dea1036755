/**
 * How the agent finds its way in round one, when nobody can tell it anything: it looks around, tries what
 * does not help, and gets there in the end. Nothing but round one reads this.
 */
export const explorations: Readonly<Record<string, readonly string[]>> = {
  commit: [
    'git commit --author="<name> <<email>>" -m "<message>"',
    'git config user.name "<name>"',
    'git config user.email "<email>"',
    'git commit -m "<message>"',
  ],
  push: ["git push origin", "git push -u origin <branch>"],
  module: ["cat package.json", "npm pkg set type=module", "node <file>"],
  script: ["ls -l <file>", "chmod +x <file>", "./<file>"],
  variable: ["cat <file>", "LEDGER_FILE=<ledger> node <file>"],
  patch: ["git apply --check <file>", "git apply --3way <file>"],
  pull: ["git status --short --branch", "git pull --rebase origin <branch>"],
  folder: ["mkdir -p <directory>"],
};
