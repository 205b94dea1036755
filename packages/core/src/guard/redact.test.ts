import { describe, expect, it } from "vitest";
import { redactText } from "./redact.ts";
import { redactionPatterns } from "./redaction/redaction-patterns.ts";
import { findSpans, hintedRows } from "./redaction/redaction-row.ts";

const plain = (marked: string): string => marked.replace(/[⟦⟧]/g, "");
const masked = (marked: string): string => marked.replace(/⟦[^⟧]*⟧/g, "[redacted]");

describe("the pattern table", () => {
  for (const row of redactionPatterns) {
    for (const positive of row.positives()) {
      it(`${row.name} masks the secret and nothing else in ${masked(positive)}`, () => {
        expect(hintedRows([row], plain(positive))).toEqual([row]);
        expect(findSpans(row, plain(positive)).length).toBeGreaterThan(0);
        expect(redactText(plain(positive)).text).toBe(masked(positive));
      });
    }
    for (const negative of row.negatives()) {
      it(`${row.name} keeps ${negative}`, () => {
        expect(redactText(negative)).toEqual({ text: negative, count: 0 });
      });
    }
  }
});
