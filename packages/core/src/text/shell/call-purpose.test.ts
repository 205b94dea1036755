import { describe, expect, it } from "vitest";
import { purposeOf, samePurpose } from "./call-purpose.ts";

const same = (a: string, b: string): boolean =>
  samePurpose(purposeOf("bash", { command: a }), purposeOf("bash", { command: b }));

describe("samePurpose of shell commands", () => {
  it.each([
    ["git push", "git push -u origin x"],
    ["node build.js", "node build.mjs"],
    ["./run.sh", "chmod +x run.sh && ./run.sh"],
    ["./run.sh", "bash run.sh"],
    ["npm test", "API=1 npm run test"],
    ["python script.py", "python3 ./script.py"],
    ["git commit -m a", "git commit -m b"],
    ["mkdir a/b", "mkdir -p a/b"],
  ])("%j and %j are for the same purpose", (a, b) => {
    expect(same(a, b)).toBe(true);
  });

  it.each([
    ["git commit -m a", "git push"],
    ["python a.py", "python b.py"],
    ["rm -rf a", "rm -rf b"],
    ["git checkout a", "git checkout b"],
    ["npm test", "npm run build"],
    ["./run.sh", "./other.sh"],
  ])("%j and %j are not", (a, b) => {
    expect(same(a, b)).toBe(false);
  });
});

describe("samePurpose of other tools", () => {
  const of = (tool: string, input: Record<string, string>) => purposeOf(tool, input);

  it("needs the same tool and something unchanged", () => {
    expect(samePurpose(of("book", { a: "1", b: "2" }), of("book", { a: "1", b: "3" }))).toBe(true);
    expect(samePurpose(of("book", { a: "1", b: "2" }), of("book", { a: "4", b: "3" }))).toBe(false);
    expect(samePurpose(of("book", { a: "1" }), of("cancel", { a: "1" }))).toBe(false);
  });

  it("takes any two calls of a single field", () => {
    expect(samePurpose(of("get", { id: "1" }), of("get", { id: "2" }))).toBe(true);
  });
});
