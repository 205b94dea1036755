import type { RedactionRow, Span } from "./redaction-row.ts";
import { keyStrength } from "./secret-key.ts";
import { isPlaceholder, isSecretValue, looksLikeToken } from "./secret-value.ts";

const pairSpan = (match: RegExpExecArray, key: string, value: string, tail = 0): readonly Span[] => {
  const end = match.index + match[0].length - tail;
  return isSecretValue({ key, value, quoted: true, loose: false, after: "" })
    ? [[end - value.length, end]]
    : [];
};

/** Forms in which key and value stand apart, or the place alone tells the secret. */
export const pairRows: readonly RedactionRow[] = [
  {
    // `PWD` is also the working directory, so it counts only inside a connection string (RD4).
    name: "connection-string",
    hint: /(?:pwd|password|key|signature)\s*=/i,
    pattern:
      /(?:(?<=;)|(?<![A-Za-z0-9_])(?=[^;\n"']{1,80};\s*[A-Za-z][A-Za-z ]{0,30}=))\s*(?<key>pwd|password|accountkey|sharedaccesskey|sharedaccesssignature|accesskey)\s*=\s*(?<secret>\{[^}\n]*\}|[^;"'\n\\]+)/gi,
    find: (_text, match) => {
      const secret = match.groups?.secret ?? "";
      const end = match.index + match[0].length;
      return isPlaceholder(secret) ? [] : [[end - secret.length, end]];
    },
    positives: () => [
      "UID=alice;PWD=⟦/hunter2⟧;",
      "Server=h;User Id=a;Password=⟦my p@ss⟧;Encrypt=true",
      "AccountName=a;AccountKey=⟦abc+/==⟧;EndpointSuffix=x",
    ],
    negatives: () => [
      "cd /tmp; PWD=$HOME; ls",
      "Server=h;Password=[redacted];X=1",
      "Password=<password>;Server=h",
    ],
  },
  {
    name: "xml-element",
    hint: ["</"],
    pattern: /<(?<key>[\w:.-]{3,60})(?:\s[^<>\n]{0,120})?>(?<value>[^<>\n]{1,400})<\//g,
    find: (_text, match) => pairSpan(match, match.groups?.key ?? "", match.groups?.value ?? "", 2),
    positives: () => ["<db><password>⟦hunter2⟧</password></db>"],
    negatives: () => [
      "<password></password>",
      "<label>password</label>",
      "<password>$" + "{DB_PASSWORD}</password>",
    ],
  },
  {
    name: "name-value-pair",
    hint: /value/i,
    pattern:
      /\b(?:name|key|variable)\\*["']?\s*[:=]\s*\\*["']?(?<key>[\w.-]{2,80})\\*["']?[\s,]+\\*["']?value\\*["']?\s*[:=]\s*\\*["']?(?<value>[^\s"'\\,}<>]+)/gi,
    find: (_text, match) => pairSpan(match, match.groups?.key ?? "", match.groups?.value ?? ""),
    positives: () => [
      '{"name":"DB_PASSWORD","value":"⟦hunter2⟧"}',
      "- name: DB_PASSWORD\n  value: ⟦hunter2⟧",
      '<add key="ApiKey" value="⟦abc123⟧" />',
    ],
    negatives: () => ['{"name":"PORT","value":"8080"}', "- name: DB_PASSWORD\n  value: $(PASS)"],
  },
  {
    name: "netrc",
    hint: ["login "],
    pattern: /\b(?:machine\s+\S{1,200}|default)\s+login\s+\S{1,100}\s+password\s+(?<secret>\S+)/g,
    find: (_text, match) => pairSpan(match, "password", match.groups?.secret ?? ""),
    positives: () => ["machine h login a password ⟦hunter2⟧"],
    negatives: () => ["the login and password reset page"],
  },
  {
    name: "password-file-line",
    hint: [":5432:", ":*:", "chpasswd"],
    pattern:
      /(?<=^|\n)[^\s:]{1,100}:(?:5432|\*):[^\s:]{1,60}:[^\s:]{1,60}:(?<secret>\S+)|echo\s+["']?[^\s:"']{1,60}:(?<pair>[^\s"'|]+)["']?(?=\s*\|\s*(?:sudo\s+)?chpasswd)/g,
    find: (_text, match) => {
      const secret = match.groups?.secret ?? match.groups?.pair ?? "";
      if (isPlaceholder(secret)) return [];
      const end = match.index + match[0].lastIndexOf(secret) + secret.length;
      return [[end - secret.length, end]];
    },
    positives: () => ["db.h:5432:app:alice:⟦hunter2⟧", "echo 'root:⟦hunter2⟧' | chpasswd"],
    negatives: () => ["listen 0.0.0.0:5432: ok", "echo root:$PASS | chpasswd"],
  },
  {
    name: "piped-password",
    hint: /\|\s*sudo -|-stdin|--with-token|encrypt_string/,
    pattern:
      /\b(?:echo|printf)\s+(?:-n\s+)?["']?(?<piped>[^\s"'|]{1,200})["']?(?=\s*\|\s*(?:sudo\s+-[A-Za-z]*S|[^|\n]{0,120}(?:--password-stdin|--with-token|--stdin)))|\bencrypt_string\s+["'](?<secret>[^"'\n]+)/g,
    find: (_text, match) => {
      const secret = match.groups?.piped ?? match.groups?.secret ?? "";
      const start = match.index + match[0].lastIndexOf(secret);
      return isPlaceholder(secret) ? [] : [[start, start + secret.length]];
    },
    positives: () => [
      "echo ⟦hunter2⟧ | sudo -S id",
      'echo "⟦hunter2⟧" | docker login h -u a --password-stdin',
    ],
    negatives: () => [
      "echo $PASS | sudo -S id",
      "echo done | sudo tee /tmp/x",
      "docker login --password-stdin",
    ],
  },
  {
    name: "set-command",
    hint: ["set", "config "],
    pattern:
      /\b(?:setx|setenv|(?:config|configure)\s+set|config\s+(?:--\w+\s+)?)\s+(?<key>[\w./:-]{3,120})\s+["']?(?<value>[^\s"'-][^\s"']*)/g,
    find: (_text, match) => pairSpan(match, match.groups?.key ?? "", match.groups?.value ?? ""),
    positives: () => [
      "setx API_TOKEN ⟦a1b2⟧",
      "aws configure set aws_secret_access_key ⟦a1b2⟧",
      "npm config set //h/:_authToken ⟦a1b2⟧",
    ],
    negatives: () => [
      "git config user.password.helper store",
      "npm config set registry https://h/",
      "set the token",
    ],
  },
  {
    name: "spoken-secret",
    hint: / (?:is|was|to) /,
    pattern:
      /\b(?<key>pass(?:word|phrase|code)|pin|pwd|secret|token|(?:api|access|secret|private)[ _-]?key)\b(?:[^.\n:=]{0,30}?\s(?:is|was)|(?<=\b(?:set|change|reset|update)\b[^.\n]{0,60})\s+to)\s+["'`(]?(?<secret>[^\s"'`<>)]{5,})/gi,
    find: (_text, match) => {
      const secret = (match.groups?.secret ?? "").replace(/[.,;:!?]+$/, "");
      if (!looksMixed(secret) || isPlaceholder(secret)) return [];
      const start = match.index + match[0].length - (match.groups?.secret ?? "").length;
      return [[start, start + secret.length]];
    },
    positives: () => ["the admin password is ⟦hunter2x⟧.", "set the password to '⟦Tr0ub4dor⟧'"],
    negatives: () => [
      "the token is base64 encoded",
      "password is 12characters",
      "the token was sha256-hashed",
      "the secret is kept",
    ],
  },
  {
    name: "kubernetes-secret",
    hint: ["kind: Secret"],
    pattern: /(?<=^|\n)([ \t]*)(?:data|stringData):[ \t]*\n(?<lines>(?:\1[ \t]+[^\n]*(?:\n|$)){1,100})/g,
    find: (_text, match) => {
      const lines = match.groups?.lines ?? "";
      const at = match.index + match[0].length - lines.length;
      return [...lines.matchAll(/^[ \t]+[\w.-]+:[ \t]+["']?([^\s"']+)/gm)]
        .filter((line) => !isPlaceholder(line[1] ?? ""))
        .map(
          (line) =>
            [
              at + line.index + line[0].length - (line[1] ?? "").length,
              at + line.index + line[0].length,
            ] as const,
        );
    },
    positives: () => ["kind: Secret\ndata:\n  user: ⟦YWxpY2U=⟧\n  conn: ⟦cG9zdGdyZXM=⟧\ntype: Opaque"],
    negatives: () => ["kind: SecretStore\nspec:\n  provider: x"],
  },
];

/** Letters and digits, and no name of an algorithm or a count of something. */
function looksMixed(value: string): boolean {
  if (/^(?:base\d|sha-?\d|md5|utf-?\d|hs\d|rs\d|es\d|aes|oauth|ipv\d|bcrypt|\d+[a-z-]+$|v\d)/i.test(value))
    return false;
  return (
    /\d/.test(value) &&
    /[a-z]/i.test(value) &&
    !/[/(]/.test(value) &&
    (looksLikeToken(value) || keyStrength(value) === "none")
  );
}
