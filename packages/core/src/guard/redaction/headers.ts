import type { RedactionRow, Span } from "./redaction-row.ts";
import { isPlaceholder, looksLikeToken } from "./secret-value.ts";

const schemes =
  /^(?:Bearer|Basic|Digest|Token|ApiKey|Negotiate|NTLM|Hawk|OAuth|Bot|Key|GoogleLogin|SharedKey(?:Lite)?|AWS|AWS4-HMAC-SHA256|DPoP|SSWS|JWT|MAC|Splunk|GenieKey|Api-Token)(?:[ \t]+|%20|\+)/i;
const manyParts = /^(?:Digest|Hawk|OAuth|AWS4-HMAC-SHA256|MAC|GoogleLogin)/i;
const prose =
  /^(?:authentication|authorization|auth|token|tokens|scheme|header|headers|is|was|required|missing|invalid|failed|error|realm|challenge|credentials?|prefix|format|and|or|with|not|the|none|null|undefined|must)$/i;

/** Authorization headers keep their name and scheme; what stands behind is masked to its end, however many parts. */
export const authorizationRow: RedactionRow = {
  name: "authorization-header",
  hint: /authorization/i,
  pattern: /(\\*["'`])?(?:proxy-|x-|http_)?authorization(\\*["'`])?\]?[ \t]*(?:=>|[:=,])[ \t]*(\\*["'`])?/gi,
  find: (text, match) => {
    const at = match.index + match[0].length;
    const outer = match[2] === undefined ? match[1] : undefined;
    const end = valueEnd({ text, at, quote: match[3] ?? outer });
    const scheme = schemes.exec(text.slice(at, Math.min(end, at + 40)))?.[0] ?? "";
    const start = at + scheme.length;
    if (scheme === "" && /^(?:Bearer|Basic|Digest|Token)\s*$/i.test(text.slice(at, end))) return [];
    const rest = text.slice(start, end);
    if (isPlaceholder(rest) || prose.test(rest)) return [];
    if (manyParts.test(scheme)) return [[start, end]];
    const first = /^[^\s"'`,;\\]+/.exec(rest)?.[0] ?? "";
    if (isPlaceholder(first) || prose.test(first)) return [];
    if (scheme !== "") return first === "" ? [] : [[start, start + first.length]];
    const opaque = match[3] !== undefined && !/\s/.test(rest) ? rest.length >= 6 : looksLikeToken(first);
    return opaque ? [[start, start + first.length]] : [];
  },
  positives: () => [
    `-H 'Authorization: Bearer ⟦${"gho_"}${"a".repeat(36)}⟧'`,
    '{"Authorization":"Basic ⟦YWRtaW46cHc=⟧"}',
    '{"Authorization": "Bearer ⟦opaque⟧"}',
    'Authorization: Digest ⟦username="a", realm="r", response="0f"⟧\nHost: h',
    "Authorization: AWS4-HMAC-SHA256 ⟦Credential=AK/2026/x, SignedHeaders=host, Signature=0f⟧",
    '{"h":"{\\"authorization\\":\\"token ⟦abc⟧\\"}"}',
    "proxy-authorization: Basic ⟦abc⟧",
    '{"authorization":"⟦k3y-0paque⟧"}',
  ],
  negatives: () => [
    "Authorization: Bearer <token>",
    "Authorization: Bearer $TOKEN",
    "Authorization: Bearer $" + "{process.env.TOKEN}",
    "authorization: required",
    "Authorization: Bearer token missing",
    '{"Authorization":"Bearer [redacted]"}',
  ],
};

/** A bearer token in prose or a log line, told from the words "Bearer authentication failed" by its form. */
export const bearerRow: RedactionRow = {
  name: "bearer-token",
  hint: /bearer|basic /i,
  pattern: /\b(?:Bearer|Basic)(?:[ \t]+|%20)(?<secret>[A-Za-z0-9._~+/=-]{8,})/gi,
  find: (_text, match) => {
    const secret = match.groups?.secret ?? "";
    const end = match.index + match[0].length;
    const basic = /^basic/i.test(match[0]);
    const opaque = basic
      ? /[A-Z]/.test(secret) && /[\d=]/.test(secret) && secret.length % 4 === 0
      : looksLikeToken(secret);
    return opaque ? [[end - secret.length, end]] : [];
  },
  positives: () => ["sent Bearer ⟦abc123def456⟧ to h", "auth Basic ⟦YWRtaW46cHc=⟧"],
  negatives: () => [
    "Bearer authentication failed",
    "Basic authentication",
    "the bearer certificates",
    "Basic economy2",
  ],
};

/** Cookies keep their names and their attributes. */
export const cookieRow: RedactionRow = {
  name: "cookie",
  hint: /cookie|\s-b[ =]?["']/i,
  pattern:
    /(\\*["'`])?\b(?:set-)?cookie2?(\\*["'`])?[ \t]*[:=][ \t]*(\\*["'`])?(?=[\w.%-]+=)|\s(?:-b|--cookie)[ =]?(?<q>["'])(?=[\w.%-]+=)/gi,
  find: (text, match) => {
    const at = match.index + match[0].length;
    const outer = match[2] === undefined ? match[1] : undefined;
    const end = valueEnd({ text, at, quote: match.groups?.q ?? match[3] ?? outer });
    const spans: Span[] = [];
    for (const pair of text.slice(at, end).matchAll(/([\w.%-]+)=([^;\s"'\\]+)/g)) {
      const [whole, name = "", value = ""] = pair;
      if (/^(?:path|domain|expires|max-age|samesite|secure|httponly|priority|version)$/i.test(name)) continue;
      if (isPlaceholder(value) || /^\d{1,4}$/.test(value)) continue;
      const stop = at + pair.index + whole.length;
      spans.push([stop - value.length, stop]);
    }
    return spans;
  },
  positives: () => [
    "Cookie: sid=⟦abc⟧; theme=⟦dark⟧",
    "Set-Cookie: sid=⟦s%3Axyz⟧; Path=/; HttpOnly",
    '{"cookie":"sid=⟦abc⟧"}',
    "curl -b 'sid=⟦abc⟧' https://h",
  ],
  negatives: () => ["Cookie: sid=[redacted]", "cookie: the session cookie", "Set-Cookie: sid=<sid>; Path=/"],
};

/** Positions from `at` to the quote that closes the value, or to the end of its line. */
function valueEnd(value: { text: string; at: number; quote: string | undefined }): number {
  const { text, at, quote } = value;
  const lineBreak = /[\r\n]|\\+[rn](?![a-z])|\\+[rn](?=[A-Z])/g;
  lineBreak.lastIndex = at;
  const window = text.slice(at, at + 8192);
  const cut = /[\r\n]|\\[rn](?=[A-Z]|\\|"|$)/.exec(window)?.index ?? window.length;
  if (quote === undefined) {
    const closing = /(?<=[^\s=,:])["'`](?:[\s)\]},;]|$)/.exec(window.slice(0, cut));
    const quoted =
      closing !== null && (window.slice(0, closing.index).split(closing[0][0] ?? "").length - 1) % 2 === 0;
    return at + (quoted && closing !== null ? closing.index : cut);
  }
  const level = quote.length - 1;
  const mark = quote.at(-1) ?? '"';
  for (let from = window.indexOf(mark); from !== -1 && from < cut; from = window.indexOf(mark, from + 1)) {
    let slashes = 0;
    while (window[from - slashes - 1] === "\\") slashes += 1;
    if (slashes <= level) return at + from - slashes;
  }
  return at + cut;
}
