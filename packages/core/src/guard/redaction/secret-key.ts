/** How surely a key names a secret: `sure` masks any value, `likely` only one that looks like a token. */
export type KeyStrength = "sure" | "likely" | "none";

// Words that name a secret by themselves when they stand last in a key.
const sureWords = new Set(
  (
    "password passwords passwd passwort passphrase passcode pass pwd pw secret secrets credential credentials " +
    "apikey apikeys accesskey secretkey privatekey authkey signingkey encryptionkey masterkey accountkey " +
    "authtoken accesstoken refreshtoken idtoken sessiontoken bearertoken apitoken token pat mnemonic " +
    "sessionid sessid phpsessid jsessionid connectionstring otp totp cvv cvc ssn contraseña senha пароль パスワード 密码 mot_de_passe"
  ).split(" "),
);
const likelyWords = new Set([
  "tokens",
  "auth",
  "authorization",
  "authentication",
  "cookie",
  "cookies",
  "jwt",
]);
const keyOwners = new Set(
  (
    "api access private secret signing encryption encrypt decryption master account auth shared ssh service " +
    "deploy license licence subscription session storage consumer app application admin webhook hmac jwt " +
    "signature crypto cipher aes rsa recovery root role anon bot server aws azure gcp google openai anthropic " +
    "stripe sendgrid mailgun twilio datadog dd groq mistral cohere gemini maps"
  ).split(" "),
);
// A word after the secret's own that still names the secret: `SECRET_KEY_BASE`, `DB_PASSWORD_PROD`.
const trailers = new Set(
  "base b64 base64 value prod production dev development test staging stage old new plain plaintext raw live main primary secondary default local current previous env var encoded encrypted hash data".split(
    " ",
  ),
);
// A word before `token` that makes it a position in a list or in a text.
const harmlessTokens = new Set(
  "page next prev previous continuation cursor cancel cancellation stop eos bos pad unk mask sep cls special design theme unexpected max min num total input output prompt completion start end first last sync syntax".split(
    " ",
  ),
);
const sureSuffix =
  /(?:password|passwd|passphrase|passwort|secret|apikey|authtoken|accesstoken|secretkey|accesskey|privatekey)$/;

/** The words of an identifier, lower case: `dbPassword`, `DB_PASSWORD` and `db-password` have the same. */
export function keyWords(key: string): readonly string[] {
  return key
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replace(/([A-Z]+)([A-Z][a-z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .filter((word) => word !== "");
}

/** Judges a key by its last words: `access_token` is a secret, `access_token_ttl` a duration. */
export function keyStrength(key: string): KeyStrength {
  const words = [...keyWords(key)];
  while (words.length > 1 && isTrailer(words.at(-1) ?? "")) words.pop();
  const last = words.at(-1);
  if (last === undefined) return "none";
  const before = words.at(-2) ?? "";
  if (last === "key" || last === "keys") {
    return keyOwners.has(before) ? (last === "key" ? "sure" : "likely") : "none";
  }
  if (last === "string" || last === "id") {
    if (before === "secret") return "likely";
    return before === "session" || before === "connection" ? "sure" : "none";
  }
  if (last === "token" || last === "tokens") {
    if (harmlessTokens.has(before)) return "none";
    return last === "tokens" ? "likely" : "sure";
  }
  if (last === "auth" && before === "" && key.startsWith("_")) return "sure";
  if (sureWords.has(last) || sureSuffix.test(last)) return "sure";
  if (last.length > 5 && last.endsWith("token"))
    return harmlessTokens.has(last.slice(0, -5)) ? "none" : "sure";
  return likelyWords.has(last) ? "likely" : "none";
}

function isTrailer(word: string): boolean {
  return trailers.has(word) || /^v?\d{1,2}$/.test(word);
}
