const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

// Files that play one role in every project of their kind: which one it is says what went wrong.
const wellKnownFiles = words(`
  package.json package-lock.json pnpm-lock.yaml pnpm-workspace.yaml yarn.lock tsconfig.json jsconfig.json
  node_modules dockerfile docker-compose.yml docker-compose.yaml compose.yaml makefile cmakelists.txt
  cargo.toml cargo.lock go.mod go.sum pyproject.toml requirements.txt setup.py pipfile poetry.lock gemfile
  gemfile.lock pom.xml build.gradle settings.gradle gradlew composer.json chart.yaml values.yaml .env .npmrc
  .gitignore .gitattributes .git index.lock known_hosts authorized_keys id_rsa id_ed25519 kubeconfig
  .terraform.lock.hcl terraform.tfstate docker.sock hosts passwd sudoers fstab crontab`);

/** Whether the last part of a path names a role rather than one project's file. */
export function isWellKnownFile(base: string): boolean {
  return wellKnownFiles.has(base.toLowerCase());
}

const technicalWords = words(`
  utf8 utf-8 utf-16 utf16 utf-32 md5 base64 base32 x86_64 x64 x86 k8s i18n l10n a11y s3 ec2 r2 oauth2 log4j
  neo4j psycopg2 boto3 win32 mp3 mp4 h2 node.js next.js vue.js nuxt.js express.js 2fa 3d 2d p12 pkcs12 pkcs8
  x509 rs256 hs256 es256 ed25519 python2 python3 pip3 db2 lz4 bz2 iso-8859-1 latin1 cp1252 web3 w3c ext4
  libssl1 py3 f2py h264 h265 oauth1 hex2bin`);
const numberedTypes =
  /^(?:u?int\d*|float|i|u|f|es|sha-?|ipv|http|arm|amd|cp|aes-?|tls|tlsv|ssl|sslv|crc|vec|complex)\d+(?:\.\d+)?$/i;

/** Words with digits that every engineer shares, so they are no ids. */
export function isTechnicalWord(word: string): boolean {
  return technicalWords.has(word.toLowerCase()) || numberedTypes.test(word);
}

// Reserved words and built-in type names: quoted, they still say which error it is.
const meaningfulWhenQuoted = words(`
  import export await async yield return const let var class function def else elif end fi done then do in of
  from null undefined true false none nonetype self this str string int integer float number bool boolean
  bytes bytearray list tuple dict set object array map never void any unknown symbol bigint date promise char
  module commonjs esm require type interface extends static public private new delete default case switch try
  catch finally with as is not and or if for while lambda nil nan infinity __main__ eof`);

/** Whether a quoted text says which error it is (a type, a reserved word, an option, a code, a sign). */
export function keptWhenQuoted(content: string): boolean {
  if (meaningfulWhenQuoted.has(content.toLowerCase())) return true;
  if (/^--?[a-z][\w-]*$/i.test(content)) return true;
  if (/^\.[a-z]{1,5}$/i.test(content)) return true;
  if (/^(?:E[A-Z]{3,}|ERR_[A-Z_]+|SIG[A-Z]{2,})$/.test(content)) return true;
  return content !== "" && /^[^\p{L}\p{N}\s]{1,3}$/u.test(content);
}

/** Two words joined by a slash that are no path. */
export const slashedWords =
  /^(?:i\/o|input\/output|tcp\/ip|and\/or|read\/write|n\/a|ssl\/tls|tls\/ssl|client\/server|http\/\d(?:\.\d)?|(?:application|text|image|audio|video|multipart|font)\/[a-z0-9.+-]+|yes\/no|true\/false|on\/off|(?:add|modify|rename)\/(?:add|delete|rename)|file\/directory|directory\/file)$/i;

// What is left of an error that names nothing: none of these tells two errors apart.
const emptyWords = words(`
  error errors err fatal fail fails failed failure failing exception command exit exited exits code status
  process processes completed returned nonzero non zero with was has had have is are be been
  the a an of to in on at for from by and or not no this that it its you your please see log logs more less
  details detail above below output stderr stdout build task job step run lifecycle elifecycle
  npm yarn pnpm make stop stopped unknown unexpected something went wrong occurred encountered internal tests
  test suite suites recipe tool call result results try again later reason message info caused
  traceback most recent last first aborted abort aborting terminated ended during while executing execution
  one some assertion assertionerror runtimeerror typeerror valueerror n id path value hex time url name
  ошибка fehler erreur エラー 错误 失败 失敗`);

// One such word says what went wrong.
const tellingWords = words("authentication deadlock handshake checksum certificate quota eof");
// Exit statuses that say by themselves what happened (POSIX shells; 128 + signal).
const tellingStatus = /\b(?:exit(?:ed)?|code|status)\b.{0,24}\b(?:126|127|134|137|139)\b/;
/** What is said of a name that stands for it, and the codes of a package manager. */
const tellingForm =
  /^<path>: undefined\b|\bunknown (?:function|method|type|variable|column|field|option|argument|command)\b|\bassertion <value> failed\b|\bis not (?:a function|a constructor|iterable|callable|defined)\b|^npm error code (?!elifecycle)e[a-z]{3,}/;
const tellingCode =
  /^(?:err_\w+|sig[a-z]{3,}|[a-z]{1,8}-?\d{3,6}|\d\d(?=.*[a-z])[0-9a-z]{3}|e(?:noent|acces|perm|exist|mfile|nospc|pipe|addrinuse|connrefused|connreset|timedout|notempty|isdir|notdir|resolve|integrity|usage))$/;

/**
 * Whether a normalised line is too common to identify an error: nothing is left once the words of every
 * failure are taken out, or only one word is and no code.
 */
export function isGenericLine(normalised: string): boolean {
  if (tellingStatus.test(normalised) || tellingForm.test(normalised)) return false;
  // `<name>` stands for an environment variable, and says so.
  const bare = normalised.replaceAll("<name>", "variable").replace(/<[a-z]+>/g, " ");
  const parts = bare.match(/[\p{L}\p{N}_]+(?:[-'][\p{L}\p{N}_]+)*/gu) ?? [];
  let telling = 0;
  for (const part of parts) {
    if (tellingCode.test(part)) return false;
    if (emptyWords.has(part) || /^\d+$/.test(part) || part.length < 2) continue;
    if (tellingWords.has(part)) return false;
    // Without spaces between words, one run of letters is a whole sentence.
    telling += /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u.test(part)
      ? Math.ceil(part.length / 3)
      : 1;
    if (telling >= 2) return false;
  }
  return true;
}
