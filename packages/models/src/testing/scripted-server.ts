import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface ServerRequest {
  readonly path: string;
  /** Names in small letters. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Parsed when it is JSON. */
  readonly body: unknown;
}

export interface ServerReply {
  /** Default 200. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** A text is sent as it is, anything else as JSON. */
  readonly body?: unknown;
  /** Never answers. */
  readonly hangs?: boolean;
  /** Breaks the connection off. */
  readonly breaks?: boolean;
}

export interface ScriptedServer {
  /** With `/v1` at its end, as base URLs of OpenAI have it. */
  readonly url: string;
  /** Every request in the order of arrival. */
  readonly requests: readonly ServerRequest[];
  close(): Promise<void>;
}

/** A model server on this machine that answers as it is told, by what it is sent and by how many came before. */
export async function scriptedServer(
  answer: (request: ServerRequest, index: number) => ServerReply | Promise<ServerReply>,
): Promise<ScriptedServer> {
  const requests: ServerRequest[] = [];
  const server = createServer((message, response) => {
    void readRequest(message).then(async (request) => {
      requests.push(request);
      send(response, await answer(request, requests.length - 1));
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function readRequest(message: IncomingMessage): Promise<ServerRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString("utf8");
  return { path: message.url ?? "", headers: message.headers, body: parsed(text) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function send(response: ServerResponse, reply: ServerReply): void {
  const { status = 200, headers = {}, body = "", hangs = false, breaks = false } = reply;
  if (hangs) return;
  if (breaks) {
    response.destroy();
    return;
  }
  const isText = typeof body === "string";
  response.writeHead(status, { "content-type": isText ? "text/plain" : "application/json", ...headers });
  response.end(isText ? body : JSON.stringify(body));
}
