import { SkillLoopError } from "@skillloop/core/adapter";
import { manualClock } from "@skillloop/core/testing";
import { afterEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { type OpenAiModelOptions, openAiModel } from "./open-ai-model.ts";
import { hastyClock } from "./testing/hasty-clock.ts";
import {
  type ScriptedServer,
  type ServerReply,
  type ServerRequest,
  scriptedServer,
} from "./testing/scripted-server.ts";
import { errorReply, openAiReply } from "./testing/server-replies.ts";

const schema = z.object({ lessons: z.array(z.string()) });
const request = { role: "reflect", system: "You reflect.", prompt: "The trace", schema } as const;
const good = openAiReply('{"lessons":["a"]}');
const servers: ScriptedServer[] = [];

afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

/** The real client, over loopback, against replies that come one after the other. The last one stays. */
async function world(
  replies: readonly ServerReply[] | ((request: ServerRequest) => ServerReply),
  options: Partial<OpenAiModelOptions> = {},
) {
  const server = await scriptedServer((asked, index) =>
    typeof replies === "function"
      ? replies(asked)
      : (replies[Math.min(index, replies.length - 1)] as ServerReply),
  );
  servers.push(server);
  const clock = hastyClock();
  const model = openAiModel({ model: "small-1", baseURL: server.url, keys: "key-one", clock, ...options });
  return { server, clock, model };
}

const bodies = ({ requests }: ScriptedServer) => requests.map(({ body }) => body as Record<string, unknown>);
const keysOf = ({ requests }: ScriptedServer) =>
  requests.map(({ headers }) => String(headers["authorization"]).replace("Bearer ", ""));

async function failureOf(work: Promise<unknown>): Promise<SkillLoopError> {
  const error: unknown = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!SkillLoopError.isInstance(error)) throw new Error("It did not fail with an error of ours.");
  return error;
}

/** Lets the time of each request run out once it was sent. */
async function lateFailure(send: typeof fetch) {
  const clock = manualClock();
  let sent = 0;
  const counted: typeof fetch = (...given) => {
    sent += 1;
    return send(...given);
  };
  const { model } = await world([{ hangs: true }], { timeoutMs: 5_000, fetch: counted, clock });
  let isDone = false;
  const work = failureOf(model.generate(request)).finally(() => {
    isDone = true;
  });
  while (!isDone) {
    await new Promise((resolve) => setTimeout(resolve, 10));
    await clock.advance(1_000);
  }
  return { failure: await work, sent };
}

describe("openAiModel", () => {
  it("gives the value, the tokens, why it stopped and who answered", async () => {
    const { model, server } = await world([openAiReply('{"lessons":["a"]}', { model: "small-1-2026" })]);
    expect(model.id).toBe("small-1");
    expect(await model.generate(request)).toEqual({
      value: { lessons: ["a"] },
      usage: { inputTokens: 7, outputTokens: 3 },
      finish: "stop",
      calls: 1,
      model: "small-1-2026",
    });
    expect(server.requests[0]?.path).toBe("/v1/chat/completions");
    expect(bodies(server)[0]).not.toHaveProperty("temperature");
    expect(bodies(server)[0]).not.toHaveProperty("max_tokens");
  });

  it("PR7: sends the prompt in the bytes it was given, and no call ids", async () => {
    const prompt = ' \ncall_abcdefghij123456 \u0000\ud83d\ude00 "x"\r\n\t</think>\n ';
    const { model, server } = await world([good]);
    await model.generate({ ...request, prompt });
    expect(bodies(server)[0]?.["messages"]).toMatchObject([{}, { role: "user", content: prompt }]);
    expect(JSON.stringify(bodies(server)[0])).not.toMatch(/"tool_call|"tools"/);
  });

  it("PR1: takes no draft out of what the model thought", async () => {
    const { model } = await world([openAiReply('<think>maybe {"lessons":["x"]}</think>{"lessons":[]}')]);
    expect((await model.generate(request)).value).toEqual({ lessons: [] });
    const kept = await world([openAiReply('{"lessons":["a <think>b</think>"]}')]);
    expect((await kept.model.generate(request)).value).toEqual({ lessons: ["a <think>b</think>"] });
  });

  it.each(["reasoning_content", "reasoning"])("PR2: reads an answer in the channel %s", async (channel) => {
    const message = { role: "assistant", content: null, [channel]: '{"lessons":[]}' };
    const { model, server } = await world([{ body: { choices: [{ message, finish_reason: "stop" }] } }]);
    expect((await model.generate(request)).value).toEqual({ lessons: [] });
    expect(server.requests).toHaveLength(1);
  });

  it("PR2: takes an empty answer for an error and never for no lessons", async () => {
    const { model, server } = await world([openAiReply(null)]);
    expect((await failureOf(model.generate(request))).code).toBe("MODEL_ANSWER_INVALID");
    expect(server.requests).toHaveLength(2);
    const none = await world([{ body: { choices: [] } }]);
    expect((await failureOf(none.model.generate(request))).code).toBe("MODEL_ANSWER_INVALID");
  });

  it("PR3: reads an answer that came as calls of tools without ids, the last one that fits", async () => {
    const tool_calls = [
      { function: { name: "answer", arguments: '{"lessons":["first"]}' } },
      { id: "", function: { name: "answer", arguments: { lessons: ["second"] } } },
      { id: null, function: { name: "other", arguments: '{"x":1}' } },
    ];
    const message = { role: "assistant", content: null, tool_calls };
    const { model } = await world([{ body: { choices: [{ message, finish_reason: "tool_calls" }] } }]);
    expect(await model.generate(request)).toMatchObject({ value: { lessons: ["second"] }, finish: "stop" });
  });

  it("PR5: reads what the server refused as no valid call, and repairs it when it is no answer", async () => {
    const refused = (failed_generation: string) =>
      errorReply(400, { message: "Failed to call a function", code: "tool_use_failed", failed_generation });
    const { model } = await world([refused('{"lessons":["a"]}')]);
    expect((await model.generate(request)).value).toEqual({ lessons: ["a"] });
    const broken = await world([refused("web_search{...}</function>"), good]);
    expect(await broken.model.generate(request)).toMatchObject({ value: { lessons: ["a"] }, calls: 2 });
    expect(JSON.stringify(bodies(broken.server)[1])).toContain("web_search");
  });

  it("asks once more with the error of the shape, and not a third time", async () => {
    const { model, server } = await world([openAiReply('{"lessons": 5}'), good]);
    expect(await model.generate(request)).toMatchObject({ calls: 2, usage: { inputTokens: 14 } });
    expect(JSON.stringify(bodies(server)[1])).toContain("lessons: Invalid input");
    const never = await world([openAiReply("no")]);
    expect((await failureOf(never.model.generate(request))).code).toBe("MODEL_ANSWER_INVALID");
    expect(never.server.requests).toHaveLength(2);
  });

  it("never parses an answer that was cut off, and asks again with twice the room", async () => {
    const cut = openAiReply('{"lessons":["half"]}', { finish: "length", outputTokens: 5_000 });
    const { model, server } = await world([cut, good], { maxOutputTokens: 5_000 });
    expect((await model.generate(request)).value).toEqual({ lessons: ["a"] });
    expect(bodies(server).map((body) => body["max_tokens"])).toEqual([5_000, 10_000]);
  });

  describe("what a server takes", () => {
    const format = (body: Record<string, unknown>) =>
      (body["response_format"] as { type: string } | undefined)?.type ?? "none";

    it("falls back from a schema to JSON to plain words, and remembers it", async () => {
      const refusing = ({ body }: ServerRequest): ServerReply =>
        format(body as Record<string, unknown>) === "none"
          ? good
          : errorReply(400, { message: "'response_format' of this type is not supported" });
      const { model, server } = await world(refusing);
      await model.generate(request);
      await model.generate(request);
      expect(bodies(server).map(format)).toEqual(["json_schema", "json_object", "none", "none"]);
    });

    it("lowers once what calls at the same time were refused", async () => {
      const refusing = ({ body }: ServerRequest): ServerReply =>
        format(body as Record<string, unknown>) === "json_schema"
          ? errorReply(400, { message: "not supported", param: "response_format" })
          : good;
      const { model, server } = await world(refusing);
      await Promise.all([model.generate(request), model.generate(request), model.generate(request)]);
      expect(bodies(server).map(format)).not.toContain("none");
    });

    it("does not give up a format that was asked for by name", async () => {
      const refused = errorReply(400, { message: "response_format is not supported" });
      const { model, server } = await world([refused], { structured: "json_schema" });
      expect((await failureOf(model.generate(request))).code).toBe("MODEL_UNAVAILABLE");
      expect(server.requests).toHaveLength(1);
    });

    it("sends a strict schema where every field is required, without limits that servers refuse", async () => {
      const { model, server } = await world([good]);
      await model.generate({ ...request, schema: z.object({ lessons: z.array(z.string().max(9)).max(3) }) });
      expect(bodies(server)[0]?.["response_format"]).toEqual({
        type: "json_schema",
        json_schema: {
          name: "reflect",
          strict: true,
          schema: {
            type: "object",
            properties: { lessons: { type: "array", items: { type: "string" } } },
            required: ["lessons"],
            additionalProperties: false,
          },
        },
      });
    });

    it("leaves out a temperature, and the name of a limit, that the server refuses", async () => {
      const picky = ({ body }: ServerRequest): ServerReply => {
        const asked = body as Record<string, unknown>;
        if ("temperature" in asked)
          return errorReply(400, { message: "Unsupported value: 'temperature'", param: "temperature" });
        if (!("max_tokens" in asked)) return good;
        const message = "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.";
        return errorReply(400, { message, code: "unsupported_parameter", param: "max_tokens" });
      };
      const { model, server } = await world(picky, { temperature: 0.2, maxOutputTokens: 50 });
      await model.generate(request);
      await model.generate(request);
      expect(server.requests).toHaveLength(4);
      expect(bodies(server).at(-1)).toMatchObject({ max_completion_tokens: 50 });
    });

    it("puts the instructions into the one turn that a model knows", async () => {
      const { model, server } = await world(({ body }) =>
        JSON.stringify(body).includes('"role":"system"')
          ? errorReply(400, { message: "System role not supported" })
          : good,
      );
      await model.generate(request);
      await model.generate(request);
      expect(server.requests).toHaveLength(3);
      const [, , last] = bodies(server);
      expect(last?.["messages"]).toMatchObject([
        { role: "user", content: expect.stringMatching(/^You reflect\.[\s\S]*The trace$/) },
      ]);
    });

    it("asks for no shape where the answer is no object", async () => {
      const { model, server } = await world([openAiReply('["a"]')]);
      expect((await model.generate({ ...request, schema: z.array(z.string()) })).value).toEqual(["a"]);
      expect(format(bodies(server)[0] ?? {})).toBe("none");
    });

    it("takes an error in an answer of status 200 for one", async () => {
      const { model, server, clock } = await world([
        { body: { error: { code: 429, message: "Busy, try again in 2s" } } },
        good,
      ]);
      await model.generate(request);
      expect(clock.waits).toEqual([2_000]);
      expect(server.requests).toHaveLength(2);
    });

    it("takes a page for no answer", async () => {
      const { model } = await world([
        { body: "<html>Welcome</html>", headers: { "content-type": "text/html" } },
      ]);
      expect((await failureOf(model.generate(request))).message).toContain("no JSON");
    });
  });

  describe("when it is told to wait", () => {
    const busy = (headers: Record<string, string>, message = "Slow down"): ServerReply =>
      errorReply(429, { message, code: "rate_limit_exceeded", type: "tokens" }, headers);

    it.each([
      { asked: "seconds", reply: () => busy({ "retry-after": "7" }), waited: 7_000 },
      {
        asked: "a date",
        reply: () => busy({ "retry-after": new Date(1_700_000_000_000 + 9_000).toUTCString() }),
        waited: 9_000,
      },
      {
        asked: "milliseconds",
        reply: () => busy({ "retry-after-ms": "1500", "retry-after": "9" }),
        waited: 1_500,
      },
      { asked: "words", reply: () => busy({}, "Please try again in 1m2.5s."), waited: "more than a minute" },
      { asked: "short words", reply: () => busy({}, "Please try again in 750ms"), waited: 750 },
    ])("waits exactly as long as it is asked to in $asked", async ({ reply, waited }) => {
      const { model, clock, server } = await world([reply(), good]);
      if (typeof waited === "number") {
        await model.generate(request);
        expect(clock.waits).toEqual([waited]);
        expect(server.requests).toHaveLength(2);
        return;
      }
      const failure = await failureOf(model.generate(request));
      expect(failure).toMatchObject({ code: "MODEL_UNAVAILABLE" });
      expect(failure.message).toContain("63 s");
      expect(server.requests).toHaveLength(1);
    });

    it.each([408, 409, 500, 502, 503, 504, 529])("tries again after status %i", async (status) => {
      const { model, server } = await world([errorReply(status, { message: "Fault" }), good]);
      expect(await model.generate(request)).toMatchObject({ value: { lessons: ["a"] }, calls: 1 });
      expect(server.requests).toHaveLength(2);
    });

    it("tries again after a connection that broke", async () => {
      const { model, server } = await world([{ breaks: true }, good]);
      await model.generate(request);
      expect(server.requests).toHaveLength(2);
    });

    it("says which way a connection failed", async () => {
      const { model, server } = await world([good]);
      await server.close();
      const failure = await failureOf(model.generate(request));
      expect(failure.code).toBe("MODEL_UNAVAILABLE");
      expect(failure.message).toContain("ECONNREFUSED");
      const odd = await world([good], { fetch: () => Promise.reject(Object.create(null)) });
      expect((await failureOf(odd.model.generate(request))).message).toMatch(/gave no answer: \w+/);
    });

    it("gives up a server that stays at fault, however many keys there are", async () => {
      const keys = Array.from({ length: 9 }, (_, index) => `key-${index}`);
      const { model, server } = await world([errorReply(503, { message: "Down" })], { keys });
      const failure = await failureOf(model.generate(request));
      expect(failure).toMatchObject({ code: "MODEL_UNAVAILABLE" });
      expect(failure.message).toContain("status 503");
      expect(server.requests).toHaveLength(6);
    });
  });

  describe("with several keys", () => {
    const keys = ["key-one", "key-two"];
    const daily = errorReply(429, {
      message: "Quota",
      type: "insufficient_quota",
      code: "insufficient_quota",
    });
    const byKey =
      (replies: Readonly<Record<string, ServerReply>>) =>
      ({ headers }: ServerRequest): ServerReply =>
        replies[String(headers["authorization"]).replace("Bearer ", "")] ?? good;

    it("goes on with the other one while one is told to wait", async () => {
      const { model, server, clock } = await world(
        byKey({ "key-one": errorReply(429, { message: "Busy" }, { "retry-after": "30" }) }),
        { keys },
      );
      await model.generate(request);
      expect(clock.waits).toEqual([]);
      await model.generate(request);
      expect(keysOf(server)).toEqual(["key-one", "key-two", "key-two"]);
    });

    it("parks a key whose day is used up for a day, and takes it up again after that", async () => {
      const { model, server, clock } = await world(byKey({ "key-one": daily }), { keys: "key-one, key-two" });
      await model.generate(request);
      clock.advance(23 * 3_600_000);
      await model.generate(request);
      expect(keysOf(server)).toEqual(["key-one", "key-two", "key-two"]);
      clock.advance(2 * 3_600_000);
      await model.generate(request);
      expect(keysOf(server)).toHaveLength(5);
    });

    it("says that the quota is used up when all are parked, and asks no server again", async () => {
      const { model, server } = await world(() => daily, { keys });
      const failure = await failureOf(model.generate(request));
      expect(failure.code).toBe("MODEL_QUOTA");
      expect(failure.message).toContain("2023-11-15T22:13:20.000Z");
      expect(server.requests).toHaveLength(2);
      expect((await failureOf(model.generate(request))).code).toBe("MODEL_QUOTA");
      expect(server.requests).toHaveLength(2);
    });

    it.each([
      {
        what: "a limit of tokens a day",
        reply: errorReply(429, { message: "Limit on tokens per day (TPD). Please try again in 7m12s." }),
        hours: 0.12,
      },
      {
        what: "a Retry-After over ten minutes",
        reply: errorReply(429, { message: "Busy" }, { "retry-after": "1200" }),
        hours: 1 / 3,
      },
      {
        what: "an account without money",
        reply: errorReply(402, { message: "Insufficient credits" }),
        hours: 24,
      },
    ])("takes $what for a used up day, until its reset", async ({ reply, hours }) => {
      const { model, clock, server } = await world([reply, good]);
      expect((await failureOf(model.generate(request))).code).toBe("MODEL_QUOTA");
      clock.advance(hours * 3_600_000 - 1_000);
      expect((await failureOf(model.generate(request))).code).toBe("MODEL_QUOTA");
      expect(server.requests).toHaveLength(1);
      clock.advance(2_000);
      expect((await model.generate(request)).value).toEqual({ lessons: ["a"] });
    });

    it("takes words about an exceeded quota for no used up day", async () => {
      const busy = errorReply(429, { message: "You exceeded your quota of requests per minute" });
      const { model, server } = await world([busy, good]);
      await model.generate(request);
      expect(server.requests).toHaveLength(2);
    });

    it("gives each of many keys its own attempts", async () => {
      const many = Array.from({ length: 9 }, (_, index) => `key-${index}`);
      const { model, server } = await world(
        ({ headers }) => (String(headers["authorization"]).endsWith("key-8") ? good : daily),
        { keys: many },
      );
      expect((await model.generate(request)).value).toEqual({ lessons: ["a"] });
      expect(server.requests).toHaveLength(9);
    });

    it("goes on with the other one where a key is refused, and names no key when all are", async () => {
      const refused = errorReply(401, { message: "Incorrect API key provided: key-one" });
      const { model } = await world(byKey({ "key-one": refused }), { keys });
      expect((await model.generate(request)).value).toEqual({ lessons: ["a"] });
      const all = await world([refused], { keys });
      const failure = await failureOf(all.model.generate(request));
      expect(failure.code).toBe("MODEL_UNAVAILABLE");
      expect(failure.remedy).toContain("Check the key");
      expect(all.server.requests).toHaveLength(2);
      expect(`${failure.message}${failure.stack}${String(failure.cause)}`).not.toContain("key-one");
    });
  });

  describe("what it does not wait for", () => {
    it("ends a request without an answer when its time is up, and tries it once more", async () => {
      const { failure, sent } = await lateFailure(fetch);
      expect(failure).toMatchObject({ code: "MODEL_UNAVAILABLE" });
      expect(failure.message).toContain("no answer within 5000 ms");
      expect(sent).toBe(2);
    });

    it("ends when its time is up, also with a fetch that takes no notice", async () => {
      const { failure } = await lateFailure(() => new Promise<Response>(() => {}));
      expect(failure).toMatchObject({ code: "MODEL_UNAVAILABLE" });
    });

    it("ends with the signal's own reason, in a request and in a wait", async () => {
      for (const reply of [{ hangs: true }, errorReply(429, { message: "Busy" }, { "retry-after": "30" })]) {
        const { model, server } = await world([reply], { clock: manualClock() });
        const stop = new AbortController();
        const work = model.generate({ ...request, signal: stop.signal }).catch((error: unknown) => error);
        while (server.requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 2));
        await new Promise((resolve) => setTimeout(resolve, 10));
        stop.abort(new Error("Enough"));
        expect(await work).toEqual(new Error("Enough"));
      }
    });

    it("carries no text to where a server sends it on to", async () => {
      const elsewhere = await world([good]);
      const location = `${elsewhere.server.url}/chat/completions`;
      const { model } = await world([{ status: 307, headers: { location } }]);
      expect((await failureOf(model.generate(request))).code).toBe("MODEL_UNAVAILABLE");
      expect(elsewhere.server.requests).toEqual([]);
    });

    it("asks nothing for a signal that is aborted already", async () => {
      const { model, server } = await world([good]);
      const signal = AbortSignal.abort(new Error("Before"));
      await expect(model.generate({ ...request, signal })).rejects.toEqual(new Error("Before"));
      expect(server.requests).toEqual([]);
    });
  });

  describe("a request that is refused", () => {
    const tooLong = errorReply(400, { message: "Too long", code: "context_length_exceeded" });
    it("fails the one answer when it is about this request, and is not sent again", async () => {
      const { model, server } = await world([tooLong]);
      const failure = await failureOf(model.generate(request));
      expect(failure.code).toBe("MODEL_ANSWER_INVALID");
      expect(failure.message).toContain("context_length_exceeded");
      expect(server.requests).toHaveLength(1);
    });

    it("is an outage where the model has never answered, and one bad answer where it has", async () => {
      const odd = errorReply(400, { message: "Something about the trace text" });
      const { model } = await world([odd, good, odd]);
      const first = await failureOf(model.generate(request));
      expect(first.code).toBe("MODEL_UNAVAILABLE");
      expect(first.message).not.toContain("trace text");
      await model.generate(request);
      expect((await failureOf(model.generate(request))).code).toBe("MODEL_ANSWER_INVALID");
    });

    it("is an outage where the model is unknown", async () => {
      const { model } = await world([errorReply(404, { message: "No such model", code: "model_not_found" })]);
      const failure = await failureOf(model.generate(request));
      expect(failure.code).toBe("MODEL_UNAVAILABLE");
      expect(failure.message).toContain("status 404, model_not_found");
    });
  });

  describe("its options", () => {
    it("takes the address of the variable, and refuses one that is none", async () => {
      const before = process.env["OPENAI_BASE_URL"];
      try {
        const { server } = await world([good]);
        process.env["OPENAI_BASE_URL"] = server.url;
        await openAiModel({ model: "m", keys: "key-one" }).generate(request);
        expect(server.requests).toHaveLength(1);
        process.env["OPENAI_BASE_URL"] = "somewhere";
        expect(() => openAiModel({ model: "m" })).toThrow(/baseURL is no address/);
        process.env["OPENAI_BASE_URL"] = " ";
        expect(() => openAiModel({ model: "m" })).not.toThrow();
      } finally {
        if (before === undefined) delete process.env["OPENAI_BASE_URL"];
        else process.env["OPENAI_BASE_URL"] = before;
      }
    });

    it("names the variable when there is no key, and needs none for a server of one's own", async () => {
      const before = process.env["OPENAI_API_KEY"];
      delete process.env["OPENAI_API_KEY"];
      try {
        const failure = await failureOf(openAiModel({ model: "m" }).generate(request));
        expect(failure).toMatchObject({ code: "MODEL_UNAVAILABLE" });
        expect(failure.remedy).toContain("OPENAI_API_KEY");
        const { server } = await world([good]);
        await openAiModel({ model: "m", baseURL: server.url }).generate(request);
        process.env["OPENAI_API_KEY"] = "key-a,key-b";
        const pool = openAiModel({ model: "m", baseURL: server.url });
        for (let turn = 0; turn < 2; turn += 1) await pool.generate(request);
        expect(keysOf(server)).toEqual(["none", "key-a", "key-b"]);
      } finally {
        if (before === undefined) delete process.env["OPENAI_API_KEY"];
        else process.env["OPENAI_API_KEY"] = before;
      }
    });

    it.each([
      { model: "" },
      { model: "m", baseURL: "somewhere" },
      { model: "m", baseURL: "https://name:hunter2@host/v1" },
      { model: "m", keys: "two\nlines" },
      { model: "m", timeoutMs: 0 },
      { model: "m", timeoutMs: 3_000_000_000 },
      { model: "m", maxOutputTokens: 1.5 },
    ])("refuses $model $baseURL $timeoutMs $maxOutputTokens without repeating it", (options) => {
      expect(() => openAiModel(options)).toThrow(
        /no model|baseURL is no|cannot be sent|no whole number|more than a day/i,
      );
      expect(() => openAiModel(options)).not.toThrow(/hunter2|lines/);
    });
  });
});
