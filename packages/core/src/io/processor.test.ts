import { describe, expect, it } from "vitest";
import { assertProcessor, readProcessorFacts } from "./processor.ts";

const linux = { platform: "linux", architecture: "x64" };

describe("assertProcessor", () => {
  it("passes a processor with all three instruction sets", () => {
    expect(() =>
      assertProcessor({ ...linux, cpuFlags: new Set(["avx2", "fma", "f16c", "sse"]) }),
    ).not.toThrow();
  });

  it("refuses one without AVX2 with a typed error that names what is missing", () => {
    const check = () => assertProcessor({ ...linux, cpuFlags: new Set(["fma", "f16c"]) });
    expect(check).toThrow(expect.objectContaining({ code: "UNSUPPORTED_PROCESSOR" }));
    expect(check).toThrow(/AVX2/);
  });

  it("passes where the flags are not known, and on other architectures", () => {
    expect(() => assertProcessor(linux)).not.toThrow();
    expect(() => assertProcessor({ platform: "darwin", architecture: "arm64" })).not.toThrow();
    expect(() =>
      assertProcessor({ platform: "linux", architecture: "arm64", cpuFlags: new Set(["neon"]) }),
    ).not.toThrow();
  });

  it("reads this machine's facts", () => {
    expect(readProcessorFacts()).toMatchObject({ platform: process.platform, architecture: process.arch });
  });
});
