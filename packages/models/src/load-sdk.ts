import { unavailable } from "./model-errors.ts";

/** A client that the host installs itself, loaded when it is first needed. Rejects with `MODEL_UNAVAILABLE`. */
export async function loadSdk<T>(name: string, load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    const { code, message } = (error ?? {}) as { readonly code?: unknown; readonly message?: unknown };
    // Its own parts may be missing too, which is another fault.
    const isMissing = code === "ERR_MODULE_NOT_FOUND" && String(message).includes(`'${name}'`);
    throw isMissing
      ? unavailable(`The package ${name} is not installed.`, `Install it: npm install ${name}`)
      : unavailable(
          `The package ${name} is installed, but could not be loaded.`,
          `See that it suits this Node.js, or install it again: npm install ${name}`,
        );
  }
}
