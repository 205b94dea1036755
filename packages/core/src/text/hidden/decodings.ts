const named: Readonly<Record<string, string>> = {
  lt: "<",
  gt: ">",
  amp: "&",
  quot: '"',
  apos: "'",
  nbsp: " ",
  colon: ":",
  sol: "/",
  lpar: "(",
  rpar: ")",
};

/** HTML entities as the characters they stand for. */
export function decodeEntities(text: string): string {
  return text.replace(
    /&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([a-zA-Z]{2,6}));/g,
    (whole, decimal, hexadecimal, name) => {
      if (name !== undefined) return named[name as string] ?? whole;
      const code = decimal === undefined ? Number.parseInt(hexadecimal as string, 16) : Number(decimal);
      return code > 8 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)
        ? String.fromCodePoint(code)
        : whole;
    },
  );
}

/** Percent encoding and `\x`, `\u` and octal escapes as characters, where three or more stand together. */
export function decodeEscapes(text: string): string {
  const percent = text.replace(
    /(?:%[0-9a-fA-F]{2}|[A-Za-z0-9_.-]){0,200}(?:%[0-9a-fA-F]{2}[A-Za-z0-9_.-]{0,40}){2,}/g,
    (run) => {
      try {
        return decodeURIComponent(run);
      } catch {
        return run;
      }
    },
  );
  return percent.replace(/(?:\\x[0-9a-fA-F]{2}|\\u[0-9a-fA-F]{4}|\\[0-3][0-7]{2}){3,}/g, (run) =>
    run.replace(/\\x([0-9a-fA-F]{2})|\\u([0-9a-fA-F]{4})|\\([0-3][0-7]{2})/g, (_whole, x, u, octal) =>
      String.fromCharCode(
        octal === undefined ? Number.parseInt((x ?? u) as string, 16) : Number.parseInt(octal as string, 8),
      ),
    ),
  );
}

/** Readable texts that stand in base64 or hexadecimal runs, two layers deep. */
export function decodedRuns(text: string, layers = 2): readonly string[] {
  if (layers === 0) return [];
  const found: string[] = [];
  for (const [run] of text.matchAll(/[A-Za-z0-9+/_-]{16,8192}={0,2}/g)) {
    const decoded = [fromHex(run), fromBase64(run)].find((candidate) => candidate !== undefined);
    if (decoded !== undefined) found.push(decoded, ...decodedRuns(decoded, layers - 1));
  }
  return found;
}

function fromHex(run: string): string | undefined {
  if (!/^(?:[0-9a-fA-F]{2}){8,}$/.test(run)) return undefined;
  return readable(new Uint8Array((run.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16))));
}

function fromBase64(run: string): string | undefined {
  const body = run.replace(/-/g, "+").replace(/_/g, "/").replace(/=+$/, "");
  if (body.length % 4 === 1 || /^[a-z/]+$|^[A-Z/]+$/.test(body)) return undefined;
  try {
    const binary = atob(body);
    return readable(Uint8Array.from(binary, (character) => character.charCodeAt(0)));
  } catch {
    return undefined;
  }
}

/** UTF-8 (or UTF-16, which PowerShell encodes) that is text to its last character. */
function readable(bytes: Uint8Array): string | undefined {
  const wide = bytes.length >= 16 && bytes.every((byte, index) => index % 2 === 0 || byte === 0);
  const narrow = wide ? bytes.filter((_byte, index) => index % 2 === 0) : bytes;
  let decoded: string;
  try {
    decoded = new TextDecoder("utf-8", { fatal: true }).decode(narrow);
  } catch {
    return undefined;
  }
  const words = decoded.match(/[\p{L}\p{N} ,.:;'"/\\$(){}|&<>=_\-\n\t@#!?*+~`^%[\]]/gu)?.length ?? 0;
  return decoded.length >= 8 && words === [...decoded].length && /\p{L}{2,}/u.test(decoded)
    ? decoded
    : undefined;
}
