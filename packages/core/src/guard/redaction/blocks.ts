import type { RedactionRow, Span } from "./redaction-row.ts";

const base64Line =
  /(?:[ \t\r\n]|\\+[nrt])*(?:(?:Proc-Type|DEK-Info|Version|Comment|Hash): ?[^\n\\]{0,80}(?:[\r\n]|\\+[nr])+)*[A-Za-z0-9+/=]+/y;

/** Private keys in PEM form, whole or cut off at either end, with real or escaped line breaks. */
export const privateKeyRow: RedactionRow = {
  name: "private-key-block",
  hint: ["PRIVATE KEY", "PuTTY-User-Key-File"],
  pattern: /-----(?:BEGIN|END) [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----|Private-Lines: \d+/g,
  find: (text, match) => {
    const edge = match.index + match[0].length;
    if (match[0].startsWith("-----END")) return beforeEnd(text, match.index);
    const next = text.indexOf("-----", edge);
    if (next !== -1 && text.startsWith("-----END", next) && next - edge < 20_000) {
      return [trimBreaks(text, edge, next)];
    }
    return afterBegin(text, edge);
  },
  positives: () => [
    `-----BEGIN RSA ${"PRIVATE"} KEY-----\n⟦MIIEabc\nxyz=⟧\n-----END RSA ${"PRIVATE"} KEY-----`,
    `{"pem":"-----BEGIN RSA ${"PRIVATE"} KEY-----\\n⟦MII...⟧"}`,
    `-----BEGIN ${"PRIVATE"} KEY-----\n⟦${"Ab1/".repeat(16)}\n${"Cd2+".repeat(16)}⟧\nnext line of prose`,
    `⟦${"Ab1/".repeat(16)}⟧\n-----END EC ${"PRIVATE"} KEY-----`,
  ],
  negatives: () => [
    "-----BEGIN CERTIFICATE-----\nMIIabc\n-----END CERTIFICATE-----",
    "a PRIVATE KEY block starts with five dashes",
  ],
};

function afterBegin(text: string, edge: number): readonly Span[] {
  let at = edge;
  for (let lines = 0; lines < 400; lines += 1) {
    base64Line.lastIndex = at;
    const line = base64Line.exec(text);
    // A short line after the first is prose that follows a block that was cut off.
    if (line === null || (lines > 0 && line[0].trim().length < 24 && !/^[^ ]*={1,2}$/.test(line[0].trim())))
      break;
    at += line[0].length;
  }
  if (at > edge && /^(?:\.{3}|…)/.test(text.slice(at, at + 3))) at += text.startsWith("…", at) ? 1 : 3;
  return [trimBreaks(text, edge, at)];
}

/** The lines of a key whose start was cut off. Walks back over what can stand in one, so each text is read once. */
function beforeEnd(text: string, end: number): readonly Span[] {
  let at = end;
  while (at > 0 && /[A-Za-z0-9+/=\r\n\\]/.test(text[at - 1] ?? "")) at -= 1;
  return at > 0 && text.startsWith("-----", at - 5) ? [] : end - at < 16 ? [] : [trimBreaks(text, at, end)];
}

function trimBreaks(text: string, from: number, to: number): Span {
  const body = text.slice(from, to);
  const lead = /^(?:\s|\\+[nrt])*/.exec(body)?.[0].length ?? 0;
  let end = to;
  while (end > from + lead) {
    if (/\s/.test(text[end - 1] ?? "")) end -= 1;
    else if (/[nr]/.test(text[end - 1] ?? "") && text[end - 2] === "\\") end -= 2;
    else if (text[end - 1] === "\\") end -= 1;
    else break;
  }
  return [from + lead, Math.max(end, from + lead)];
}
