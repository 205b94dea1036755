import { shortHash } from "../../text/hash.ts";

export type ProbeClass =
  | "direct"
  | "paraphrase"
  | "question"
  | "sibling"
  | "knowledge"
  | "creation"
  | "lexical-trap"
  | "unrelated"
  | "raw-error"
  | "japanese"
  | "russian"
  | "other-names"
  | "domain-task";

export interface Probe {
  readonly class: ProbeClass;
  readonly text: string;
  /** The skill that helps, `undefined` when nothing does. */
  readonly expected: string | undefined;
}

const push = "git-push-no-upstream-branch";
const pull = "git-pull-diverging-branches";
const commit = "git-commit-author-identity-unknown";
const patch = "git-apply-patch-does-not-apply";
const esm = "node-import-outside-module";
const bit = "shell-script-permission-denied";
const ledger = "node-ledger-file-not-set";
const folder = "mkdir-no-such-file-or-directory";
const payment = "book-reservation-payment-does-not-add-up";
const migration = "postgres-migration-lock-timeout";
const docker = "docker-build-wrong-platform";
const memory = "kubernetes-pod-out-of-memory";
const npm = "npm-peer-dependency-conflict";
const csv = "csv-import-utf16-encoding";
const tls = "tls-certificate-renewal-port-80";
const jq = "jq-cannot-iterate-over-null";
const changelog = "changelog-entry-for-release";
const japanese = "database-migration-rollback-ja";
const russian = "backup-restore-permissions-ru";

const table: Readonly<Record<ProbeClass, readonly (readonly [string, string | undefined])[]>> = {
  direct: [
    ["Push the branch to the remote", push],
    ["Migrate the postgres schema of the billing database", migration],
    ["Build the docker image for the server", docker],
    ["Install the dependencies with npm", npm],
    ["Renew the certificate of shop.example.com", tls],
    ["Load the csv export into pandas", csv],
    ["Apply the patch fix.patch to this repository", patch],
    ["Filter the api response with jq", jq],
    ["Run the shell script deploy.sh", bit],
    ["Pull the branch main from the remote", pull],
    ["The pod keeps restarting, raise its memory limit", memory],
    ["Write a changelog entry for version 2.4.0", changelog],
  ],
  paraphrase: [
    ["Publish my branch to the remote", push],
    ["Our web server's TLS certificate runs out on Friday, get a new one", tls],
    ["The worker keeps getting killed by the cluster because of memory", memory],
    ["Get the names out of this JSON file on the command line", jq],
    ["The Excel export shows garbled characters when python reads it", csv],
    ["Add a column to the orders table while the shop is open", migration],
    ["The image I built on my Mac does not start on the linux server", docker],
    ["Upgrade react, its plugins complain about peer versions", npm],
    ["Make a folder for the reports", folder],
    ["Merge what the others did on the remote branch: pull it", pull],
    ["Launch the shell script for the nightly backups", bit],
    ["Record the staged changes as a commit", commit],
  ],
  question: [
    ["How do I push this branch to the remote?", push],
    ["Why does my pod restart all the time?", memory],
    ["Can you renew the https certificate for me?", tls],
    ["How can I build an image for amd64 on my arm laptop?", docker],
    ["What should I do when npm install stops at a peer dependency?", npm],
    ["How do I apply this patch?", patch],
    ["Could you run the migration against production without downtime?", migration],
    ["How do I get every id out of a json file with jq?", jq],
  ],
  sibling: [
    ["Pull the branch, it diverged", pull],
    ["Push the new branch", push],
    ["Commit the file as Shop Bot", commit],
    ["Run the ES module script with node", esm],
    ["Run the test against the ledger with node", ledger],
    ["Run the release.sh shell script", bit],
    ["Restore table locks after the schema migration timed out in postgres", migration],
  ],
  knowledge: [
    ["What is a git branch?", undefined],
    ["Explain how TLS certificates work", undefined],
    ["What's the difference between a docker image and a container?", undefined],
    ["Who invented JSON?", undefined],
    ["Tell me about the history of Postgres", undefined],
    ["What does peer dependency mean in npm?", undefined],
    ["Explain what a pod is in kubernetes", undefined],
    ["Is UTF-16 older than UTF-8?", undefined],
  ],
  creation: [
    ["Write a poem about a git branch", undefined],
    ["Write me a haiku about docker containers", undefined],
    ["Tell me a joke about database migrations", undefined],
    ["Design a new logo for our certificate company", undefined],
    ["Compose a short story about a pod in space", undefined],
    ["Create a new react component for the price table", undefined],
    ["Scaffold a new python service with a json api", undefined],
  ],
  "lexical-trap": [
    ["Prune the lower branch of the apple tree", undefined],
    ["Sew a patch on my jeans", undefined],
    ["Push the meeting with the database team to Thursday", undefined],
    ["Book a table for six passengers of the boat", undefined],
    ["Frame the birth certificate", undefined],
    ["Commit to a healthier lifestyle with a weekly plan", undefined],
    ["Order new seed pods for the garden", undefined],
    ["Schedule the bird migration talk in the city library", undefined],
    ["Pull the weeds in front of the office", undefined],
    ["Print the image of the harbour on canvas", undefined],
  ],
  unrelated: [
    ["Plan a three day trip to Lisbon", undefined],
    ["Translate this letter into Portuguese", undefined],
    ["Resize the photo to 800 pixels", undefined],
    ["Send the invoice reminder emails", undefined],
    ["Compute the monthly interest on a loan of 4000", undefined],
    ["Set up a cron job that rotates the logs", undefined],
    ["Refactor the payment class into smaller methods", undefined],
    ["Hello, how are you today?", undefined],
    ["Add dark mode to the settings page", undefined],
    ["Configure the linter for trailing commas", undefined],
    ["Delete merged git branches older than a month", undefined],
    ["Squash the last three commits into one", undefined],
  ],
  "raw-error": [
    ["fatal: The current branch login has no upstream branch.", push],
    ["Error: payment amount does not add up, total price is 305, but paid 255", payment],
    ["SyntaxError: Cannot use import statement outside a module", esm],
    ["ERROR: canceling statement due to lock timeout", migration],
    ["npm error ERESOLVE unable to resolve dependency tree", npm],
    ["bash: ./tools/nightly.sh: Permission denied", bit],
    ["jq: error (at <stdin>:9): Cannot iterate over null (null)", jq],
    ["mkdir: cannot create directory ‘out/exports/august’: No such file or directory", folder],
    ["UnicodeDecodeError: 'utf-8' codec can't decode byte 0xff in position 0: invalid start byte", csv],
    ["error: lib/rates.txt: patch does not apply", patch],
  ],
  japanese: [
    ["データベースの移行を実行してください", japanese],
    ["本番の移行が途中で止まりました", japanese],
    ["今日の天気を教えて", undefined],
    ["桜についての俳句を書いて", undefined],
  ],
  russian: [
    ["Восстанови базу данных из резервной копии", russian],
    ["Загрузи дамп базы на тестовый сервер", russian],
    ["Что такое резервная копия?", undefined],
    ["Напиши стихотворение о море", undefined],
  ],
  "domain-task": [
    ["Scale the web deployment to five replicas", undefined],
    ["List all pods in the staging namespace", undefined],
    ["Write a Dockerfile for the node service", undefined],
    ["Remove unused docker images to free disk space", undefined],
    ["Publish the npm package with provenance", undefined],
    ["Find outdated npm packages", undefined],
    ["Rename the branch main to trunk", undefined],
    ["Show who changed this line in git", undefined],
    ["Tag the release commit and sign the tag", undefined],
    ["Convert the json config to yaml", undefined],
    ["Validate the json against its schema", undefined],
    ["Sort the csv by the third column", undefined],
    ["Merge two csv files on the customer id", undefined],
    ["Create a read-only postgres user for reporting", undefined],
    ["Find slow queries in postgres", undefined],
    ["Redirect http to https in nginx", undefined],
    ["Rotate the nginx access logs", undefined],
    ["Run the unit tests in watch mode", undefined],
    ["Make the shell script read its options from the command line", undefined],
    ["Cancel the reservation and refund the card", undefined],
    ["Change the passenger name on a reservation", undefined],
    ["Move the reports folder to the archive", undefined],
    ["Compress the folder with old reports", undefined],
    ["Translate the changelog into German", undefined],
  ],
  "other-names": [
    [
      'opening-hours.csv is staged: please put it into the history as a commit saying "Open on Sundays", by Desk Bot, desk-bot@example.com.',
      commit,
    ],
    ["Others want to review vat-rounding: get this branch of mine onto the remote.", push],
    ["We moved weekly-sales.js to import statements. See that node still starts this script.", esm],
    ["Launch tools/nightly-backup.sh, the shell script for the backups, and wait for it.", bit],
    ["Is the ledger august.json sound? balance.test.mjs is the test to tell.", ledger],
    ["A colleague mailed the patch discount.patch: bring its change into our sources.", patch],
    ["My colleagues worked on the branch stock-count too: pull in what they did.", pull],
    ["The export needs a folder of its own, out/exports/august: make it.", folder],
    [
      "You are mia_li_3668. Book flights HAT136 and HAT039 for three passengers on May 20 and pay with your 7447 card.",
      payment,
    ],
  ],
};

export const probes: readonly Probe[] = Object.entries(table).flatMap(([name, rows]) =>
  rows.map(([text, expected]) => ({ class: name as ProbeClass, text, expected })),
);

/** Half of the probes, by hash, decided what the constants are; the other half only judges them. */
export function isTuneProbe(probe: Probe): boolean {
  return Number.parseInt(shortHash(probe.text, 1), 16) < 8;
}
