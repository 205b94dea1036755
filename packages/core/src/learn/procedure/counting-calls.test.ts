import { describe, expect, it } from "vitest";
import { bash, call, type SampleStep, sampleRun } from "../../testing/run-samples.ts";
import type { Trace } from "../../types/trace.ts";
import { countingCalls } from "./counting-calls.ts";

function counted(steps: readonly SampleStep[], fields: Partial<Trace> = {}): readonly string[] {
  return countingCalls(sampleRun(steps, fields)).map(({ step }) => step.callId);
}

describe("countingCalls", () => {
  it("leaves out what failed, and keeps a repair in its working form", () => {
    expect(
      counted([
        bash("git push", { error: "fatal: The current branch feat has no upstream branch." }),
        bash("git push -u origin feat"),
        call("close_ticket", { id: "T-100" }, { error: "missing reason" }),
        call("close_ticket", { id: "T-100", reason: "done" }),
      ]),
    ).toEqual(["c1", "c3"]);
  });

  it("leaves out a look whose output nothing later used", () => {
    expect(
      counted([
        bash("ls -la", { output: "README.md src" }),
        bash("git status", { output: "clean" }),
        bash("npm test"),
      ]),
    ).toEqual(["c2"]);
  });

  it("keeps a look that told a later call its value", () => {
    const find = call("find_customer", { email: "a@b.test" }, { output: '{"id":"cus_88121"}' });
    expect(counted([find, call("refund", { customer: "cus_88121" })])).toEqual(["c0", "c1"]);
    expect(
      counted([bash("git branch --show-current", { output: "feat-x" }), bash("git push -u origin feat-x")]),
    ).toEqual(["c0", "c1"]);
  });

  it("leaves out a look that told only what the task, or the call itself, had said", () => {
    const find = call("get_order", { id: "ord_4711" }, { output: '{"id":"ord_4711","state":"open"}' });
    const close = call("close_order", { id: "ord_4711" });
    expect(counted([find, close])).toEqual(["c1"]);
    const list = bash("git branch --show-current", { output: "feat-x" });
    expect(counted([list, bash("git push -u origin feat-x")], { task: "Push feat-x" })).toEqual(["c1"]);
  });

  it("takes a call that opens or checks in something for what it is", () => {
    const steps = [
      call("open_ticket", { title: "x" }),
      call("open_page", { page: 1 }),
      call("check_in", { seat: 4 }),
    ];
    expect(counted([...steps, call("check_status", { id: 1 })])).toEqual(["c0", "c2"]);
  });

  it("leaves out what was taken back, and what took it back", () => {
    expect(
      counted([
        call("create_booking", { flight: "HAT1" }, { output: '{"booking":"BK77A1"}' }),
        call("cancel_booking", { booking: "BK77A1" }),
        call("create_booking", { flight: "HAT2" }, { output: '{"booking":"BK77A2"}' }),
        bash("npm install left-pad"),
        bash("npm uninstall left-pad"),
        bash("npm test"),
      ]),
    ).toEqual(["c2", "c5"]);
  });

  it("keeps a scratch folder that the work was done in", () => {
    const steps = [bash("mkdir scratch"), bash("tar -xf a.tgz -C scratch"), bash("rm -r scratch")];
    expect(counted(steps)).toEqual(["c0", "c1", "c2"]);
    expect(counted([bash("mkdir scratch"), bash("npm test"), bash("rm -r scratch")])).toEqual(["c1"]);
  });

  it("counts a call once that one turn issued twice", () => {
    const same = { turn: 1 } as const;
    expect(
      counted([
        { ...call("send", { to: "ops" }), ...same },
        { ...call("send", { to: "ops" }), ...same },
        { ...call("send", { to: "dev" }), ...same },
      ]),
    ).toEqual(["c0", "c2"]);
  });
});
