import { describe, expect, it } from "vitest";
import { ownTextClosing, ownTextOpening } from "../text/own-text.ts";
import { errorQuery } from "./error-query.ts";
import { taskText } from "./task-text.ts";

describe("taskText", () => {
  it("leaves out our own notes and what is no text", () => {
    const notes = `${ownTextOpening("")}\nrenew the certificate\n${ownTextClosing}`;
    expect(taskText(`push the branch\n\n${notes}`)).toBe("push the branch");
    for (const nothing of [undefined, null, 42, {}]) expect(taskText(nothing)).toBe("");
  });

  it("keeps head and tail of a very long one", () => {
    const text = taskText(`push ${"word ".repeat(5_000)}branch`);
    expect(text.length).toBeLessThan(7_000);
    expect(text).toMatch(/^push [\s\S]*branch$/);
  });

  it("leaves one blank of each run, and a line's end where there was one", () => {
    expect(taskText(`push${" ".repeat(3_000)}the\t\tbranch \n\n  \n now`)).toBe("push the branch\nnow");
  });

  it("cuts data in one piece, and no text that is written without blanks", () => {
    expect(taskText(`look at ${"QUJD".repeat(700)} please`)).toMatch(/^look at \w{200} please$/);
    const japanese = "データベースの移行を実行する".repeat(30);
    expect(taskText(japanese)).toBe(japanese);
  });
});

describe("errorQuery with a task", () => {
  it("reads it as a recall would, and passes over a task or a tool that is no text", () => {
    const notes = `${ownTextOpening("")}\nrenew the certificate\n${ownTextClosing}`;
    const query = errorQuery({ error: "Error: failed", task: `push the branch\n${notes}` });
    expect(query).toMatchObject({ isMute: true, task: "push the branch" });
    expect(query.meaningText).not.toContain("certificate");
    expect(query.text).not.toContain("certificate");
    const none = { task: 42, tool: {} } as unknown as { readonly task: string; readonly tool: string };
    expect(errorQuery({ error: "fatal: no upstream branch", ...none }).task).toBe("");
  });
});
