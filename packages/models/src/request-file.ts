import { createHash, randomUUID } from "node:crypto";
import { access, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

export interface RequestFile {
  /** Where the question stands. */
  readonly path: string;
  /** Where its answer is looked for. */
  readonly answerPath: string;
}

/** Two equal questions share a file; the names hold nothing of what is asked. */
export function requestFile(directory: string, question: readonly unknown[]): RequestFile {
  const name = createHash("sha256").update(JSON.stringify(question)).digest("hex");
  return { path: join(directory, `${name}.json`), answerPath: join(directory, `${name}.answer.json`) };
}

/** Whole or not at all, for the owner's eyes only; a question that stands there already is left alone. */
export async function writeRequest(directory: string, { path }: RequestFile, content: object): Promise<void> {
  if (await exists(path)) return;
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const draft = `${path}.${randomUUID()}.tmp`;
  try {
    await writeFile(draft, `${JSON.stringify(content, undefined, 2)}\n`, { mode: 0o600, flag: "wx" });
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

/** Undefined while there is none. */
export async function readAnswer({ answerPath }: RequestFile): Promise<string | undefined> {
  try {
    return await readFile(answerPath, "utf8");
  } catch (error) {
    if ((error as { readonly code?: unknown }).code === "ENOENT") return undefined;
    throw error;
  }
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
