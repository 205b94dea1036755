import { describe, expect, it } from "vitest";
import { isConcreteCheck } from "./concrete-check.ts";

describe("isConcreteCheck", () => {
  it("takes a command, an exit status or an expected value", () => {
    for (const text of [
      "Run `npm test`.",
      "```sh\ngit status\n```",
      "The command exits with status 0.",
      "Exit code is 0",
      "The server answers HTTP 200.",
      "The list contains 3 rows.",
      'It prints "up to date".',
      "The count equals 42.",
      "`git status -sb` で上流ブランチが表示される。",
      "終了コード: `0`",
      'The log shows "listening on".',
    ]) {
      expect([text, isConcreteCheck(text)]).toEqual([text, true]);
    }
  });

  it("takes no good intentions", () => {
    for (const text of [
      "Test that it works.",
      "Verify the result.",
      "Make sure that the code is correct and returns the right thing.",
      "Check the status code.",
      "Assert that nothing broke.",
      "Confirm with the user in step 3.",
      "` `",
      "",
    ]) {
      expect([text, isConcreteCheck(text)]).toEqual([text, false]);
    }
  });
});
