import type { Session } from "../types/loop.ts";
import { safely } from "./safely.ts";

/**
 * Runs the host's body inside a session. What the body throws is recorded and thrown on as the same
 * object, whatever happens to the recording.
 */
export async function runSession<T>(
  session: Session,
  body: (session: Session) => Promise<T> | T,
): Promise<T> {
  let result: T;
  try {
    result = await body(session);
  } catch (error) {
    const aborted = safely(
      () => error instanceof Error && error.name === "AbortError",
      () => undefined,
      false,
    );
    if (!aborted) session.signal({ source: "heuristic", outcome: "failure", detail: describeThrown(error) });
    await session.end(aborted ? "aborted" : "failed");
    throw error;
  }
  await session.end("completed");
  return result;
}

function describeThrown(error: unknown): string {
  try {
    return error instanceof Error ? `${error.name}: ${error.message}` : `thrown: ${String(error)}`;
  } catch {
    return "thrown: a value that has no text";
  }
}
