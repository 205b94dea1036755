import { lazyPattern, type ScanPattern } from "./scan-pattern.ts";
import { ruleGroup, type ScanRule } from "./scan-rule.ts";
import { dropHosts, knownHosts, localHosts, publicAddress, secretPaths, shells } from "./words.ts";

const i = (source: string): ScanPattern => lazyPattern(source, "i");
// Only what fetches by itself: "kubectl get", "git fetch" and "conf-irm" do not.
const fetchers =
  "(?<![\\w-])(?:(?:curl|wget|aria2c|lwp-(?:request|download)|httpie|irm|iwr|invoke-(?:webrequest|restmethod))\\b|https?(?=:\\/\\/)|(?:https?|fetch|GET)(?=\\s+(?:-\\S+\\s+)*[\"']?https?:)|fetch(?=\\())";
/** Further places from which a pipe brings text that somebody else can write. */
const stores =
  "(?<![\\w-])(?:aws\\s+s3\\s+cp|gsutil\\s+(?:cat|cp)|gcloud\\s+storage\\s+cat|az\\s+storage|rclone\\s+cat|kubectl\\s[^\\n|]{0,60}?\\bget|git\\s+(?:show|cat-file|archive)|gh\\s+(?:api|gist|release)|nc(?:at)?|ssh|scp|dig|redis-cli|etcdctl|consul\\s+kv|vault\\s+(?:kv\\s+)?(?:get|read))\\b";
const line = "[^\\n]{0,300}?";
const nameEnd = "(?=[\"'`\\s;&|)]|$)";
/** A download into a file; its name is remembered. */
const intoFile = `(?:\\s-\\w*o|-OutFile|--output(?:-document)?|>)[ =]?["']?(?:[^\\s"'\`;&|]*[/$\\\\{])?([\\w.%-]+)\\}?${nameEnd}`;
/** Some commands further on, or some bullets. */
const later = "[^\\n]{0,300}?(?:&&|;|\\|\\||\\n)[\\s\\S]{0,1200}?";
/** The file remembered is run. */
const runsFile = `(?:(?<![\\w-])(?:${shells}|chmod\\s+(?:[ugoa]*\\+x|[0-7]*[1357][0-7]*)|start(?:-process)?|open|exec|dpkg\\s+-i|msiexec\\s+/i|(?<=(?:^|[;&|\\n(\`])\\s*)\\.)\\s+["'\`]*(?:\\S*[/$\\\\{])?\\1${nameEnd}|(?:sudo\\s+|[;&\\n\`(]\\s*)["']?(?:\\.|~|\\$\\w+)?\\S{0,80}/\\1${nameEnd})`;
const remote = `https?://(?!${localHosts})`;
const oddRemote = `https?://(?!${localHosts}|${knownHosts})`;
const transports = `(?:curl|wget|invoke-(?:webrequest|restmethod)|irm|iwr|nc(?:at)?\\b|netcat|socat|telnet|scp|sftp|rsync|ftp|tftp|dig|nslookup|mail|mailx|sendmail|mutt|requests\\.(?:post|put|get)|urlopen|axios|https?\\.(?:get|request|post)|fetch\\(|XMLHttpRequest|gh gist|xdg-open https?:|start https?:|aws s3 (?:cp|sync)|gsutil|rclone|git push)`;
const environment =
  "\\b(?:printenv|os\\.environ|process\\.env\\b(?!\\.\\w)|ENV\\.to_h|getenv\\(\\)|Get-ChildItem env:|gci env:|dir env:|kubectl get secrets?|gpg [^\\n]*--export-secret|security find-(?:generic|internet)-password|vault (?:kv get|read)|aws secretsmanager get|gh auth token|gcloud auth print|cmdkey|mimikatz|lsass)|(?:^|[;&|(`]\\s*)(?:env|set|export -p|declare -x)\\s*(?:\\||>)|\\$\\(\\s*(?:env|printenv|set)\\s*[)|]";

/** Fetch and execute, encoded commands, reverse shells and exfiltration, as shells and scripts write them. */
export const commandRules: readonly ScanRule[] = [
  ...ruleGroup(
    {
      code: "fetch-and-execute",
      decision: "reject",
      detail: "runs what it fetches from the network",
      passage: "command",
      warnable: true,
    },
    [
      i(
        `(?:${fetchers}|${stores})[^\\n|]{0,520}(?:\\|\\|[^\\n|]{0,300})?\\|&?\\s*(?:tee\\s+\\S+\\s*\\|\\s*|gunzip\\s*\\|\\s*|tar [^|]*\\|\\s*|base64 -\\w+\\s*\\|\\s*)?(?:${shells})(?!\\s+-(?:c|e|m|p|r|n\\w*e)\\b|\\.|\\s+\\S+\\.\\w+)`,
      ),
      // Line by line, or word by word.
      i(
        `(?:${fetchers}|${stores})[^\\n|]{0,520}\\|\\s*(?:while\\s[^\\n]{0,60}?\\bdo\\s+(?:eval\\s+|\\w*sh\\s+-c\\s+)?["']?\\$\\w|xargs\\s[^\\n|]{0,60}?\\b(?:\\w*sh|eval)\\s+-c\\s+["']?(?:\\{\\}|\\$[\\d@*]))`,
      ),
      i(
        `(?:${shells}|\\beval|\\bexec|(?:^|[;&|]\\s*)\\.)\\s+(?:-\\w+\\s+)?["']?(?:<\\(|\\$\\(|\`)\\s*(?:sudo\\s+)?${fetchers}`,
      ),
      { all: [i(`${fetchers}${line}${intoFile}${later}${runsFile}`)], acrossBullets: true },
      {
        all: [i(`(?:${fetchers})${line}https?://[^\\s"'\`|;&]*/([\\w.%-]{2,})${nameEnd}${later}${runsFile}`)],
        acrossBullets: true,
      },
      // An archive: what is run has another name than what was fetched.
      i(
        `${fetchers}${line}\\b(?:tar|unzip|bsdtar|7z|gunzip)\\b${line}(?:&&|;|\\n)\\s*(?:sudo\\s+)?(?:(?:ba|z)?sh\\s+\\S|source\\s+\\S|\\S*/(?:install|setup|bootstrap|run|configure|start)\\b|\\./\\S|chmod \\+x)`,
      ),
      {
        all: [
          i(
            "\\b(?:exec|eval|iex|invoke-expression|instance_eval|Function|assert|execSync|runInThisContext|system|import)\\b",
          ),
          i(
            `(?:urlopen|requests\\.get|fetch\\(|URI\\.open|open\\(|file_get_contents|\\bget\\(?\\s*["']?|DownloadString|Net::HTTP|iwr|irm|Invoke-WebRequest|https?\\.get|curl|wget)\\s*\\(?[^\\n]{0,40}${remote}`,
          ),
        ],
      },
      i(
        "\\b(?:mshta|regsvr32|rundll32|msiexec|cscript|wscript|installutil)\\b[^\\n]{0,60}https?:|certutil(?:\\.exe)?\\s+[^\\n]*-urlcache|bitsadmin\\s+/transfer|powershell(?:\\.exe)?\\s+[^\\n]*-e(?:nc?|ncodedcommand)?\\s+[A-Za-z0-9+/=]{20,}",
      ),
      i(
        `\\b(?:npx|bunx|pnpx|pnpm dlx|yarn dlx|uvx|pipx run|deno run|bun run|go run|cargo script)\\b[^\\n]{0,80}${oddRemote}`,
      ),
      i(
        "(?:\\becho|\\bprintf|<<<)[^\\n|]{0,4000}\\|\\s*(?:base64\\s+(?:-d|-D|--decode)|xxd\\s+[^|]*-\\w*r|rev|tr\\s[^|]+|openssl\\s+(?:enc|base64)[^|]*|gunzip|zcat)[^\\n|]{0,60}\\|\\s*(?:sudo\\s+)?(?:\\w*sh|python\\d?|node|perl|ruby|php)\\b",
      ),
      i(
        "\\b(?:eval|exec)\\b[^\\n]{0,40}(?:base64|b64decode|atob|fromCharCode|unhexlify|Buffer\\.from)|(?:base64 -d|base64 --decode|xxd -r)[^\\n|]{0,60}\\|\\s*(?:sudo\\s+)?(?:ba|z|da)?sh\\b",
      ),
    ],
  ),
  ...ruleGroup(
    {
      code: "reverse-shell",
      decision: "reject",
      detail: "opens a shell to another machine",
      passage: "command",
      warnable: true,
    },
    [
      /\/dev\/(?:tcp|udp)\/[\w.$[\]{}-]+\/[\w$]+/i,
      /\b(?:nc|ncat|netcat|socat|busybox nc)\b[^\n]{0,120}(?:-e\s|-c\s|--exec|--sh-exec|exec:|system:)/i,
      /\bmkfifo\b[^\n]{0,200}\b(?:nc|ncat|netcat|telnet|openssl)\b/i,
      {
        all: [
          /\bsocket\b|fsockopen|TCPSocket|net\.(?:connect|Socket|createConnection)|IO::Socket|TCPClient|net\.Dial/i,
          /\/bin\/(?:ba|z)?sh|cmd(?:\.exe)?\b|\bsh -i|pty\.spawn|dup2|subprocess|child_process|shell_exec|\bexec\b|StartProcess|powershell/i,
        ],
      },
      /\bsh\s+-i\b[^\n]{0,40}[<>]&|\btelnet\b[^\n|]{0,80}\|\s*\/bin\/|openssl s_client[^\n]{0,120}\|\s*\/bin\/|\bawk\b[^\n]{0,60}\/inet\/tcp/i,
      /\bssh\b[^\n]{0,120}\s-\w*R\s*[\w:*.]*\d|\b(?:ngrok|cloudflared|bore|frpc|chisel)\b[^\n]{0,60}\b(?:tcp|tunnel|22|client)\b/i,
      /\b(?:msfvenom|meterpreter|cobaltstrike|xmrig|cryptominer|stratum\+tcp)\b/i,
    ],
  ),
  ...ruleGroup(
    {
      code: "exfiltration",
      decision: "reject",
      detail: "sends secrets or data away",
      passage: "command",
      warnable: true,
    },
    [
      {
        all: [i(transports), i(`(?:${secretPaths})`)],
        unless: [
          i(
            `^(?!${line}(?:@|\\||<|cat |tar |base64|\\$\\(|cp |-T |--upload-file|-F |open\\(|readFile|read\\(|Get-Content|scp |rsync |sftp ))`,
          ),
          /(?:scp|ssh|rsync)\b[^\n|;&]*\s-i\s+\S*id_\w+\s[^\n|;&]*$/i,
          /--(?:env-file|kubeconfig|cacert|cert|key|netrc-file)[ =]/i,
        ],
      },
      { all: [i(`${transports}`), i(environment)] },
      {
        all: [
          i(
            `\\b(?:dig|nslookup|host|ping|drill|resolvectl)\\s[^\\n]{0,80}(?:\\$\\(|\`(?:cat|env|whoami|id|hostname|base64|printenv|uname)\\b|\\$\\{?\\w+\\}?\\.)`,
          ),
        ],
      },
      // The case of a flag counts, and a header that authenticates is no body.
      lazyPattern(
        `${fetchers}${line}(?:\\s-(?:d|F|T)|--data\\S*|--form|--upload-file|--post-(?:data|file)|-[bB]ody)[ =]?["']?(?:(?!\\s-H\\b|--header)[^\\n]){0,80}\\$\\{?\\(?\\w*(?:TOKEN|KEY|SECRET|PASSW|CREDENTIAL|[tT]oken|[kK]ey|[sS]ecret|[pP]assw)`,
      ),
      i(
        `https?://[^\\s"']*[?&/][^\\s"']*(?:\\$\\{?\\w*(?:TOKEN|KEY|SECRET|PASSW|CREDENTIAL)|\\$\\((?:cat|env|whoami|base64|printenv)|\`(?:cat|env|whoami))`,
      ),
      i(`https?://[^\\s"']*\\$\\{?process\\.env`),
      i(
        `(?:-H|--header|extraHeader=?)\\s*["']?(?!authorization|x-api-key|api-key|private-token|x-auth|job-token|x-vault|x-goog)[\\w-]+:\\s*[^\\n"']*\\$\\{?\\w*(?:TOKEN|KEY|SECRET|PASSW)`,
      ),
      i(
        "git\\s+remote\\s+(?:add|set-url)[^\\n]{0,200}(?:&&|;|\\n)[^\\n]{0,80}git\\s+push[^\\n]{0,60}(?:--all|--mirror)",
      ),
      i(
        "\\b(?:history|env|printenv|cat\\s+\\S*(?:secret|token|credential|password)\\S*)\\b[^\\n]{0,80}>>?\\s*\\S*(?:public|static|www|htdocs|index\\.html|dist)\\b",
      ),
      i(
        "\\baws\\s+s3\\s+(?:cp|sync|mv)\\s+s3://\\S*(?:prod|customer|user|backup|private|secret|data)\\S*\\s+s3://(?:\\S*(?:external|public|share|third|partner|vendor|drop)\\S*)",
      ),
      i(
        `(?:mysqldump|pg_dump|mongodump|sqlite3)\\b[^\\n]{0,160}\\|[^\\n]{0,80}(?:curl|nc(?:at)?\\b|wget|mail)\\b`,
      ),
      i(
        `169\\.254\\.169\\.254[^\\n]{0,120}(?:security-credentials|iam|token|user-data|\\|)|metadata\\.google\\.internal[^\\n]{0,80}token`,
      ),
    ],
  ),
  ...ruleGroup(
    {
      code: "unusual-network",
      decision: "hold",
      detail: "talks to an unusual place",
      passage: "command",
      warnable: true,
    },
    [
      i(dropHosts),
      i(
        `(?:${fetchers}|\\b(?:nc(?:at)?\\b|netcat|telnet|scp|rsync|ssh|requests\\.\\w+|urlopen|docker run|git clone)\\b)[^\\n]{0,160}(?:@|//|\\s)${publicAddress}`,
      ),
      i(`https?://${publicAddress}`),
      i("\\b\\w+://[^\\s/]+\\.(?:ru|top|xyz|cc|tk|zip|mov|click|link|pw|su|cn\\.com)(?:[:/\\s\"'`]|$)"),
      i(
        `git\\s+clone\\b[^\\n]{0,200}(?:&&|;|\\n)[^\\n]{0,120}(?:sudo\\s+\\S|\\b(?:ba|z)?sh\\s+\\S|(?:\\./\\S*|\\S*/)(?:install|setup|run|bootstrap)\\b|curl|make install)`,
      ),
    ],
  ),
  ...ruleGroup(
    {
      code: "unusual-registry",
      decision: "hold",
      detail: "takes packages from an unusual place",
      passage: "command",
      warnable: true,
    },
    [
      i(`\\b(?:npm|pnpm|yarn|bun)\\s+(?:i|install|add)\\b[^\\n]{0,120}(?:git\\+)?${oddRemote}`),
      i(
        `\\b(?:pip\\d?|uv|pipx|poetry|conda|gem|cargo|go|composer)\\b[^\\n]{0,160}(?:--(?:extra-)?index-url|-i|--source|--find-links|-f|--index|--default-index|channel)[ =]+${oddRemote}`,
      ),
      i("\\bpip\\d?\\b[^\\n]{0,120}--trusted-host"),
      i(`\\b(?:pip\\d?|uv)\\s+(?:pip\\s+)?install\\b[^\\n]{0,100}(?:git\\+)?${oddRemote}`),
      i(`\\bregistry\\b[^\\n]{0,40}(?:set|=|:|to|at)\\s*["']?${oddRemote}`),
      i(
        `(?:npm_config_registry|PIP_INDEX_URL|PIP_EXTRA_INDEX_URL|GOPROXY|UV_INDEX_URL)\\s*=\\s*["']?${oddRemote}`,
      ),
      i(
        "\\bs[#|/,@][^\\n]{0,60}(?:registry\\.npmjs\\.org|pypi\\.org|proxy\\.golang\\.org|rubygems\\.org)[^\\n]{0,4}[#|/,@]",
      ),
      i("\\b(?:GONOSUMDB|GONOSUMCHECK|GOINSECURE|GOFLAGS=-insecure)\\b"),
    ],
  ),
];
