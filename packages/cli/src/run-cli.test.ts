import { SkillLoopError } from "@skillloop/core";
import { describe, expect, it } from "vitest";
import { runScripted } from "./testing/run-scripted.ts";
import { scriptedLoop } from "./testing/scripted-loop.ts";

const commands = [
  "recall",
  "error",
  "learn",
  "process",
  "trace",
  "list",
  "show",
  "history",
  "rollback",
  "approve",
  "retire",
  "import",
  "export",
  "evals",
  "reembed",
  "requeue",
  "backup",
  "restore",
  "purge",
  "stats",
  "doctor",
];

describe("the command line", () => {
  it("lists every command in its help, and opens nothing for it", async () => {
    const { code, out, opened } = await runScripted(["--help"]);
    expect(code).toBe(0);
    for (const command of commands) expect(out).toMatch(new RegExp(`^  ${command} `, "m"));
    expect(opened).toBeUndefined();
  });

  it.each(commands)("has help for %s", async (command) => {
    const { code, out, opened } = await runScripted([command, "--help"]);
    expect(code).toBe(0);
    expect(out).toContain(`Usage: skillloop ${command}`);
    expect(opened).toBeUndefined();
  });

  it.each([
    [["lst"], "unknown command 'lst'. Did you mean list?"],
    [["list", "--jsn"], "unknown option '--jsn'. Did you mean --json?"],
    [["show"], "missing required argument 'name'."],
    [["stats", "surplus"], "too many arguments"],
    [["rollback", "x", "two"], "A version is a number from 1."],
    [["recall", "x", "--limit", "0"], "It is a number from 1."],
    [["list", "--status", "good"], "It is one of quarantined"],
    [["list", "--scope", "tenant=a"], "--scope tenant=a is not understood."],
    [["list", "--scope", "project="], "--scope project= is not understood."],
  ])("refuses %j with exit code 2 and one line", async (parameters, sentence) => {
    const { code, out, err, opened } = await runScripted(parameters);
    expect(code).toBe(2);
    expect(out).toBe("");
    expect(err).toMatch(/^error USAGE: [^\n]+\n$/);
    expect(err).toContain(sentence);
    expect(opened).toBeUndefined();
  });

  it("shows its help on standard error when called with nothing", async () => {
    const { code, out, err } = await runScripted([]);
    expect(code).toBe(2);
    expect(out).toBe("");
    expect(err).toContain("Usage: skillloop");
  });

  it("takes the options of the program before and after the command", async () => {
    const script = { skills: { list: async () => [] } };
    const before = await runScripted(["--json", "--scope", "project=billing", "list"], script);
    const after = await runScripted(["list", "--json", "--scope", "project=billing"], script);
    expect(before.out).toBe("[]\n");
    expect(after.out).toBe("[]\n");
    expect(after.opened).toMatchObject({ worker: "manual", scope: { project: "billing" } });
  });

  it("resolves the home against the caller's directory and leaves a URI alone", async () => {
    const script = { skills: { list: async () => [] } };
    const folder = await runScripted(["list", "--home", "lib"], script, { directory: "/caller" });
    const store = await runScripted(["list", "--home", "s3://bucket/lib"], script, { directory: "/caller" });
    expect(folder.opened?.home).toMatch(/[\\/]caller[\\/]lib$/);
    expect(store.opened?.home).toBe("s3://bucket/lib");
  });

  it("narrows the configured scope when --scope names no project", async () => {
    const inner = { skills: { list: async () => [] } };
    const view = scriptedLoop(inner);
    const { calls, opened } = await runScripted(["list", "--scope", "user=ann"], {
      scoped: () => view.loop,
    });
    expect(opened).not.toHaveProperty("scope");
    expect(calls).toEqual([["scoped", { user: "ann" }], ["close"]]);
  });

  it.each([
    ["SKILL_NOT_FOUND", 1],
    ["TRACE_NOT_FOUND", 1],
    ["HOME_LOCKED", 1],
    ["DISK_FULL", 1],
    ["INVALID_SCOPE", 2],
    ["INVALID_OPTIONS", 2],
    ["UNPARSABLE_FILE", 2],
  ] as const)("reports %s in one line with what to do, exit code %i", async (code, exit) => {
    const script = {
      skills: {
        list: async () => {
          throw new SkillLoopError({ code, message: "It went wrong.", remedy: "Mend it." });
        },
      },
    };
    const run = await runScripted(["list", "--json"], script);
    expect(run.code).toBe(exit);
    expect(run.out).toBe("");
    expect(run.err).toBe(`error ${code}: It went wrong. Mend it.\n`);
    expect(run.calls.at(-1)).toEqual(["close"]);
  });

  it("shows a stack, with its causes, only with --debug", async () => {
    const cause = new Error("the inner one");
    const script = {
      skills: {
        list: async () => {
          throw new Error("the outer one", { cause });
        },
      },
    };
    const plain = await runScripted(["list"], script);
    expect(plain.code).toBe(1);
    expect(plain.err).toBe("error INTERNAL: the outer one. Run again with --debug and report it.\n");
    const debug = await runScripted(["list", "--debug"], script);
    expect(debug.err).toMatch(/\n {4}at /);
    expect(debug.err).toContain("caused by Error: the inner one");
  });

  it("prints no secret, neither in a message nor in a stack and its causes", async () => {
    const secret = `gho_${"a1B2".repeat(9)}`;
    const script = {
      skills: {
        list: async () => {
          throw new Error(`with ${secret}`, { cause: new Error(`postgres://u:${secret}@db refused`) });
        },
      },
    };
    const { err } = await runScripted(["list", "--debug"], script);
    expect(err).not.toContain(secret);
    expect(err).toContain("caused by Error: postgres://u:[redacted]@db refused");
  });

  it("passes on what the loop warns of", async () => {
    const { err } = await runScripted(
      ["stats"],
      {},
      {
        openLoop: async ({ onError, store }) => {
          // Asked only for the home its settings give.
          if (store !== undefined) return scriptedLoop({}).loop;
          onError?.(
            new SkillLoopError({
              code: "UNSUPPORTED_PROCESSOR",
              message: "No AVX2.",
              remedy: "Use another.",
            }),
          );
          throw new SkillLoopError({ code: "CLOSED", message: "Inert.", remedy: "See the warning." });
        },
      },
    );
    expect(err).toBe(
      "warning UNSUPPORTED_PROCESSOR: No AVX2. Use another.\nerror CLOSED: Inert. See the warning.\n",
    );
  });
});

describe("colour", () => {
  const script = async () => {
    const { sampleSkill } = await import("./testing/samples.ts");
    return { skills: { list: async () => [sampleSkill("git-commit-identity")] } };
  };
  const escapeCode = "\u001b[";

  it("is used on a terminal and nowhere else", async () => {
    expect((await runScripted(["list"], await script(), { terminal: true, variables: {} })).out).toContain(
      escapeCode,
    );
    expect((await runScripted(["list"], await script())).out).not.toContain(escapeCode);
  });

  it("is left out with --no-color, NO_COLOR and a dumb terminal", async () => {
    const on = { terminal: true };
    expect(
      (await runScripted(["list", "--no-color"], await script(), { ...on, variables: {} })).out,
    ).not.toContain(escapeCode);
    for (const variables of [{ NO_COLOR: "1" }, { TERM: "dumb" }]) {
      expect((await runScripted(["list"], await script(), { ...on, variables })).out).not.toContain(
        escapeCode,
      );
    }
  });
});
