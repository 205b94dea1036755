import { openAiReply, type ServerReply, type ServerRequest, scriptedServer } from "@skillloop/models/testing";
import type { ModelUse } from "../report.ts";
import { type Asked, answerTo } from "./answers.ts";
import { type Fault, faultFor } from "./faults.ts";

export interface ModelServer extends AsyncDisposable {
  /** Base URL for an SDK of OpenAI. */
  readonly url: string;
  /** What was answered since it was last asked for. */
  readonly takeUse: () => ModelUse & { readonly faults: Readonly<Record<string, number>> };
}

const charactersPerToken = 4;
/** Stands in the request that repairs an answer. */
const askedAgain = "You were asked this before, and what you answered cannot be used";

interface Chat {
  readonly messages: readonly { readonly role: string; readonly content: string }[];
  readonly response_format?: {
    readonly json_schema?: { readonly name?: string; readonly schema?: { readonly properties?: object } };
  };
}

/** A model behind a route like OpenAI's, on the loopback. It sees bodies and nothing else. */
export async function modelServer(seed: number): Promise<ModelServer> {
  const seen = new Set<string>();
  let reflectedTraces = 0;
  let answers = 0;
  let otherAnswers = 0;
  let tokens = 0;
  let faults: Record<string, number> = {};

  const answer = (request: ServerRequest): ServerReply => {
    const chat = request.body as Chat;
    const prompt = chat.messages.findLast(({ role }) => role === "user")?.content ?? "";
    const shape = chat.response_format?.json_schema;
    const role = shape?.name ?? "";
    const first = !seen.has(prompt);
    seen.add(prompt);
    const fault = first ? faultFor(seed, role, prompt) : undefined;
    if (fault !== undefined) faults[fault] = (faults[fault] ?? 0) + 1;
    const refused = refusal(fault);
    if (refused !== undefined) return refused;
    const fields = Object.keys(shape?.schema?.properties ?? {});
    const asked: Asked = { role, fields, prompt, lies: fault === "lie" };
    // Runs of one task read alike, so traces are told by the requests: each one is asked about once, repairs of an answer apart.
    if (fields.includes("lessons") && !prompt.includes(askedAgain)) reflectedTraces += 1;
    const text = JSON.stringify(answerTo(asked));
    const inputTokens = Math.ceil(
      chat.messages.map(({ content }) => content).join("").length / charactersPerToken,
    );
    const outputTokens = Math.ceil(text.length / charactersPerToken);
    // A skill that a model wrote has judge and security in one call, since one model answers in both roles.
    if (role === "security") otherAnswers += 1;
    else answers += 1;
    tokens += inputTokens + outputTokens;
    return spoilt(text, fault, { inputTokens, outputTokens });
  };

  const server = await scriptedServer(answer);
  return {
    url: server.url,
    takeUse() {
      const use = { answers, otherAnswers, reflectedTraces, tokens, faults };
      answers = 0;
      otherAnswers = 0;
      tokens = 0;
      reflectedTraces = 0;
      faults = {};
      return use;
    },
    [Symbol.asyncDispose]: () => server.close(),
  };
}

function refusal(fault: Fault | undefined): ServerReply | undefined {
  if (fault !== "429 in seconds" && fault !== "429 with a date") return undefined;
  const wait = fault === "429 in seconds" ? "1" : new Date(Date.now() + 1_000).toUTCString();
  return {
    status: 429,
    headers: { "retry-after": wait },
    body: { error: { message: "Rate limit reached.", type: "requests", code: "rate_limit_exceeded" } },
  };
}

function spoilt(
  text: string,
  fault: Fault | undefined,
  usage: { readonly inputTokens: number; readonly outputTokens: number },
): ServerReply {
  if (fault === "cut off") return openAiReply(text.slice(0, text.length / 2), { ...usage, finish: "length" });
  if (fault === "broken JSON") return openAiReply(text.slice(0, -2), usage);
  if (fault !== "think block") return openAiReply(text, usage);
  const thought = 'Perhaps {"lessons":[]} will do? No, the record shows more.';
  return openAiReply(`<think>${thought}</think>\n\`\`\`json\n${text}\n\`\`\``, usage);
}
