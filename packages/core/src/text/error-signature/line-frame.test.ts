import { describe, expect, it } from "vitest";
import { unframed } from "./line-frame.ts";

describe("unframed", () => {
  it.each([
    ["a box", "│ Error: Unsupported argument", "Error: Unsupported argument"],
    ["a time", "2024-03-01T09:12:44.118Z cannot open it", "cannot open it"],
    ["a time and a level", "2024-03-01 09:12:44,118 ERROR cannot open it", "cannot open it"],
    ["syslog", "Mar 11 09:12:44 web-3 ledger[4121]: cannot open it", "cannot open it"],
    [
      "the log of a cluster",
      "E0301 09:12:44.118231   71224 memcache.go:265] cannot open it",
      "cannot open it",
    ],
    [
      "a logger",
      "2024-03-01T09:12:44.118Z ERROR 71 --- [           main] com.acme.App   : cannot open it",
      "cannot open it",
    ],
    ["keyed logs", 'time=2024-03-01T09:12:44Z level=ERROR msg="cannot open \\"it\\""', 'cannot open "it"'],
    ["a workflow", "##[error]cannot open it", "cannot open it"],
    ["a container", "db-1      | cannot open it", "cannot open it"],
    ["a task", "@acme/api:build: cannot open it", "cannot open it"],
    ["a build step", "#9 1.204 cannot open it", "cannot open it"],
    ["a wrapper", "docker: Error response from daemon: cannot open it", "Error: cannot open it"],
    ["a script of psql", "psql:migrations/014.sql:12: ERROR:  cannot open it", "ERROR:  cannot open it"],
    ["a shell", "/bin/sh: 3: ./go: not found", "./go: not found"],
    ["an unended meter", "  0     0    0     0 --:--:--     0curl: (6) cannot", "curl: (6) cannot"],
    ["several", "2024-03-01T09:12:44.1Z [api] web-1  | fatal: cannot", "fatal: cannot"],
  ])("takes off %s", (_name, line, text) => {
    expect(unframed(line).text).toBe(text);
  });

  it.each([
    "error: cannot open it",
    "ERROR:  relation does not exist",
    "src/app.ts(12,5): error TS2307: Cannot find module",
    "./main.go:5:2: undefined: frob",
    "TypeError: x is not a function",
    "npm error code ERESOLVE",
    "! [rejected] main -> main (fetch first)",
    "curl: (6) Could not resolve host: a.example",
    "psql: error: connection failed",
  ])("leaves %j as it is", (line) => {
    expect(unframed(line).text).toBe(line);
  });

  it("reads what a log says of the line", () => {
    expect(unframed("[INFO] all is well").level).toBe("quiet");
    expect(unframed("09:12:44 WARN it is slow").level).toBe("warning");
    expect(unframed("[ERROR] it is gone").level).toBe("error");
    expect(unframed("  Warning  FailedScheduling  31s   default-scheduler  no node fits").level).toBe(
      "error",
    );
    expect(unframed("it is gone").level).toBeUndefined();
  });
});
