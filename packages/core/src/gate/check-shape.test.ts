import { describe, expect, it } from "vitest";
import { sampleContent } from "../testing/library-samples.ts";
import { checkShape } from "./check-shape.ts";

const codes = (...parameters: Parameters<typeof checkShape>) =>
  checkShape(...parameters).map(({ code }) => code);

describe("checkShape", () => {
  it("finds nothing wrong with five sections and a concrete check", () => {
    expect(checkShape(sampleContent())).toEqual([]);
  });

  it("names each section that has no line, and takes a blank line for none", () => {
    const bullets = sampleContent().bullets.filter(({ section }) => section !== "scope");
    const blank = { id: "b9", section: "scope" as const, text: "  " };
    expect(checkShape(sampleContent({ bullets: [...bullets, blank] }))).toEqual([
      { code: "shape-missing-section", detail: 'the section "scope" is empty', field: "scope" },
    ]);
    expect(codes(sampleContent({ bullets: [] }))).toHaveLength(5);
  });

  it("refuses a verification that could not fail", () => {
    const bullets = sampleContent().bullets.map((bullet) =>
      bullet.section === "verification" ? { ...bullet, text: "Test that it works." } : bullet,
    );
    expect(codes(sampleContent({ bullets }))).toEqual(["shape-vague-check"]);
  });

  it("refuses a name or a description that a SKILL.md may not have", () => {
    expect(codes(sampleContent({ name: "../x" }))).toEqual(["shape-name"]);
    expect(codes(sampleContent({ description: " " }))).toEqual(["shape-description"]);
    expect(codes(sampleContent({ description: "d".repeat(1025) }))).toEqual(["shape-description"]);
  });
});
