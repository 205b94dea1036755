import { afterEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { openAiModel } from "./open-ai-model.ts";
import { type ScriptedServer, scriptedServer } from "./testing/scripted-server.ts";
import { errorReply, openAiReply } from "./testing/server-replies.ts";

const schema = z.object({ lessons: z.array(z.string()) });
const request = { role: "reflect", system: "You reflect.", prompt: "The trace", schema } as const;
const servers: ScriptedServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

const formatOf = (body: unknown): string =>
  (body as { response_format?: { type: string } }).response_format?.type ?? "none";

describe("a refusal that comes late", () => {
  it("does not bring back what calls at the same time have found out to be refused", async () => {
    let refuseFirst: () => void = () => {};
    const held = new Promise<void>((resolve) => {
      refuseFirst = resolve;
    });
    const server = await scriptedServer(async ({ body }, index) => {
      if (index === 0) await held;
      return formatOf(body) === "none"
        ? openAiReply('{"lessons":["a"]}')
        : errorReply(400, { message: "not supported", param: "response_format" });
    });
    servers.push(server);
    const model = openAiModel({ model: "small-1", baseURL: server.url, keys: "key-one" });
    const first = model.generate(request);
    await expect.poll(() => server.requests.length, { timeout: 20_000 }).toBe(1);
    await model.generate(request);
    refuseFirst();
    await first;
    await model.generate(request);
    expect(server.requests.map(({ body }) => formatOf(body))).toEqual([
      ...["json_schema", "json_schema", "json_object", "none"],
      ...["none", "none"],
    ]);
  }, 30_000);
});
