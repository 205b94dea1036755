import { createHash } from "node:crypto";

export type Half = "tune" | "test";

/** The share of ids that falls to the tuning half. */
const tuneShare = 0.38;

/**
 * The half a probe belongs to, by the first four bytes of its id's SHA-256 as a share of their range. Another probe
 * moves nothing, and nobody chooses.
 */
export function halfOf(id: string): Half {
  const share = createHash("sha256").update(id).digest().readUInt32BE(0) / 2 ** 32;
  return share < tuneShare ? "tune" : "test";
}
