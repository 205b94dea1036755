import { describe, expect, it } from "vitest";
import { LentContent } from "./lent-content.ts";

const reader = (holder: string, place?: string, owner: object = {}) => ({ holder, owner, place });
const nextTurn = () => new Promise((resolve) => setTimeout(resolve, 1));

describe("LentContent", () => {
  it("shows a note to code of the same node alone, until the call ends", () => {
    let place: string | undefined = "node:1";
    const lent = new LentContent(() => place);
    const message = { content: "Lift it" };
    const before = Object.getOwnPropertyDescriptor(message, "content");
    const one = reader("call", "node:1");
    lent.enter(one, [message]);
    expect(lent.lend(one, message, "a note")).toBe(true);
    expect(message.content).toBe("Lift it\n\na note");
    place = "node:2";
    expect(message.content).toBe("Lift it");
    place = undefined;
    expect(JSON.stringify(message)).toBe('{"content":"Lift it"}');
    lent.giveBack("call");
    expect(Object.getOwnPropertyDescriptor(message, "content")).toEqual(before);
    expect(lent.size).toBe(0);
  });

  it("puts a message back at the last of several calls that read it", () => {
    const lent = new LentContent(() => "node:1");
    const message = { content: "Lift it" };
    const owner = {};
    for (const holder of ["one", "two"]) {
      lent.enter(reader(holder, "node:1", owner), [message]);
      lent.lend(reader(holder, "node:1", owner), message, "a note");
    }
    lent.giveBack("one");
    expect(message.content).toBe("Lift it\n\na note");
    lent.giveBack("two");
    expect(message.content).toBe("Lift it");
    expect(lent.size).toBe(0);
  });

  it("ends outside a graph when it has been read, without waiting for the call", async () => {
    const lent = new LentContent();
    const message = { content: "Lift it" };
    const one = reader("call");
    lent.enter(one, [message]);
    lent.lend(one, message, "a note");
    expect(message.content).toBe("Lift it\n\na note");
    await nextTurn();
    expect(message.content).toBe("Lift it");
    expect(lent.size).toBe(0);
  });

  it("shows nobody a note outside a graph while two owners read one message", () => {
    const lent = new LentContent();
    const message = { content: "Lift it" };
    const [one, two] = [reader("one"), reader("two")];
    lent.enter(one, [message]);
    lent.lend(one, message, "a note");
    lent.enter(two, [message]);
    expect(message.content).toBe("Lift it");
    expect(lent.lend(two, message, "another note")).toBe(false);
    lent.giveBack("one");
    expect(lent.lend(two, message, "another note")).toBe(true);
  });

  it("keeps what the host writes meanwhile", () => {
    const lent = new LentContent(() => "node:1");
    const message = { content: "Lift it" };
    lent.lend(reader("call", "node:1"), message, "a note");
    message.content = "Lift that";
    expect(message.content).toBe("Lift that\n\na note");
    lent.giveBack("call");
    lent.giveBackAllOf({});
  });

  it("leaves alone what it could not put back exactly, and what has the note", () => {
    const lent = new LentContent(() => "node:1");
    const one = reader("call", "node:1");
    expect(lent.lend(one, Object.freeze({ content: "Lift it" }), "a note")).toBe(false);
    expect(lent.lend(one, { content: 7 }, "a note")).toBe(false);
    expect(lent.lend(one, { content: "Lift it\n\na note" }, "a note")).toBe(false);
    expect(lent.lend(one, "Lift it", "a note")).toBe(false);
    expect(lent.size).toBe(0);
  });

  it("reads as its own content when the host freezes it during the loan, and throws nothing", async () => {
    const lent = new LentContent();
    const message = { content: "Lift it" };
    const one = reader("call");
    lent.enter(one, [message]);
    lent.lend(one, message, "a note");
    Object.freeze(message);
    expect(message.content).toBe("Lift it\n\na note");
    await nextTurn();
    expect(() => lent.giveBack("call")).not.toThrow();
    expect(message.content).toBe("Lift it");
    expect(lent.size).toBe(0);
  });
});
