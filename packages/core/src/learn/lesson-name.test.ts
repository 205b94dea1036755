import { describe, expect, it } from "vitest";
import { errorSignature } from "../text/error-signature/error-signature.ts";
import { isSkillName } from "../text/skill-file/skill-name.ts";
import { lessonName } from "./lesson-name.ts";

const name = (call: string, error: string): string =>
  lessonName({ call, tool: "bash", signature: errorSignature(error).text, key: "k" });

describe("lessonName", () => {
  it.each([
    [
      "git push",
      "fatal: The current branch <branch> has no upstream branch",
      "git-push-current-branch-has-no-upstream-branch",
    ],
    ["git pull", "fatal: Not possible to fast-forward, aborting", "git-pull-not-possible-to-fast-forward"],
    ["git commit", "fatal: no email was given and auto-detection is disabled", "git-commit-no-email"],
    ["git apply", "error: <file>: patch does not apply", "git-apply-patch-does-not-apply"],
    ["node", "Error: LEDGER_FILE is not set", "node-variable-not-set"],
    [
      "node",
      "SyntaxError: Cannot use import statement outside a module",
      "node-cannot-use-import-statement-outside-a-module",
    ],
    [
      "mkdir",
      "mkdir: cannot create directory '<directory>': No such file or directory",
      "mkdir-no-such-file-or-directory",
    ],
    ["script", "./<script>: Permission denied", "script-permission-denied"],
    ["git commit", "error: gpg failed to sign the data", "git-commit-gpg-failed-to-sign-data"],
    [
      "npm install",
      "npm error ERESOLVE unable to resolve dependency tree",
      "npm-install-eresolve-unable-to-resolve-dependency-tree",
    ],
    [
      "npm start",
      "Error: ENOENT: no such file or directory, open '.env'",
      "npm-start-no-such-file-or-directory",
    ],
    ["git push", "error: failed to push some refs to <url>", "git-push-failed-to-push-some-refs"],
    [
      "tsc",
      "<file>: error TS2345: Argument of type 'string' is not assignable to parameter of type 'number'",
      "tsc-argument-of-type-string-not-assignable-to-parameter-of-type",
    ],
  ])(
    "says what was called and what went wrong in the error's own words: %s, %s",
    (call, symptom, expected) => {
      expect(name(call, symptom)).toBe(expected);
    },
  );

  it.each([
    [
      "create_issue",
      "Error: missing required field: priority",
      "create-issue-missing-required-field-priority",
    ],
    [
      "update_reservation_flights",
      "Error: certificate cannot be used to update reservation",
      "update-reservation-flights-certificate-cannot-be-used",
    ],
    [
      "update_reservation_flights",
      "Error: payment method not found",
      "update-reservation-flights-payment-method-not-found",
    ],
    [
      "book_reservation",
      "Error: payment amount does not add up, total price is <number>, but paid <number>",
      "book-reservation-payment-amount-does-not-add-up",
    ],
    [
      "createUser",
      "Error: user name and password do not match",
      "create-user-user-name-and-password-do-not-match",
    ],
    [
      "create_user",
      "Validation: Expected number, received string",
      "create-user-expected-number-received-string",
    ],
  ])("keeps negations, and does not repeat the tool at its end: %s, %s", (call, symptom, expected) => {
    expect(name(call, symptom)).toBe(expected);
  });

  it("holds nothing that belongs to one occurrence", () => {
    expect(name("git add", "fatal: pathspec 'zeta.cfg' did not match any files")).toBe(
      "git-add-pathspec-did-not-match-any-files",
    );
    expect(name("deploytool", "error: host dev7x is not reachable")).toBe("deploytool-host-not-reachable");
  });

  it("is cut by whole words, and not behind one that leads on to the next", () => {
    const long = name(
      "git rebase",
      "error: there are many quite different reasons not to do any of the things wanted",
    );
    expect(long).toBe("git-rebase-there-many-quite-different-reasons-not-to-do-any");
  });

  it.each([
    ["デプロイ", "エラー: 見つかりません"],
    ["", ""],
    ["x".repeat(300), "y ".repeat(300)],
    ["--", "-- -- --"],
    ["git push", "Ошибка"],
  ])("is always a valid skill name: %j, %j", (call, symptom) => {
    expect(isSkillName(name(call, symptom))).toBe(true);
  });
});
