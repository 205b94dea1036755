import { describe, expect, it } from "vitest";
import { callSkeleton } from "./command-skeleton.ts";

const skeleton = (command: string): string => callSkeleton("bash", { command }).replace(/^bash: /, "");

describe("callSkeleton", () => {
  it.each([
    ["git push", "git push"],
    ["git push -u origin feature/x", "git push -u <value>"],
    ["git push origin feature/x -u", "git push -u <value>"],
    ["git push -u origin <branch>", "git push -u <value>"],
    ["cd repo && git commit -am 'hello world' 2>&1 | tail -5", "git commit -am <value>"],
    ["A=1 B='x y' npm test", "A= B= npm test"],
    ["export X=1 && npm run build", "export X= && npm run build"],
    ["chmod +x run.sh\n./run.sh --now", "chmod +x <value> ; ./<value>.sh --now"],
    ["node build.mjs", "node <value>.mjs"],
    ["sudo apt-get install -y jq", "sudo apt-get install -y <value>"],
    ["git -c user.name=x -C dir commit -m 'q'", "git commit -C -c -m <value>"],
    ["git config --global user.email a@b.test", "git config --global <value>"],
    ["psql -h dev -c 'select 1'", "psql -c -h <value>"],
    ["timeout 5 node x.js", "node <value>.js"],
    ["/usr/bin/git status", "git status"],
    ["mkdir -p a/b --mode=700", "mkdir --mode -p <value>"],
    ["docker compose up -d web", "docker compose up -d <value>"],
  ])("reduces %j to %j", (command, expected) => {
    expect(skeleton(command)).toBe(expected);
  });

  it("is equal for calls that differ in their objects and in the order of options", () => {
    expect(skeleton("git push --force -u origin a")).toBe(skeleton("git push -u origin b --force"));
  });

  it("finds the command under any usual name of tool and field", () => {
    for (const [tool, input] of [
      ["shell", { cmd: "git push" }],
      ["execute_command", { command: "git push", cwd: "/w" }],
      ["run_in_terminal", { command: "git push", explanation: "x" }],
      ["runCommand", { script: "git push" }],
      ["local_shell", { command: ["bash", "-lc", "git push"] }],
      ["bash", "git push"],
      ["sandbox_x", { command: "git push", timeout: 5 }],
    ] as const) {
      expect(callSkeleton(tool, input)).toBe(`${tool}: git push`);
    }
  });

  it("takes a command field of another kind of tool as a field", () => {
    const input = { command: "str_replace", path: "/a.ts", old_str: "x", new_str: "y" };
    expect(callSkeleton("str_replace_editor", input)).toBe(
      "str_replace_editor: command, new_str, old_str, path",
    );
  });

  it("names the sorted fields of other tools", () => {
    expect(callSkeleton("book", { b: 1, a: [2] })).toBe("book: a, b");
    expect(callSkeleton("ping", null)).toBe("ping: <value>");
  });
});
