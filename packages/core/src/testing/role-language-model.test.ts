import { describe, expect, it } from "vitest";
import { z } from "zod";
import { roleLanguageModel } from "./role-language-model.ts";

const request = { system: "s", prompt: "p", schema: z.object({ n: z.number() }) };

describe("roleLanguageModel", () => {
  it("answers by role and by how often the role was asked", async () => {
    const model = roleLanguageModel({
      reflect: (_request, call) => ({ n: call }),
      skeptic: () => ({ n: 7 }),
    });
    const ask = async (role: "reflect" | "skeptic") => (await model.generate({ ...request, role })).value;
    expect([await ask("reflect"), await ask("skeptic"), await ask("reflect")]).toEqual([
      { n: 1 },
      { n: 7 },
      { n: 2 },
    ]);
    expect(model.calls.map(({ role }) => role)).toEqual(["reflect", "skeptic", "reflect"]);
  });

  it("rejects with a scripted error, for a role nobody answers, for another shape, and when aborted", async () => {
    const model = roleLanguageModel({ judge: () => new Error("down"), security: () => ({ n: "x" }) });
    await expect(model.generate({ ...request, role: "judge" })).rejects.toThrow("down");
    await expect(model.generate({ ...request, role: "security" })).rejects.toThrow(z.ZodError);
    await expect(model.generate({ ...request, role: "patch" })).rejects.toThrow("role patch");
    const signal = AbortSignal.abort(new Error("closing"));
    await expect(model.generate({ ...request, role: "judge", signal })).rejects.toThrow("closing");
  });
});
