import { createHash } from "node:crypto";

/**
 * The half a line belongs to, by the first byte of its id's SHA-256: even is `tune`, odd is `test`. Rules are
 * written against `tune` alone, and the bars apply to `test` alone.
 */
export function halfOf(id: string): "tune" | "test" {
  const first = createHash("sha256").update(id).digest()[0] ?? 0;
  return first % 2 === 0 ? "tune" : "test";
}
