import { describe, expect, it } from "vitest";
import { learnRepairs } from "../../learn/learn-repairs.ts";
import { bash, call, type SampleStep, sampleRun } from "../../testing/run-samples.ts";
import { scanSkill } from "../scan.ts";

const denied = "Failed to restart api.service: Interactive authentication required.";
const unidentified =
  "Author identity unknown\n\n*** Please tell me who you are.\n\nfatal: no email was given and auto-detection is disabled";
const asModule = "SyntaxError: Cannot use import statement outside a module";

const repairs: Readonly<Record<string, readonly SampleStep[]>> = {
  "a commit without an identity": [
    bash('git commit -m "Raise prices"', { error: unidentified }),
    bash('git config user.name "Shop Bot"'),
    bash("git config user.email bot@example.com"),
    bash('git commit -m "Raise prices"'),
  ],
  "a push without an upstream": [
    bash("git push", { error: "fatal: The current branch sale has no upstream branch." }),
    bash("git push --set-upstream origin sale"),
  ],
  "a pull that is no fast-forward": [
    bash("git pull origin main", { error: "fatal: Not possible to fast-forward, aborting." }),
    bash("git pull --rebase origin main"),
  ],
  "a script without the execute bit": [
    bash("./run.sh", { error: "bash: ./run.sh: Permission denied" }),
    bash("chmod +x run.sh && ./run.sh"),
  ],
  "a module run as CommonJS": [
    bash("node build.js", { error: asModule }),
    bash("mv build.js build.mjs"),
    bash("node build.mjs"),
  ],
  "a variable that is not set": [
    bash("npm test", { error: "Error: LEDGER_FILE is not set" }),
    bash("LEDGER_FILE=june.json npm test"),
  ],
  "a patch that does not apply": [
    bash("git apply fix.patch", {
      error: "error: patch failed: shop.txt:1\nerror: shop.txt: patch does not apply",
    }),
    bash("git apply --3way fix.patch"),
  ],
  "rights that the call lacked": [
    bash("systemctl restart api", { error: denied }),
    bash("sudo systemctl restart api"),
  ],
  "a field of a tool": [
    call("search_orders", { date: "12.05.2024" }, { error: "date must be YYYY-MM-DD" }),
    call("search_orders", { date: "2024-05-12" }, { output: "3 orders" }),
  ],
};
describe("what the repair learner writes", () => {
  it.each(Object.entries(repairs))("passes the scan: %s", (_what, steps) => {
    const { lessons } = learnRepairs(sampleRun(steps, { task: "Do the work in the shop" }));
    expect(lessons).toHaveLength(1);
    for (const { content } of lessons) {
      expect(scanSkill(content), JSON.stringify(content.bullets)).toEqual({ decision: "allow", reasons: [] });
    }
  });
});
