import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface SeenRequest {
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: { readonly input: readonly string[]; readonly [name: string]: unknown };
}

export interface EmbeddingsServer {
  readonly baseURL: string;
  readonly seen: SeenRequest[];
  close(): Promise<void>;
}

/** A server on the loopback whose answers the test writes. */
export async function embeddingsServer(
  respond: (request: SeenRequest, response: ServerResponse, call: number) => void,
): Promise<EmbeddingsServer> {
  const seen: SeenRequest[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = JSON.parse(Buffer.concat(chunks).toString("utf8"));
    const one: SeenRequest = { path: request.url ?? "", headers: request.headers, body };
    seen.push(one);
    respond(one, response, seen.length);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    baseURL: `http://127.0.0.1:${port}/v1`,
    seen,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export function sendJson(response: ServerResponse, value: unknown, status = 200): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
}

/** A vector that tells the text's length: what a service of that kind answers, in the form it was asked for. */
export function answerTo({ body }: SeenRequest): { data: { index: number; embedding: unknown }[] } {
  return {
    data: body.input.map((text, index) => {
      const numbers = [text.length, 1, 0];
      const bytes = Buffer.alloc(12);
      for (const [place, value] of numbers.entries()) bytes.writeFloatLE(value, place * 4);
      return { index, embedding: body["encoding_format"] === "base64" ? bytes.toString("base64") : numbers };
    }),
  };
}
