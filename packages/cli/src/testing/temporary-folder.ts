import { chmodSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** A folder that is there until the test that asks for it has ended. Call it inside a test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "skillloop-cli-"));
  onTestFinished(() => {
    // A test may have closed a folder in it, which only its owner's right to write lets us remove.
    for (const entry of readdirSync(folder, { withFileTypes: true }))
      if (entry.isDirectory()) chmodSync(join(folder, entry.name), 0o700);
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}
