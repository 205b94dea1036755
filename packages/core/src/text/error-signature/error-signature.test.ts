import { describe, expect, it } from "vitest";
import { errorSignature } from "./error-signature.ts";

const same: readonly (readonly [string, string, string])[] = [
  [
    "amounts",
    "Error: payment amount does not add up, total price is 4875, but paid 1625",
    "Error: payment amount does not add up, total price is 305, but paid 255",
  ],
  ["flight numbers", "Error: not enough seats on flight HAT290", "Error: not enough seats on flight HAT229"],
  [
    "payment ids",
    "Error: not enough balance in payment method gift_card_5094406",
    "Error: not enough balance in payment method gift_card_12",
  ],
  [
    "dates",
    "Error: flight HAT030 not available on date 2024-05-13",
    "Error: flight HAT223 not available on date 2024-05-14",
  ],
  [
    "user ids",
    "Error: user user_id_123 not found in reservation NM1VX1",
    "Error: user user_id_77 not found in reservation 4WQ150",
  ],
  [
    "colours",
    "\u001b[31mfatal: The current branch login has no upstream branch.\u001b[0m",
    "fatal: The current branch login has no upstream branch.",
  ],
  [
    "quoted names",
    "fatal: couldn't find remote ref 'feature/login'",
    "fatal: couldn't find remote ref 'feature/signup'",
  ],
  [
    "bare branch paths",
    "fatal: couldn't find remote ref feature/login",
    "fatal: couldn't find remote ref bugfix/signup",
  ],
  [
    "POSIX and Windows paths",
    "EACCES: permission denied, open /var/data/x.db",
    "EACCES: permission denied, open C:\\Users\\x\\y.db",
  ],
  [
    "quoted paths",
    "Error: ENOENT: no such file or directory, open '/a/b/c.txt'",
    "Error: ENOENT: no such file or directory, open 'C:\\d\\e.txt'",
  ],
  ["ports and addresses", "connect ECONNREFUSED 127.0.0.1:5432", "connect ECONNREFUSED 10.0.0.7:6543"],
  [
    "line and column",
    "src/app.ts(12,5): error TS2307: Cannot find module 'x'",
    "src/deep/other.ts(1,99): error TS2307: Cannot find module 'y'",
  ],
  [
    "durations",
    "Error: Timeout of 2000ms exceeded while waiting for lock",
    "Error: Timeout of 30000ms exceeded while waiting for lock",
  ],
  [
    "uuids",
    "Error: job 3f2504e0-4f89-41d3-9a0c-0305e82c3301 is locked by worker",
    "Error: job 9b2504e0-4f89-41d3-9a0c-0305e82c3399 is locked by worker",
  ],
  [
    "commit ids",
    "error: could not apply 3f2504e... add login",
    "error: could not apply 9a0c030... add login",
  ],
  [
    "timestamps",
    '2024-05-13T10:00:00.123Z ERROR: relation "users" does not exist',
    '2025-01-01T11:22:33Z ERROR: relation "orders" does not exist',
  ],
  [
    "emails",
    "Error: mailbox a.b@example.com is over quota limit",
    "Error: mailbox other@example.org is over quota limit",
  ],
  [
    "urls",
    "Error: request to https://a.example/x failed with bad certificate",
    "Error: request to https://b.example/y?z=1 failed with bad certificate",
  ],
  [
    "unset variables",
    "./run.sh: line 3: DATABASE_URL: unbound variable",
    "./go.sh: line 12: API_KEY: unbound variable",
  ],
  [
    "pods",
    'Error from server (NotFound): pods "web-7f9c" not found',
    'Error from server (NotFound): pods "api-11aa" not found',
  ],
];

const distinct: readonly (readonly [string, string, string])[] = [
  ["system codes", "Error: ENOENT: operation failed on '/a'", "Error: EACCES: operation failed on '/a'"],
  ["compiler codes", "a.ts(1,1): error TS2307: bad thing here", "a.ts(1,1): error TS2322: bad thing here"],
  ["SQL states", "ERROR: query failed here SQLSTATE 42P01", "ERROR: query failed here SQLSTATE 23505"],
  ["statuses of HTTP", "Error: request failed with HTTP 404", "Error: request failed with HTTP 503"],
  ["exit statuses", "Error: process exited with code 137", "Error: process exited with code 127"],
  ["reserved words", "SyntaxError: Unexpected token 'export'", "SyntaxError: Unexpected token '<'"],
  ["options", "error: unknown option '--frobnicate' given", "error: unknown option '--colour' given"],
  [
    "well-known files",
    "Error: ENOENT: no such file or directory, open '/a/package.json'",
    "Error: ENOENT: no such file or directory, open '/a/tsconfig.json'",
  ],
];

describe("errorSignature, asked again", () => {
  it("gives each of many texts its own signature, however often and in whatever order they come", () => {
    const texts = Array.from({ length: 40 }, (_, at) => `error: step ${"abc".repeat(at + 1)} cannot go on`);
    const first = texts.map((text) => errorSignature(text));
    expect(new Set(first.map(({ hash }) => hash)).size).toBe(40);
    expect([...texts].reverse().map((text) => errorSignature(text))).toEqual([...first].reverse());
    expect(errorSignature(texts[0] ?? "")).toBe(errorSignature(texts[0] ?? ""));
  });
});

describe("errorSignature", () => {
  it.each(same)("gives two occurrences with other %s one hash", (_name, left, right) => {
    expect(errorSignature(left).text).toBe(errorSignature(right).text);
    expect(errorSignature(left).hash).toBe(errorSignature(right).hash);
    expect(errorSignature(left).generic).toBe(false);
  });

  it.each(distinct)("tells errors with other %s apart", (_name, left, right) => {
    expect(errorSignature(left).hash).not.toBe(errorSignature(right).hash);
  });

  it.each([
    "",
    "Error",
    "failed",
    "exit code 1",
    "Command failed",
    "Command failed with exit code 1",
    "Error: undefined",
    "FAILED",
    "npm ERR! code ELIFECYCLE",
    "Process exited with status 2",
    "Build failed",
    "KeyError: 'name'",
    "AssertionError",
    "Traceback (most recent call last):",
    "Error: something went wrong",
  ])("calls %j generic", (text) => {
    expect(errorSignature(text).generic).toBe(true);
  });

  it.each([
    "Error: payment method not found",
    "exit status 137",
    "ModuleNotFoundError: No module named 'yaml'",
    "エラー: ファイルが見つかりません",
    "error[E0382]: borrow",
  ])("does not call %j generic", (text) => {
    expect(errorSignature(text).generic).toBe(false);
  });

  const filler = (count: number): string =>
    Array.from({ length: count }, (_, index) => `Downloading layer ${index} of 40 ... ${index}%`).join("\n");

  it("finds the cause in the middle of forty lines of progress", () => {
    const found = errorSignature(
      `${filler(20)}\nfatal: refusing to merge unrelated histories\n${filler(20)}\nexit code 1`,
    );
    expect(found.lines).toEqual(["fatal: refusing to merge unrelated histories"]);
    expect(found.hash).toBe(errorSignature("fatal: refusing to merge unrelated histories").hash);
  });

  it("keeps the exception of a Python traceback and drops its frames", () => {
    const text =
      "Traceback (most recent call last):\n  File \"/a/b.py\", line 3, in <module>\n    import yaml\nModuleNotFoundError: No module named 'yaml'";
    expect(errorSignature(text).lines).toEqual(["ModuleNotFoundError: No module named 'yaml'"]);
  });

  it("keeps the outermost exception and the innermost cause of a Java trace", () => {
    const text = [
      'Exception in thread "main" java.lang.RuntimeException: could not start server',
      "\tat com.example.Main.main(Main.java:12)",
      "Caused by: java.io.IOException: middle layer went bad",
      "\t... 12 more",
      "Caused by: java.net.BindException: Address already in use",
      "\tat sun.nio.ch.Net.bind0(Native Method)",
    ].join("\n");
    expect(errorSignature(text).lines).toEqual([
      'Exception in thread "main" java.lang.RuntimeException: could not start server',
      "Caused by: java.net.BindException: Address already in use",
    ]);
  });

  it.each([
    [
      "node",
      "/a/b.js:1\nimport x from 'y';\n^^^^^^\n\nSyntaxError: Cannot use import statement outside a module\n    at wrapSafe (node:internal:1:2)\n\nNode.js v20.20.2",
      "SyntaxError: Cannot use import statement outside a module",
    ],
    [
      "node, not the source line it echoes",
      'file:///tmp/a.test.mjs:5\n        if (!ledger) throw new Error("LEDGER_FILE is not set");\n                           ^\n\nError: LEDGER_FILE is not set\n    at file:///tmp/a.test.mjs:5:28',
      "Error: LEDGER_FILE is not set",
    ],
    [
      "git push",
      "To github.com:a/b.git\n ! [rejected]        main -> main (non-fast-forward)\nerror: failed to push some refs to 'x'\nhint: Updates were rejected because the tip of your current branch is behind",
      "! [rejected]        main -> main (non-fast-forward)",
    ],
    [
      "rust",
      '   Compiling x v0.1.0\nerror[E0382]: borrow of moved value: `s`\n --> src/main.rs:4:20\n  |\n4 |     println!("{}", s);\n  |                    ^ value borrowed here after move',
      "error[E0382]: borrow of moved value: `s`",
    ],
    ["go", "# example.com/m\n./main.go:5:2: undefined: fmtt", "./main.go:5:2: undefined: fmtt"],
    [
      "docker",
      'Step 3/9 : RUN npm ci\n ---> Running in abc\nERROR: failed to solve: process "/bin/sh -c npm ci" did not complete successfully',
      'ERROR: failed to solve: process "/bin/sh -c npm ci" did not complete successfully',
    ],
    [
      "psql",
      'psql: error: connection to server at "localhost" (::1), port 5432 failed: Connection refused\n\tIs the server running on that host?',
      'psql: error: connection to server at "localhost" (::1), port 5432 failed: Connection refused',
    ],
    [
      "curl",
      "  % Total    % Received\n  0     0    0     0\ncurl: (6) Could not resolve host: nowhere.example",
      "curl: (6) Could not resolve host: nowhere.example",
    ],
    ["bash", "bash: line 1: ./deploy.sh: Permission denied", "./deploy.sh: Permission denied"],
    [
      "terraform",
      '╷\n│ Error: Unsupported argument\n│ \n│   on main.tf line 3, in resource "x":',
      "Error: Unsupported argument",
    ],
    [
      "kubectl",
      'Error from server (NotFound): deployments.apps "web" not found',
      'Error from server (NotFound): deployments.apps "web" not found',
    ],
    [
      "gradle",
      "FAILURE: Build failed with an exception.\n\n* What went wrong:\nCould not resolve all files for configuration ':app:debug'.\n\n* Try:\n> Run with --stacktrace\nBUILD FAILED in 3s",
      "Could not resolve all files for configuration ':app:debug'.",
    ],
    [
      "jest",
      "PASS src/a.test.ts\nFAIL src/b.test.ts\n  ● adds\n\n    TypeError: Cannot read properties of undefined (reading 'map')\n\n      at Object.<anonymous> (src/b.test.ts:3:4)\n\nTests: 1 failed, 3 passed",
      "TypeError: Cannot read properties of undefined (reading 'map')",
    ],
    [
      "npm",
      "npm error code ERESOLVE\nnpm error ERESOLVE unable to resolve dependency tree\nnpm error\nnpm error A complete log of this run can be found in: /home/ci/.npm/_logs/x.log",
      "npm error ERESOLVE unable to resolve dependency tree",
    ],
  ])("finds the line of %s that says what went wrong", (_name, text, line) => {
    expect(errorSignature(text).lines).toContain(line);
  });

  it("reads the same error alike whichever shell printed it", () => {
    const printed = [
      "",
      "bash: ",
      "bash: line 1: ",
      "/bin/bash: line 12: ",
      "sh: 1: ",
      "/bin/sh: 3: ",
      "zsh: ",
    ];
    const found = printed.map((shell) => errorSignature(`${shell}./deploy.sh: Permission denied`));
    expect(new Set(found.map(({ text }) => text))).toEqual(new Set(["<path>: permission denied"]));
    expect(found.flatMap(({ lines }) => lines)).toEqual(printed.map(() => "./deploy.sh: Permission denied"));
    expect(found.some(({ generic }) => generic)).toBe(false);
  });

  it("keeps at most six lines and about six hundred characters of many errors", () => {
    const kinds = ["alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta", "iota"];
    const found = errorSignature(
      kinds.map((kind) => `error: the ${kind} module could not be compiled at all`).join("\n"),
    );
    expect(found.lines).toHaveLength(6);
    expect(found.lines[0]).toContain("alpha");
    expect(found.lines[5]).toContain("iota");
    expect(errorSignature(`error: ${"word ".repeat(4000)}`).text.length).toBeLessThan(700);
  });

  it("reads errors that come as JSON by their fields, alone or inside a line", () => {
    const one = errorSignature(
      '{"error": {"code": "seat_taken", "message": "Seat 12A on flight HAT290 is taken"}}',
    );
    const other = errorSignature(
      '{"error":{"message":"Seat 4C on flight HAT229 is taken","code":"seat_taken"}}',
    );
    expect(one.generic).toBe(false);
    expect(one.hash).toBe(other.hash);
    const inside = errorSignature('Request failed: 400 {"detail":"the seat map is locked","id":"a1b2"}');
    expect(inside.text).toContain("the seat map is locked");
  });

  it("takes a program's line only when it complains", () => {
    expect(errorSignature("go: downloading example.com/m v1.2.3\n./a.go:3:1: undefined: frob").lines).toEqual(
      ["./a.go:3:1: undefined: frob"],
    );
  });

  it("takes no line that says there are no errors", () => {
    expect(errorSignature("0 errors, 0 warnings\nerror: cannot lock ref").lines).toEqual([
      "error: cannot lock ref",
    ]);
  });

  it("is stable when it reads its own normalised text", () => {
    const once = errorSignature("Error: not enough seats on flight HAT290").text;
    expect(errorSignature(once).text).toBe(once);
  });
});
