import { describe, expect, it } from "vitest";
import { selectErrorLines } from "./error-lines.ts";

const lines = (text: string): readonly string[] => selectErrorLines(text).map(({ raw }) => raw);

describe("selectErrorLines", () => {
  it.each([
    [
      "a linker",
      "total.c: undefined reference to `round_half'\ncollect2: error: ld returned 1 exit status",
      0,
    ],
    ["make", "total.c:3:10: fatal error: rates.h: No such file\nmake: *** [Makefile:12: total.o] Error 1", 0],
    ["a compiler", "error[E0425]: cannot find value `totl`\nerror: could not compile `tally` (lib)", 0],
    [
      "git",
      "git@a.example: Permission denied (publickey).\nfatal: Could not read from remote repository.",
      0,
    ],
    ["a job", "Error: LEDGER_URL is required\nError: Process completed with exit code 1.", 0],
    ["a build", "FAILED: out/total.o\ntotal.cpp:14:9: error: 'x' was not declared in this scope", 1],
  ])("takes the cause that %s prints, and not what only follows from it", (_name, text, at) => {
    expect(lines(text)).toEqual([text.split("\n")[at]]);
  });

  it.each([
    [
      "a panic",
      "thread 'main' (41) panicked at src/main.rs:1:49:\ncalled `Option::unwrap()` on a `None` value",
      1,
    ],
    ["a section", "APPLICATION FAILED TO START\n\nDescription:\n\nThe web server gave up on port 80.", 4],
    ["a test", "--- FAIL: TestAdd (0.00s)\n    main_test.go:3: total is wrong: got 3, want 4", 1],
    ["a document", "not ok 1 - adds vat\n  error: |-\n    Expected values to be strictly equal:", 2],
  ])("takes the line that %s announces", (_name, text, at) => {
    expect(lines(text)).toEqual([text.split("\n")[at]?.trim()]);
  });

  it("follows a drawn chain of causes to its end, past what only failed with it", () => {
    const chain = [
      "* What went wrong:",
      "Execution failed for task ':app:compileJava'.",
      "> Could not resolve all files for configuration ':app:compileClasspath'.",
      "   > The artifact money is gone for good.",
      "     Required by:",
      "         project :app",
      "      > The server said Unauthorized to us.",
    ];
    expect(lines(chain.join("\n"))).toEqual([
      "The artifact money is gone for good.",
      "The server said Unauthorized to us.",
    ]);
  });

  it("keeps a code that stands alone, and the words that follow it", () => {
    expect(lines("Error: ERR_PNPM_NO_SCRIPT\n\n  × Missing script: buidl")).toEqual([
      "Error: ERR_PNPM_NO_SCRIPT",
      "Missing script: buidl",
    ]);
  });

  it("takes no advice, no line of a run that goes well and no echo of what was typed", () => {
    const text = [
      "C:\\shop>net stop ledger",
      "+ make release",
      "- curl: skipped (already there)",
      "[INFO] the spare ledger cannot be found",
      "The requested operation requires elevation.",
      "To do this, see the missing manual.",
    ];
    expect(lines(text.join("\n"))).toEqual(["The requested operation requires elevation."]);
  });

  it("takes a warning of a log only where nothing worse is said", () => {
    const warning = "09:12:44 WARN Error: the bean was not started";
    expect(lines(`${warning}\n09:12:45 ERROR port 80 is taken by somebody`)).toEqual([
      "port 80 is taken by somebody",
    ]);
    expect(lines(warning)).toEqual(["Error: the bean was not started"]);
  });
});
