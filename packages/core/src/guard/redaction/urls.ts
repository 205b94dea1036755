import type { RedactionRow } from "./redaction-row.ts";
import { isPlaceholder, looksLikeToken } from "./secret-value.ts";

const stop = /[\s"'`<>|\\]/;

/**
 * The password of `scheme://user:password@host`. It runs to the last `@` of the authority, since passwords
 * with a bare `@` are common (RD3, RD4); a `/` in it is allowed where no port could stand instead.
 */
export const urlUserinfoRow: RedactionRow = {
  name: "url-password",
  hint: ["://"],
  pattern: /:\/\//g,
  find: (text, match) => {
    const start = match.index + 3;
    if (!/[a-z0-9]/i.test(text[match.index - 1] ?? "")) return [];
    const window = text.slice(start, start + 1024);
    // A placeholder such as `<user>` holds characters that would end an address.
    const stopped = window
      .replace(/<[^<>\s]{1,40}>|\$\{[^}\s]{1,60}\}/g, (part) => "x".repeat(part.length))
      .search(stop);
    const address = stopped === -1 ? window : window.slice(0, stopped);
    const pathAt = address.search(/[/?#]/);
    const authority = pathAt === -1 ? address : address.slice(0, pathAt);
    let at = authority.lastIndexOf("@");
    if (at === -1) at = slashedPassword({ address, authority });
    if (at === -1) return [];
    const colon = address.indexOf(":");
    if (colon === -1 || colon > at) {
      const user = address.slice(0, at);
      return user.length >= 20 && looksLikeToken(user) && !isPlaceholder(user) ? [[start, start + at]] : [];
    }
    const password = address.slice(colon + 1, at);
    return isPlaceholder(password) ? [] : [[start + colon + 1, start + at]];
  },
  positives: () => [
    "redis://:⟦s3cr3t⟧@c:6379",
    "postgres://u:⟦p@ss⟧@h/db",
    "mongodb+srv://u:⟦p/ss⟧@h/db?x=1",
    "git clone https://x-access-token:⟦abc⟧@github.com/a/b.git",
    `https://⟦${"a1B2".repeat(8)}⟧@sentry.invalid/1`,
  ],
  negatives: () => [
    "postgres://u@h/db",
    "http://localhost:8080/a@b",
    "redis://cache:6379/0?mail=a@b.c",
    "postgres://user:[redacted]@host",
    "postgres://$USER:$PASS@h/db",
    "https://user:<password>@h",
    "ssh://git@github.com/a/b.git",
    "https://unpkg.invalid/@scope/x@1.0.0",
  ],
};

/** A `/` inside a database password; never for the web, where it starts the path. */
function slashedPassword({ address, authority }: { address: string; authority: string }): number {
  const [, afterColon = ""] = authority.split(/:(.*)/s);
  if (!authority.includes(":") || /^\d{1,5}$/.test(afterColon)) return -1;
  const at = address.search(/@[\w.-]+(?::\d+)?(?:[/?,]|$)/);
  return at > 200 ? -1 : at;
}

/** Short secret-bearing names that only a query makes clear: `?sig=…`, `&code=…`, presigned addresses. */
export const urlQueryRow: RedactionRow = {
  name: "url-query-secret",
  hint: ["?", "&"],
  pattern:
    /[?&;](?:amp;)?(?:sig|signature|key|code|auth|jwt|ticket|assertion|hmac|s|st|sid|x-(?:amz|goog|oss)-(?:signature|credential|security-token))=(?<secret>[^\s&"'`<>#;\\]+)/gi,
  find: (_text, match) => {
    const secret = match.groups?.secret ?? "";
    const end = match.index + match[0].length;
    const long = /(?:sig|signature|x-[a-z]+-[a-z-]+)=/i.test(match[0]) ? 6 : 16;
    const opaque = secret.length >= long && (long === 6 || looksLikeToken(secret)) && !isPlaceholder(secret);
    return opaque ? [[end - secret.length, end]] : [];
  },
  positives: () => [
    "https://a.blob.invalid/c/f?sv=2024-01-01&sig=⟦aBc%2Fd1%3D⟧",
    "https://b.invalid/o?X-Amz-Signature=⟦0f1e2d3c⟧&X-Amz-Expires=60",
    "callback?code=⟦a1b2c3d4e5f6a7b8c9d0⟧&state=x",
  ],
  negatives: () => ["?key=name", "?code=404", "?s=search+words", "?sig=[redacted]"],
};
