import type { ModelClock } from "./machine-clock.ts";
import { invalidOption } from "./model-errors.ts";

/** What a model behind any server is told. */
export interface ServerModelOptions {
  readonly model: string;
  /** Milliseconds for one request. Default 90,000. */
  readonly timeoutMs?: number;
  /** For the ledger and for errors. Default: the model. */
  readonly id?: string;
  /** Instead of the global one. */
  readonly fetch?: typeof fetch;
  readonly clock?: ModelClock;
}

interface Checked {
  readonly model?: unknown;
  readonly baseURL?: unknown;
  readonly timeoutMs?: unknown;
  readonly maxOutputTokens?: unknown;
}

const longestTimeoutMs = 86_400_000;

/** What is wrong is said without the value: an address can hold a password. */
export function assertModelOptions({ model, baseURL, timeoutMs, maxOutputTokens }: Checked): void {
  if (typeof model !== "string" || model.trim() === "")
    throw invalidOption("No model was named.", "Set model to the name that the server knows it by.");
  if (baseURL !== undefined) assertAddress(baseURL);
  for (const [name, value] of Object.entries({ timeoutMs, maxOutputTokens })) {
    if (value !== undefined && !(Number.isSafeInteger(value) && (value as number) > 0))
      throw invalidOption(`${name} is no whole number above 0.`, "Correct it or leave it out.");
  }
  // A timer that is told to wait longer does not wait at all.
  if (typeof timeoutMs === "number" && timeoutMs > longestTimeoutMs)
    throw invalidOption("timeoutMs is more than a day.", "Correct it or leave it out.");
}

/** What a client is told, of whichever server: the waits and the retries are ours. */
export function clientOptions({
  baseURL,
  fetch: given,
}: Pick<ServerModelOptions, "fetch"> & { readonly baseURL: string | undefined }) {
  return {
    maxRetries: 0,
    // A redirect would carry the texts to a place that nobody named.
    fetchOptions: { redirect: "error" },
    logLevel: "off",
    ...(baseURL !== undefined && { baseURL }),
    ...(given !== undefined && { fetch: given }),
  } as const;
}

function assertAddress(baseURL: unknown): void {
  const url = typeof baseURL === "string" && URL.canParse(baseURL) ? new URL(baseURL) : undefined;
  if (url !== undefined && /^https?:$/.test(url.protocol) && url.username + url.password === "") return;
  throw invalidOption(
    "baseURL is no address of a model server.",
    "Give an http or https address without a name or password in it, such as https://host/v1.",
  );
}
