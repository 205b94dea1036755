import type { RedactionRow, Span } from "./redaction-row.ts";
import { isPlaceholder } from "./secret-value.ts";

/** `curl -u user:password` and the short password flags of database clients, which no key names. */
export const commandFlagRow: RedactionRow = {
  name: "command-password-flag",
  hint: / -(?:u|-user|-proxy-user|-auth|p|a |P|U|w |passw)|\bpass:/,
  pattern:
    /\b(?<tool>curl|wget|http|xh|mysql|mysqldump|mysqladmin|mariadb|mariadb-dump|sshpass|redis-cli|sqlcmd|bcp|mongosh?|mongodump|docker|podman|helm|smbclient|ldapsearch|ldapadd|zip|unzip|7z|openssl|az)\b[^\n]{0,400}/g,
  find: (_text, match) => {
    const tool = match.groups?.tool ?? "";
    const pattern = flagsOf(tool, match[0]);
    const spans: Span[] = [];
    for (const found of pattern === undefined ? [] : match[0].matchAll(pattern)) {
      const start = found.index + found[0].length;
      const rest = match[0].slice(start);
      const quote = found.groups?.quote ?? "";
      const closing = quote === "" ? -1 : rest.indexOf(quote);
      const secret = closing === -1 ? (/^[^\s"'\\]+/.exec(rest)?.[0] ?? "") : rest.slice(0, closing);
      if (secret === "" || isPlaceholder(secret)) continue;
      spans.push([match.index + start, match.index + start + secret.length]);
    }
    return spans;
  },
  positives: () => [
    "curl -u admin:⟦hunter2⟧ https://h/x",
    "curl -s --user 'admin:⟦hun ter2⟧' https://h/x",
    "mysql -u root -p⟦hunter2⟧ app",
    "sshpass -p ⟦hunter2⟧ ssh a@h",
    "redis-cli -h c -a ⟦hunter2⟧ ping",
    "docker login -u a -p ⟦hunter2⟧ ghcr.io",
    "openssl pkcs12 -in a.p12 -passin pass:⟦hunter2⟧",
  ],
  negatives: () => [
    "docker run -u 1000:1000 -p 8080:80 image",
    "curl -u $USER:$PASS https://h",
    "curl -u admin: https://h",
    "mysql -u root -p app",
    "mkdir -p a/b",
    "docker compose -p shop up",
  ],
};

const quote = `\\\\*(?<quote>["']?)`;
const flag = (form: string): RegExp => new RegExp(`\\s${form}${quote}`, "g");
const loginOnly = new Set(["docker", "podman", "helm", "az"]);

// Each pattern ends right before the secret. `mysql -p name` asks for the password, so no space there.
const flags: Readonly<Record<string, RegExp>> = {
  ...each(
    "curl wget http xh",
    new RegExp(`\\s(?:-[a-zA-Z]*[uUa]|--user|--proxy-user|--auth)[ =]?${quote}[^\\s:"'/]{0,80}:(?!//)`, "g"),
  ),
  ...each("mysql mysqldump mysqladmin mariadb mariadb-dump 7z", flag("-p(?! )")),
  ...each("docker podman helm az", flag("-p[ =]?")),
  ...each("sshpass mongo mongosh mongodump", flag("-p ?")),
  ...each("redis-cli", flag("-a ")),
  ...each("sqlcmd bcp zip unzip", flag("-P ?")),
  ...each("ldapsearch ldapadd", flag("-w ")),
  ...each("openssl", new RegExp(`\\bpass:${quote}`, "g")),
  ...each("smbclient", new RegExp(`\\s-U ?${quote}[^\\s%"']+%`, "g")),
};

function each(tools: string, pattern: RegExp): Record<string, RegExp> {
  return Object.fromEntries(tools.split(" ").map((tool) => [tool, pattern]));
}

function flagsOf(tool: string, command: string): RegExp | undefined {
  return loginOnly.has(tool) && !/\slogin\b/.test(command) ? undefined : flags[tool];
}
