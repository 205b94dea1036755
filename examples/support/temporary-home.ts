import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A home that is deleted with the block that opened it. Your own stays where you put it. */
export async function temporaryHome(): Promise<{ readonly path: string } & AsyncDisposable> {
  const folder = await mkdtemp(join(tmpdir(), "skillloop-example-"));
  return {
    path: join(folder, ".skillloop"),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}
