import { readFileSync } from "node:fs";
import { SkillLoopError } from "../errors.ts";

/** What is known of the machine. `cpuFlags` is absent where the platform does not tell. */
export interface ProcessorFacts {
  readonly platform: string;
  readonly architecture: string;
  readonly cpuFlags?: ReadonlySet<string>;
}

const neededFlags = ["avx2", "fma", "f16c"];

export function readProcessorFacts(): ProcessorFacts {
  const facts = { platform: process.platform, architecture: process.arch };
  if (facts.platform !== "linux" || facts.architecture !== "x64") return facts;
  try {
    const flags = /^flags\s*:\s*(.*)$/m.exec(readFileSync("/proc/cpuinfo", "utf8"))?.[1];
    return flags === undefined ? facts : { ...facts, cpuFlags: new Set(flags.split(/\s+/)) };
  } catch {
    return facts;
  }
}

/**
 * Throws `UNSUPPORTED_PROCESSOR` where the native store would kill the process: its x64 build uses AVX2, FMA
 * and F16C without asking, and an illegal instruction cannot be caught. Machines that do not tell pass.
 */
export function assertProcessor(facts: ProcessorFacts): void {
  const missing = neededFlags.filter((flag) => facts.cpuFlags !== undefined && !facts.cpuFlags.has(flag));
  if (facts.architecture !== "x64" || missing.length === 0) return;
  throw new SkillLoopError({
    code: "UNSUPPORTED_PROCESSOR",
    message: `The embedded store needs a processor with ${missing.join(", ").toUpperCase()}.`,
    remedy: "Run on a processor from 2013 or later (with AVX2), or pass a store of your own.",
  });
}
