import { SkillLoopError } from "@skillloop/core/adapter";
import { manualClock } from "@skillloop/core/testing";
import { afterEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { type AnthropicModelOptions, anthropicModel } from "./anthropic-model.ts";
import { hastyClock } from "./testing/hasty-clock.ts";
import {
  type ScriptedServer,
  type ServerReply,
  type ServerRequest,
  scriptedServer,
} from "./testing/scripted-server.ts";
import { anthropicReply } from "./testing/server-replies.ts";

const schema = z.object({ lessons: z.array(z.string()) });
const request = { role: "reflect", system: "You reflect.", prompt: "The trace", schema } as const;
const good = anthropicReply('{"lessons":["a"]}');
const servers: ScriptedServer[] = [];

afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

/** The real client, over loopback, against replies that come one after the other. The last one stays. */
async function world(
  replies: readonly ServerReply[] | ((request: ServerRequest) => ServerReply),
  options: Partial<AnthropicModelOptions> = {},
) {
  const server = await scriptedServer((asked, index) =>
    typeof replies === "function" ? replies(asked) : (replies[Math.min(index, replies.length - 1)] ?? good),
  );
  servers.push(server);
  const clock = hastyClock();
  const baseURL = server.url.replace("/v1", "");
  const model = anthropicModel({ model: "big-1", baseURL, keys: "key-one", clock, ...options });
  return { server, clock, model };
}

const refusal = (status: number, type: string, message: string, headers = {}): ServerReply => ({
  status,
  headers,
  body: { type: "error", error: { type, message } },
});
const bodies = ({ requests }: ScriptedServer) => requests.map(({ body }) => body as Record<string, unknown>);

async function failureOf(work: Promise<unknown>): Promise<SkillLoopError> {
  const error: unknown = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!SkillLoopError.isInstance(error)) throw new Error("It did not fail with an error of ours.");
  return error;
}

describe("anthropicModel", () => {
  it("gives the value, all tokens of the input, why it stopped and who answered", async () => {
    const body = {
      ...(good.body as object),
      usage: {
        input_tokens: 7,
        output_tokens: 3,
        cache_read_input_tokens: 90,
        cache_creation_input_tokens: 10,
      },
    };
    const { model, server } = await world([{ body }]);
    expect(await model.generate(request)).toEqual({
      value: { lessons: ["a"] },
      usage: { inputTokens: 107, outputTokens: 3, cachedInputTokens: 90 },
      finish: "stop",
      calls: 1,
      model: "scripted-1",
    });
    expect(server.requests[0]?.path).toBe("/v1/messages");
    expect(bodies(server)[0]).not.toHaveProperty("temperature");
  });

  it("PR7: sends the prompt in the bytes it was given, and no call ids", async () => {
    const prompt = ' \ntoolu_01ABCDEF "x"\r\n\t\ud83d\ude00</think>\n ';
    const { model, server } = await world([good]);
    await model.generate({ ...request, prompt });
    expect(bodies(server)[0]).toMatchObject({ messages: [{ role: "user", content: prompt }] });
    expect(JSON.stringify(bodies(server)[0])).not.toMatch(/"tool_use|"tools"/);
  });

  it("PR1: takes no draft out of what the model thought, in its text or in a block", async () => {
    const { model } = await world([
      anthropicReply([
        { type: "thinking", thinking: '{"lessons":["x"]}', signature: "s" },
        { type: "text", text: '<think>{"lessons":["y"]}</think>{"lessons":[]}' },
      ]),
    ]);
    expect((await model.generate(request)).value).toEqual({ lessons: [] });
  });

  it("PR2: reads an answer that stands in a block of thoughts alone, and takes nothing for an error", async () => {
    const thought = { type: "thinking", thinking: 'So: {"lessons":["a"]}', signature: "s" };
    const { model } = await world([anthropicReply([thought])]);
    expect((await model.generate(request)).value).toEqual({ lessons: ["a"] });
    const empty = await world([anthropicReply([])]);
    expect((await failureOf(empty.model.generate(request))).code).toBe("MODEL_ANSWER_INVALID");
    expect(empty.server.requests).toHaveLength(2);
  });

  it("PR3: reads an answer that came as calls of tools without ids, the last one that fits", async () => {
    const calls = [
      { type: "tool_use", name: "answer", input: { lessons: ["first"] } },
      { type: "tool_use", id: "", name: "answer", input: { lessons: ["second"] } },
      { type: "tool_use", id: null, name: "other", input: { x: 1 } },
    ];
    const { model } = await world([anthropicReply(calls, { stop: "tool_use" })]);
    expect(await model.generate(request)).toMatchObject({ value: { lessons: ["second"] }, finish: "stop" });
  });

  it("never parses an answer that was cut off, and asks again with more room", async () => {
    for (const stop of ["max_tokens", "model_context_window_exceeded"]) {
      const cut = anthropicReply('{"lessons":["half"]}', { stop, outputTokens: 8_192 });
      const { model, server } = await world([cut, good]);
      expect(await model.generate(request)).toMatchObject({ value: { lessons: ["a"] }, calls: 2 });
      expect(bodies(server).map((body) => body["max_tokens"])).toEqual([8_192, 16_384]);
    }
  });

  it("asks for room that the client would want a stream for", async () => {
    const { model } = await world([good], { maxOutputTokens: 100_000 });
    expect((await model.generate(request)).value).toEqual({ lessons: ["a"] });
  });

  it("takes a refusal to answer for no answer", async () => {
    const { model } = await world([anthropicReply("I cannot help with that.", { stop: "refusal" })]);
    expect((await failureOf(model.generate(request))).code).toBe("MODEL_ANSWER_INVALID");
  });

  it("asks for the shape where it is strict, and in words alone once the server refuses that", async () => {
    const { model, server } = await world(({ body }) =>
      "output_config" in (body as object)
        ? refusal(400, "invalid_request_error", "output_config: Extra inputs are not permitted")
        : good,
    );
    await model.generate(request);
    await model.generate(request);
    expect(bodies(server).map((body) => "output_config" in body)).toEqual([true, false, false]);
    expect(String(bodies(server)[2]?.["system"])).toContain('"lessons"');
    const optional = await world([good]);
    await optional.model.generate({ ...request, schema: schema.partial() });
    expect(bodies(optional.server)[0]).not.toHaveProperty("output_config");
  });

  it("asks for no more than the model says it can answer with", async () => {
    const limit = "max_tokens: 8192 > 4096, which is the maximum allowed number of output tokens for big-1";
    const { model, server } = await world(({ body }) =>
      Number((body as Record<string, unknown>)["max_tokens"]) > 4_096
        ? refusal(400, "invalid_request_error", limit)
        : good,
    );
    await model.generate(request);
    await model.generate({ ...request, maxOutputTokens: 9_000 });
    expect(bodies(server).map((body) => body["max_tokens"])).toEqual([8_192, 4_096, 4_096]);
  });

  it("waits as long as it is asked to, and tries again when the server is overloaded", async () => {
    const busy = refusal(429, "rate_limit_error", "Too many", { "retry-after": "4" });
    const { model, server, clock } = await world([
      busy,
      refusal(529, "overloaded_error", "Overloaded", { "retry-after": "3" }),
      good,
    ]);
    await model.generate(request);
    expect(clock.waits).toEqual([4_000, 3_000]);
    expect(server.requests).toHaveLength(3);
  });

  it("parks a key whose account is empty, and tells of a quota when all are", async () => {
    const empty = refusal(400, "invalid_request_error", "Your credit balance is too low to access the API.");
    const { model, server } = await world(
      ({ headers }) => (JSON.stringify(headers).includes("key-two") ? good : empty),
      { keys: ["key-one", "key-two"] },
    );
    await model.generate(request);
    await model.generate(request);
    expect(server.requests).toHaveLength(3);
    const all = await world([refusal(402, "billing_error", "Pay")]);
    expect((await failureOf(all.model.generate(request))).code).toBe("MODEL_QUOTA");
  });

  it("fails the one answer to a prompt that is too long", async () => {
    const { model } = await world([
      refusal(400, "invalid_request_error", "prompt is too long: 210000 tokens > 200000 maximum"),
    ]);
    expect((await failureOf(model.generate(request))).code).toBe("MODEL_ANSWER_INVALID");
  });

  it("ends when its time is up, and with the signal's own reason, with a fetch that takes no notice", async () => {
    const deaf = () => new Promise<Response>(() => {});
    const clock = manualClock();
    const { model } = await world([good], { timeoutMs: 5_000, fetch: deaf, clock });
    let isDone = false;
    const late = failureOf(model.generate(request)).finally(() => {
      isDone = true;
    });
    while (!isDone) {
      await new Promise((resolve) => setTimeout(resolve, 5));
      await clock.advance(1_000);
    }
    expect((await late).message).toContain("no answer within 5000 ms");
    const stop = new AbortController();
    const work = model.generate({ ...request, signal: stop.signal }).catch((error: unknown) => error);
    setTimeout(() => stop.abort(new Error("Enough")), 5);
    expect(await work).toEqual(new Error("Enough"));
  });

  it("names the variable when there is no key, and never a key that is refused", async () => {
    const before = process.env["ANTHROPIC_API_KEY"];
    delete process.env["ANTHROPIC_API_KEY"];
    const failure = await failureOf(anthropicModel({ model: "m" }).generate(request)).finally(() => {
      if (before !== undefined) process.env["ANTHROPIC_API_KEY"] = before;
    });
    expect(failure).toMatchObject({ code: "MODEL_UNAVAILABLE" });
    expect(failure.remedy).toContain("ANTHROPIC_API_KEY");
    const { model } = await world([refusal(401, "authentication_error", "invalid key-one")]);
    const refused = await failureOf(model.generate(request));
    expect(`${refused.message}${refused.stack}${String(refused.cause)}`).not.toContain("key-one");
  });
});
