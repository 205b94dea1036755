import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { redactText } from "./redact.ts";
import { redactionPatterns } from "./redaction/redaction-patterns.ts";

const github = `gh${"o_"}${"a".repeat(36)}`;
const mixed40 = `${"aB3dE6gH9k".repeat(3)}aB3/E6g+9k`;
const jwt = `ey${"J"}hbGci.ey${"J"}zdWIi.c2ln`;

function expectMasked(text: string, secret: string, shape?: string): void {
  const { text: out, count } = redactText(text);
  expect(out).not.toContain(secret);
  expect(count).toBeGreaterThan(0);
  if (shape !== undefined) expect(out).toBe(shape);
  expect(redactText(out)).toEqual({ text: out, count: 0 });
}

describe("redactText on the recorded faults", () => {
  it("RD1: masks a password behind an empty user", () => {
    expectMasked("redis://:s3cr3t@c:6379", "s3cr3t", "redis://:[redacted]@c:6379");
  });

  it("RD3: masks a password in the query of an address", () => {
    expectMasked("postgres://u@h/db?password=x1y2", "x1y2", "postgres://u@h/db?password=[redacted]");
  });

  it("RD4: masks keyword form and address form in one message, in either order", () => {
    const keyword = "host=h password=p%20q dbname=d";
    const url = "postgres://u:p@ss@h/db";
    const [left, right] = ["host=h password=[redacted] dbname=d", "postgres://u:[redacted]@h/db"];
    expect(redactText(`${keyword} and ${url}`).text).toBe(`${left} and ${right}`);
    expect(redactText(`${url} and ${keyword}`).text).toBe(`${right} and ${left}`);
    expectMasked("UID=alice;PWD=/hunter2;", "hunter2", "UID=alice;PWD=[redacted];");
  });

  it("RD5: masks an AWS secret key by its name, beside its id, and right after a quote", () => {
    expectMasked(`{"aws_secret_access_key":"${mixed40}"}`, mixed40, '{"aws_secret_access_key":"[redacted]"}');
    expectMasked(`AKIA${"Q7".repeat(8)}:${mixed40}`, mixed40);
    expectMasked('{"SECRET_KEY":"swordfish"}', "swordfish", '{"SECRET_KEY":"[redacted]"}');
  });

  it("RD7: masks whole authorization headers, however they are quoted", () => {
    expectMasked(`-H 'Authorization: Bearer ${github}'`, github, "-H 'Authorization: Bearer [redacted]'");
    expectMasked('{"Authorization":"Basic YWRtaW46cHc="}', "YWRt", '{"Authorization":"Basic [redacted]"}');
    expectMasked('"Authorization": "Bearer opaque"', "opaque", '"Authorization": "Bearer [redacted]"');
    expectMasked('Authorization: Digest username="u", response="d1e2"', "d1e2");
    expectMasked("Authorization: AWS4-HMAC-SHA256 Credential=a/b, Signature=f00d", "f00d");
  });

  it("RD8: masks a JWT and secrets in a string that holds JSON", () => {
    expectMasked(`log line ${jwt} end`, jwt, "log line [redacted] end");
    const nested = JSON.stringify({ note: JSON.stringify({ a: { password: 'hun"ter' } }) });
    expectMasked(nested, "ter");
    const pem = `-----BEGIN RSA ${"PRIVATE"} KEY-----`;
    expectMasked(JSON.stringify(JSON.stringify({ pem: `${pem}\nMII...` })), "MII");
  });

  it("RD9: masks unquoted env, ini and yaml values and joins overlapping finds", () => {
    expectMasked("export DB_PASSWORD=hunter2", "hunter2", "export DB_PASSWORD=[redacted]");
    expectMasked("[db]\npassword = hunter2\n", "hunter2", "[db]\npassword = [redacted]\n");
    expectMasked("db:\n  password: hunter2\n", "hunter2", "db:\n  password: [redacted]\n");
    expectMasked(`token=${jwt}`, jwt, "token=[redacted]");
    expectMasked(
      `https://u:${github}@h/?token=${github}`,
      github,
      "https://u:[redacted]@h/?token=[redacted]",
    );
  });

  it("RD10: keeps hashes, ids and what only looks like a secret", () => {
    const kept = [
      "git show 14ae3017c0ffee0ddba11cafe00000000000beef",
      "550e8400-e29b-41d4-a716-446655440000",
      `sha256:${"0a1b".repeat(16)}`,
      `integrity sha512-${"aB3/".repeat(21)}aA==`,
      "ACCESS_TOKEN_TTL=3600",
      "PWD=/home/ci",
      "Bearer authentication failed",
      "max_tokens: 4096",
      "Unexpected token: identifier",
      `aws ecr image ${"0a1b2".repeat(8)}`,
    ];
    for (const text of kept) expect(redactText(text)).toEqual({ text, count: 0 });
  });

  it("RD12: a second pass finds nothing, for any mix of secrets and shapes", () => {
    const pieces = [
      ...redactionPatterns
        .flatMap((row) => [...row.positives(), ...row.negatives()])
        .map((t) => t.replace(/[⟦⟧]/g, "")),
      "[redacted]",
      '"',
      "'",
      "\\",
      "\\n",
      "\n",
      " ",
      "=",
      ":",
      "@",
      "password",
      "token",
      "://",
      "{",
      "}",
      "[",
      "]",
      ";",
      "&",
    ];
    const text = fc.array(fc.oneof(fc.constantFrom(...pieces), fc.string({ maxLength: 6 })), {
      maxLength: 12,
    });
    fc.assert(
      fc.property(text, (parts) => {
        const once = redactText(parts.join(""));
        expect(redactText(once.text)).toEqual({ text: once.text, count: 0 });
      }),
      { numRuns: 1500 },
    );
  });
});

describe("redactText on hostile input", () => {
  const size = 256 * 1024;
  const fill = (unit: string): string => unit.repeat(Math.ceil(size / unit.length)).slice(0, size);
  const units = [
    "a",
    "A",
    "=",
    "password",
    "password=",
    'password="',
    "password:'",
    'secret:\\"',
    "token: [",
    "key",
    "-",
    "://",
    "a://b:",
    "://a@",
    "eyJ",
    "eyJa.",
    "sk-",
    "glpat-",
    "AKIA",
    "aws a",
    "Bearer ",
    "cookie: a=",
    "Authorization: Digest ",
    "curl -u a",
    "docker login ",
    "-----BEGIN PRIVATE KEY-----",
    "-----END PRIVATE KEY-----",
    "aB3/",
    "aB3/aB3/\n",
    "<password>",
    "value name=",
    "name: a_token,",
    "kind: Secret data:\n a: b\n",
    ":5432:",
    "login a ",
    '{"password":{',
    "\\",
    '\\\\"',
    "is secret ",
    ";pwd=",
    "x;a=",
    " ",
    "secret is ",
    "$2a$",
    "_live_",
    "PRIVATE KEY A/",
    "mysql -p",
    "machine ",
    "pwd =a;",
  ];
  it.each(units)("takes time linear in the length of a repeated %j", (unit) => {
    // Quadratic work takes minutes here, which is past the time a test is given.
    const { text } = redactText(fill(unit));
    expect(redactText(text).count).toBe(0);
  });
});
