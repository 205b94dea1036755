import { describe, expect, it } from "vitest";
import { shellSegments } from "./shell-words.ts";

const words = (command: string) => shellSegments(command).map((segment) => segment.words);

describe("shellSegments", () => {
  it("splits a line at its joins and keeps quoted words whole", () => {
    const segments = shellSegments(`git add . && git commit -m "it's done" | tail -1 || true; echo x &`);
    expect(segments.map(({ join, words: parts }) => [join, ...parts])).toEqual([
      ["", "git", "add", "."],
      ["&&", "git", "commit", "-m", "it's done"],
      ["|", "tail", "-1"],
      ["||", "true"],
      [";", "echo", "x"],
    ]);
  });

  it("takes a line end as a new command, but not inside quotes or after a backslash", () => {
    expect(words("git add .\ngit push")).toEqual([
      ["git", "add", "."],
      ["git", "push"],
    ]);
    expect(words('echo "a\nb"')).toEqual([["echo", "a\nb"]]);
    expect(words("git \\\n push")).toEqual([["git", "push"]]);
  });

  it("keeps a command substitution as one word as it was typed", () => {
    expect(words("git push -u origin $(git branch --show-current)")).toEqual([
      ["git", "push", "-u", "origin", "$(git branch --show-current)"],
    ]);
    expect(words("echo `date +%s` done")).toEqual([["echo", "`date +%s`", "done"]]);
  });

  it("takes placeholders as words and no redirections", () => {
    expect(words("git push -u origin <branch>")).toEqual([["git", "push", "-u", "origin", "<branch>"]]);
    expect(words("mv <script>.js <script>.mjs")).toEqual([["mv", "<script>.js", "<script>.mjs"]]);
  });

  it("drops heredoc bodies and says that there was one", () => {
    const [write, add] = shellSegments("cat > notes.txt <<'EOF'\ngit push --force\nEOF\ngit add notes.txt");
    expect(write).toMatchObject({
      words: ["cat"],
      heredoc: true,
      redirects: [{ operator: ">", target: "notes.txt" }],
    });
    expect(add?.words).toEqual(["git", "add", "notes.txt"]);
  });

  it.each(["git push -u origin feature/x", "npm  test", "FOO=1 make -j8 a.b:c,d@e+f%g", "ls"])(
    "reads a plain command as it reads the same words in quotes: %s",
    (command) => {
      const quoted = command.split(/ +/).map((word) => `"${word}"`);
      expect(shellSegments(command)).toEqual(shellSegments(quoted.join(" ")));
    },
  );

  it("keeps descriptors out of the words", () => {
    expect(words("npm test 2>&1 > out.log 2>/dev/null")).toEqual([["npm", "test"]]);
  });

  it.each(['echo "unterminated', "$(", "`", "((", "<<", "a | | b", "", "\u0000", "${", "'"])(
    "never throws: %j",
    (command) => {
      expect(() => shellSegments(command)).not.toThrow();
    },
  );
});
