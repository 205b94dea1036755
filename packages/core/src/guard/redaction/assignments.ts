import type { RedactionRow, Span } from "./redaction-row.ts";
import { keyStrength } from "./secret-key.ts";
import { isSecretValue } from "./secret-value.ts";

const keyWord =
  /pass(?:word|wd|phrase|code|wort)?|pwd|secret|token|credential|mnemonic|key|auth|cookie|sess(?:ion)?_?id|connection_?string|jwt|sig(?:nature)?|otp|cvv|ssn|contraseña|senha|пароль|パスワード|密码|_pat\b|_pw\b/gi;
const keyHint = new RegExp(keyWord.source, "i");
const wide = /[\p{L}\p{N}\p{M}]/u;
const separator = /(\\*["'`])?(?:\])?[ \t]*(=>|:=|\?\?=|=|:|：)(?!=)[ \t]*/y;
const dollar = "$";
const longestKey = 80;
const longestValue = 16_384;

/** Secrets that only their key tells: `DB_PASSWORD=…`, `"password": "…"`, `--token …`, at any depth of quoting. */
export const assignmentRow: RedactionRow = {
  name: "secret-assignment",
  hint: keyHint,
  pattern: keyWord,
  find: (text, match) => {
    const start = leftEdge(text, match.index);
    const end = rightEdge(text, match.index + match[0].length);
    // The same identifier is met once for each secret word in it; the last one does the work.
    const key = spacedKey(text, start, end);
    if (end - start > longestKey || keyStrength(key) === "none") return [];
    // Headers and addresses have rows of their own, which keep the parts that are no secret.
    if (/(?:authorization|cookie)$/i.test(key) || text.startsWith("://", start - 3)) return [];
    const flag = readFlag({ text, start, end, key });
    if (flag !== undefined) return flag;
    const phrase = readQuotedPhrase({ text, end, key });
    if (phrase !== undefined) return phrase;
    separator.lastIndex = end;
    const separated = separator.exec(text);
    if (separated === null) return [];
    const precededBy = text.slice(Math.max(0, start - 12), start).toLowerCase();
    if (/(?:unexpected|illegal)\s+$/.test(precededBy)) return [];
    return readValue({
      text,
      at: end + separated[0].length,
      key,
      lineStart: /(?:^|\n|\\n)[ \t]*(?:-[ \t]+|export[ \t]+|set[ \t]+|env[ \t]+)?["']?$/.test(
        text.slice(Math.max(0, start - 24), start),
      ),
      loose: separated[2] !== "=" || /\s$/.test(separated[0]),
      tight: separated[0] === "=",
    });
  },
  positives: () => [
    "export DB_PASSWORD=⟦hunter2⟧",
    '{"password": "⟦hunter 2⟧", "user": "a"}',
    '{"body":"{\\"password\\":\\"⟦hunter2⟧\\"}"}',
    "DB_PASSWORD=⟦p,w;d)1⟧ npm start",
    "password: ⟦hunter2⟧\nuser: alice",
    "aws_secret_access_key = ⟦abc/def+ghi⟧",
    "login --password ⟦hunter2⟧ --user a",
    "login --api-key=⟦k-1234⟧",
    "host=h password=⟦p%20q⟧ dbname=d",
    "GET /x?access_token=⟦a1b2c3⟧&page=2",
    '{"client_secret":["⟦a1⟧","⟦b2⟧"]}',
    '{"credentials":{"user":"⟦x9⟧"}}',
    "x-api-key: ⟦abc123⟧",
    "const password = '⟦hunter2⟧';",
    "PGPASSWORD=⟦abc⟧ psql",
    'unlock it with passphrase "⟦blue moon 7⟧"',
    "A=1\\nDB_PASSWORD=⟦abc⟧\\nB=2",
    "password: |\n  ⟦hunter2⟧\nuser: x",
    "API key: ⟦abc123⟧",
  ],
  negatives: () => [
    'the password "must be long" is a rule',
    'secret "db-creds" not found',
    "ACCESS_TOKEN_TTL=3600",
    "PWD=/home/ci",
    "max_tokens: 4096",
    "Unexpected token: identifier",
    '{"token_count": 12, "tokenizer": "bpe"}',
    "password: true",
    "password: null",
    "password: string;",
    "token: process.env.TOKEN",
    "TOKEN=$TOKEN",
    `token: ${dollar}{{ secrets.NPM_TOKEN }}`,
    "Authorization key: required",
    "password: must be at least 8 characters",
    "--password <password>",
    "--token is deprecated",
    "docker login --password-stdin",
    "const token = await getToken();",
    "token: accessToken",
    "password: '[redacted]'",
    "key: build-cache-1",
    "secret: is to keep it short",
    "primary key: id1234567890",
  ],
};

/** Letters and digits of any script, and `_ $ . -`. */
function isIdentifier(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (code > 127) return wide.test(text[at] ?? "");
  const letter = code | 32;
  return (
    (letter >= 97 && letter <= 122) ||
    (code >= 48 && code <= 57) ||
    code === 95 ||
    code === 36 ||
    code === 45 ||
    code === 46
  );
}

function leftEdge(text: string, from: number): number {
  let at = from;
  while (at > 0 && from - at <= longestKey && isIdentifier(text, at - 1)) at -= 1;
  // In a JSON string the `n` of an escaped line break is no letter of the key.
  if (text[at - 1] === "\\" && /^[nrt]/.test(text.slice(at, at + 1)) && at < from) at += 1;
  while (at < from && /[-.$]/.test(text[at] ?? "")) at += 1;
  return at;
}

function rightEdge(text: string, from: number): number {
  let at = from;
  while (at < text.length && at - from <= longestKey && isIdentifier(text, at)) at += 1;
  while (at > from && /[-.]/.test(text[at - 1] ?? "")) at -= 1;
  return at;
}

/** "API key" is a key of two words: the owner stands before a space. */
function spacedKey(text: string, start: number, end: number): string {
  const key = text.slice(start, end);
  if (!/^(?:key|string|token|secret|id)$/i.test(key)) return key;
  const before = /([A-Za-z]+)[ ]$/.exec(text.slice(Math.max(0, start - 16), start))?.[1];
  return before === undefined ? key : `${before}_${key}`;
}

/** `passphrase "…"`: only for words that name nothing else. A quoted name follows "secret" or "token" as often. */
function readQuotedPhrase({
  text,
  end,
  key,
}: {
  text: string;
  end: number;
  key: string;
}): readonly Span[] | undefined {
  if (!/^(?:password|passwd|passphrase)$/i.test(key)) return undefined;
  const spaces = /^[ \t]+(?=["'])/.exec(text.slice(end, end + 8))?.[0];
  if (spaces === undefined) return undefined;
  return readValue({ text, at: end + spaces.length, key, lineStart: false, loose: true, tight: false });
}

function readFlag(flag: {
  text: string;
  start: number;
  end: number;
  key: string;
}): readonly Span[] | undefined {
  const { text, start, end, key } = flag;
  if (text[start - 1] !== "-") return undefined;
  const spaces = /^["']?[ \t]+|^\\*["'],[ \t]*(?=\\*["'])/.exec(text.slice(end, end + 16))?.[0];
  if (spaces === undefined) return undefined;
  const at = end + spaces.length;
  if (/[=:]/.test(text[at] ?? "-")) return undefined;
  // A usage line names the value in capitals.
  if (/^[A-Z][A-Z_]*(?![\w-])/.test(text.slice(at, at + 40))) return [];
  if (/[-|]/.test(text[at] ?? "-") || /^(?:id|src|type|source)=/.test(text.slice(at, at + 7))) return [];
  return readValue({ text, at, key, lineStart: false, loose: false, tight: true });
}

interface ValuePlace {
  readonly text: string;
  readonly at: number;
  readonly key: string;
  /** Nothing but an indent, a dash or `export` stands before the key. */
  readonly lineStart: boolean;
  readonly loose: boolean;
  /** `=` with no space around it, as in a shell. */
  readonly tight: boolean;
}

function readValue(place: ValuePlace): readonly Span[] {
  const { text, at, key, lineStart, loose, tight } = place;
  const opening = /^(?:[bruf]{1,2}(?=["']))?(\\*)(["'`])/.exec(text.slice(at, at + 40));
  if (opening !== null) {
    const start = at + opening[0].length;
    const end = closingQuote({
      text,
      from: start,
      quote: opening[2] ?? '"',
      level: (opening[1] ?? "").length,
    });
    const value = text.slice(start, end);
    return isSecretValue({ key, value, quoted: true, loose, after: "" }) ? [[start, end]] : [];
  }
  const first = text[at];
  if (first === "[" && !text.startsWith("[redacted", at)) return stringsInside(text, at, key);
  if (first === "{" && !/^\{\{|^\{[\w.]*\}/.test(text.slice(at, at + 60)))
    return stringsInside(text, at, key);
  const block = /^[|>][+-]?[ \t]*\n([ \t]+)/.exec(text.slice(at, at + 80));
  const start = block === null ? at : at + block[0].length;
  const whole = block !== null || (lineStart && (tight || loose));
  const bare =
    (whole ? /^(?:[^\s"'`\\&;]|\\(?![nrtu"'`\\])|[&;](?![\w .-]{1,40}=|&))+/ : /^[^\s"'`,;&)}\]|<>\\]+/).exec(
      text.slice(start, start + longestValue),
    )?.[0] ?? "";
  // `<` opens a placeholder; a bare value that starts with it is read whole.
  const wrapped = /^(?:<[^<>\n]*>|\$\{\{[^}]*\}\}|\$\{[^}]*\}|\{\{[^}]*\}\})/.exec(
    text.slice(start, start + 120),
  );
  if (wrapped !== null) return [];
  const value = whole && !tight ? bare.replace(/[,;]+$/, "") : bare;
  const end = start + value.length;
  const after = text.slice(end, end + 24);
  const called = /^[A-Za-z_$][\w$.]*$/.test(value) && /^[(["'`]/.test(after) && !tight;
  if (called || (text[end] === "\\" && value === "")) return [];
  return isSecretValue({ key, value, quoted: false, loose, after }) ? [[start, end]] : [];
}

/** The closing quote of a string that opened behind `level` backslashes; the line's end when it was cut off. */
function closingQuote(open: { text: string; from: number; quote: string; level: number }): number {
  const { text, from, quote, level } = open;
  const limit = Math.min(text.length, from + longestValue);
  for (let at = text.indexOf(quote, from); at !== -1 && at < limit; at = text.indexOf(quote, at + 1)) {
    let slashes = 0;
    while (at - slashes > from && text[at - slashes - 1] === "\\") slashes += 1;
    if (level === 0 ? slashes % 2 === 0 : slashes <= level) return level === 0 ? at : at - slashes;
  }
  const lineEnd = text.indexOf("\n", from);
  return lineEnd === -1 || lineEnd > limit ? limit : lineEnd;
}

/** Under a key that names secrets every string of a list or an object is one; its keys are not. */
function stringsInside(text: string, at: number, key: string): readonly Span[] {
  if (keyStrength(key) !== "sure" || /^tokens?$/i.test(key)) return [];
  const spans: Span[] = [];
  const limit = Math.min(text.length, at + 4096);
  let depth = 0;
  for (let position = at; position < limit; position += 1) {
    const character = text[position] ?? "";
    if (character === "[" || character === "{") depth += 1;
    else if (character === "]" || character === "}") {
      depth -= 1;
      if (depth === 0) break;
    } else if (character === '"' || character === "'") {
      let level = 0;
      while (text[position - level - 1] === "\\") level += 1;
      const end = closingQuote({ text, from: position + 1, quote: character, level });
      const isKey = /^\\*["'][ \t\n]*:/.test(text.slice(end, end + 12));
      const value = text.slice(position + 1, end);
      if (!isKey && isSecretValue({ key, value, quoted: true, loose: false, after: "" })) {
        spans.push([position + 1, end]);
      }
      position = end + level;
    }
  }
  return spans;
}
