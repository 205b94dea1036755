import { describe, expect, it } from "vitest";
import { loadSdk } from "./load-sdk.ts";

const failing = (error: unknown) => () => Promise.reject(error);
const missing = (name: string) =>
  Object.assign(new Error(`Cannot find package '${name}' imported from /host/index.js`), {
    code: "ERR_MODULE_NOT_FOUND",
  });

describe("loadSdk", () => {
  it("says how to install a client that is missing", async () => {
    await expect(loadSdk("openai", failing(missing("openai")))).rejects.toMatchObject({
      code: "MODEL_UNAVAILABLE",
      remedy: "Install it: npm install openai",
    });
  });

  it("tells a client that does not load from one that is missing", async () => {
    for (const error of [missing("a-part-of-it"), new SyntaxError("Unexpected token"), undefined]) {
      const loading = loadSdk("@anthropic-ai/sdk", failing(error));
      await expect(loading).rejects.toThrow("is installed, but could not be loaded");
      await expect(loading).rejects.toMatchObject({ code: "MODEL_UNAVAILABLE" });
    }
  });

  it("gives what was loaded", async () => {
    expect(await loadSdk("openai", async () => 7)).toBe(7);
  });
});
