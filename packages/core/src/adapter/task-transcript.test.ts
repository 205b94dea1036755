import { describe, expect, it } from "vitest";
import { taskTranscript } from "./task-transcript.ts";

const user = (text: string) => ({ role: "user", content: [{ type: "text", text }] });
const asked = (toolCallId: string) => ({
  role: "assistant",
  content: [{ type: "tool-call", toolCallId, toolName: "bash", input: {} }],
});
const prompt = [user("Push it"), asked("a"), user("Mind the time"), asked("b"), user("Step 3 of 5")];

describe("taskTranscript", () => {
  it("keeps the task of the run where it stands, and has the calls behind it in their order", () => {
    const { task, taskMessage, entries } = taskTranscript(prompt, "Push it");
    expect([task, taskMessage]).toEqual(["Push it", 0]);
    const ids = entries.flatMap((entry) => (entry.kind === "asked" ? entry.calls.map(({ id }) => id) : []));
    expect(ids).toEqual(["a", "b"]);
  });

  it("reads the latest turn where no user said the task, and where none is given", () => {
    for (const task of ["Pull it", "", undefined]) {
      expect(taskTranscript(prompt, task)).toMatchObject({ task: "Step 3 of 5", taskMessage: 4 });
    }
  });

  it("takes the latest of the turns that say the same", () => {
    expect(taskTranscript([user("Push it"), ...prompt], "Push it").taskMessage).toBe(1);
  });

  it("leaves the messages as they are", () => {
    const before = structuredClone(prompt);
    taskTranscript(prompt, "Push it");
    expect(prompt).toEqual(before);
  });
});
