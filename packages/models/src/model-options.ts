import { invalidOption } from "./model-errors.ts";

interface Checked {
  readonly model?: unknown;
  readonly baseURL?: unknown;
  readonly timeoutMs?: unknown;
  readonly maxOutputTokens?: unknown;
}

/** What is wrong is said without the value: an address can hold a password. */
export function assertModelOptions({ model, baseURL, timeoutMs, maxOutputTokens }: Checked): void {
  if (typeof model !== "string" || model.trim() === "")
    throw invalidOption("No model was named.", "Set model to the name that the server knows it by.");
  if (baseURL !== undefined) assertAddress(baseURL);
  for (const [name, value] of Object.entries({ timeoutMs, maxOutputTokens })) {
    if (value !== undefined && !(Number.isSafeInteger(value) && (value as number) > 0))
      throw invalidOption(`${name} is no whole number above 0.`, "Correct it or leave it out.");
  }
}

function assertAddress(baseURL: unknown): void {
  const url = typeof baseURL === "string" && URL.canParse(baseURL) ? new URL(baseURL) : undefined;
  if (url !== undefined && /^https?:$/.test(url.protocol) && url.username + url.password === "") return;
  throw invalidOption(
    "baseURL is no address of a model server.",
    "Give an http or https address without a name or password in it, such as https://host/v1.",
  );
}
