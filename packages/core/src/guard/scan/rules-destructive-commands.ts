import { lazyPattern, type ScanPattern } from "./scan-pattern.ts";
import { ruleGroup, type ScanRule } from "./scan-rule.ts";
import { localHosts } from "./words.ts";

const i = (source: string): ScanPattern => lazyPattern(source, "i");
const systemFolders =
  "(?:etc|var|usr|bin|sbin|lib|lib64|boot|opt|srv|sys|proc|dev|home|root|mnt|media|data|Users|System|Library|Applications)";
const sandboxed = i(
  "^(?![^]*(?:\\bprod|[_-]prod|production))[^]*?\\b(?:\\w*[_-])?(?:tests?|tmp|temp|local|staging|dev|sandbox|scratch|fixture|demo|example|ci|preview|review|ephemeral|playground|pr|feature)(?:[_-]\\w*)*\\b",
);

/** Commands that destroy, weaken or stay: held, since a person may well want one of them. */
export const destructiveCommandRules: readonly ScanRule[] = [
  ...ruleGroup(
    {
      code: "destructive-command",
      decision: "hold",
      detail: "destroys data or work",
      passage: "command",
      warnable: true,
    },
    [
      i(
        `\\brm\\s+(?:-[\\w-]+\\s+)*-(?:\\w*[rR]\\w*|-recursive)(?:\\s+-[\\w-]+)*\\s+(?:--\\s+)?(?:[^\\s;&|]+\\s+)*?["']?(?:/(?:\\*|\\s|["']|$|\\.)|/(?!var/lib/apt/lists|var/cache|var/tmp)${systemFolders}(?:/[\\w.*-]+){0,3}/?\\*?(?=["'\\s;&|)\`]|$)|~(?:/?\\*?|/\\.?\\w+/?)(?=["'\\s;&|),\`]|\\.?$|\\.\\s)|\\$\\{?HOME\\}?/?\\*?(?=["'\\s;&|)\`]|$)|\\*(?=\\s|$|["'\`])|\\.{1,2}(?:/\\*?)?(?=["'\\s;&|)\`]|$)|\\.git(?=/?["'\\s;&|)\`]|$)|\\$\\{?\\w+\\}?/\\*|[A-Z]:\\\\)`,
      ),
      /--no-preserve-root/i,
      /\bdd\b[^\n]{0,80}\bof=\/dev\/(?!null)|\bmkfs(?:\.\w+)?\s|\bwipefs\b|\bblkdiscard\b|\bshred\b[^\n]{0,40}(?:\/dev\/|-\w*u)|>\s*\/dev\/(?:sd|nvme|hd|vd)|\b(?:parted|sgdisk|fdisk)\b[^\n]{0,40}(?:mklabel|--zap|-o)|\bdiskpart\b|\bformat\s+[a-z]:/i,
      /:\s*\(\s*\)\s*\{[^}]*\|[^}]*&[^}]*\}|\bfork bomb\b/i,
      i(`\\bfind\\s+["']?(?:/(?:\\s|${systemFolders}\\b)|~|\\$HOME)[^\\n]{0,120}(?:-delete|-exec\\s+rm)`),
      {
        all: [
          /\bDROP\s+(?:DATABASE|SCHEMA|USER|ROLE)\b|\bDROP\s+TABLE\b|\bTRUNCATE\s+(?:TABLE\s+)?(?!(?:the|an?|it|them|long|to|and|at|text|strings?|output|after|lines?|names?)\b)\w+|\bdropdb\b|\bFLUSH(?:ALL|DB)\b|\.dropDatabase\(|\bdb:drop\b/i,
        ],
        unless: [sandboxed],
      },
      {
        all: [
          /\bDELETE\s+FROM\s+[\w."`]+\s*(?:;|"|'|$)(?!\s*WHERE)|\bUPDATE\s+[\w."`]+\s+SET\s+(?:(?!WHERE)[^;"\n])+(?:;|"|$)/,
        ],
        unless: [sandboxed, /WHERE/i],
      },
      {
        all: [
          /\b(?:terraform|tofu|pulumi|cdk|terragrunt)\s+(?:run-all\s+)?destroy\b|\bhelm\s+(?:uninstall|delete)\b[^\n]*\bprod/i,
        ],
        unless: [sandboxed],
      },
      {
        all: [
          /\bkubectl\s+(?:[\w-]+\s+)*delete\s+(?:ns|namespaces?|nodes?|pv|pvc|persistentvolume\w*|crds?|all|--all|deployments?\s+--all|-A)\b|\bkubectl\b[^\n]*\bdelete\b[^\n]*--all\b/i,
        ],
        unless: [sandboxed],
      },
      {
        all: [
          /\baws\s+s3\s+(?:rb\b|rm\s[^\n]*--recursive)|\baws\s+\w+\s+(?:delete-(?:db|table|bucket|stack|cluster|user|snapshot|backup)\w*|terminate-\w+)|\bgcloud\s+[^\n]*\b(?:projects|instances|databases)\s+delete|\baz\s+group\s+delete|\bgsutil\s+(?:-m\s+)?rm\s+-r/i,
        ],
        unless: [sandboxed],
      },
      /\bgit\s+(?:-\S+\s+\S+\s+)?push\b[^\n;&|]*(?:\s--force(?!-with-lease|-if)|\s-f\b|\s--mirror\b|\s--delete\s+(?:main|master|production|release)|\s\+\w|\s:(?:main|master))/i,
      /\bgit\s+(?:filter-branch|filter-repo|reflog\s+expire|update-ref\s+-d|gc\s[^\n]*--prune=now)\b|\bgit\s+branch\s+-D\s+(?:main|master)\b/i,
      /\bRemove-Item\b[^\n]*(?:-Recurse|-r\b)[^\n]*(?:[A-Z]:\\(?:Users|Windows|\*|["'\s]|$)|\$HOME|~|\$env:)|\b(?:del|erase|rd|rmdir)\s+\/s\b[^\n]*[A-Z]:\\|\bvssadmin\s+delete|\bwevtutil\s+cl\b|\bcipher\s+\/w|\bbcdedit\b/i,
      /\bchmod\s+(?:-\w+\s+)*(?:0?777|a\+rwx|[0-7]?666)\s+(?:-R\s+)?["']?(?:\/(?:\s|$|["'*]|etc|var|usr|home)|~)|\bchmod\s+(?:-R\s+)?(?:0?777|a\+rwx)\b|\bchown\s+-R\s+\S+\s+["']?\/(?:["'\s]|$|etc|usr|var(?:["'\s/]|$))/i,
      /\bkill\s+-9\s+-1\b|\bkillall\s+-9\b|\biptables\s+(?:-F|--flush)|\bcrontab\s+-r\b|\buserdel\b|\bdeluser\b|\bsystemctl\s+(?:isolate|poweroff|halt)|\bshutdown\s+(?:-h|now|\/s)|\binit 0\b|\bdocker\s+(?:system|volume)\s+prune\b[^\n]*(?:--volumes|-a\w*\b[^\n]*-f)/i,
      /\bhistory\s+-c\b|\brm\b[^\n]*\.(?:bash|zsh)_history|\bunset\s+HISTFILE|\bHISTFILE=\/dev\/null|HISTSIZE=0|\bset \+o history|\btruncate\b[^\n]*\/var\/log\/(?:auth|secure|wtmp|audit)|>\s*\/var\/log\/(?:auth|secure|wtmp|audit|syslog)/i,
    ],
  ),
  ...ruleGroup(
    {
      code: "weakened-guard",
      decision: "hold",
      detail: "switches a check or a safeguard off",
      passage: "command",
      warnable: true,
    },
    [
      /--no-verify\b|--no-gpg-sign\b|\bHUSKY(?:_SKIP_HOOKS)?=[01]\b|(?:^|\s)SKIP=[\w,-]+\s+git\b|--skip-checks\b/i,
      i(
        `NODE_TLS_REJECT_UNAUTHORIZED\\W*(?:=|to|:|is)?\\W*0|http\\.sslVerify\\b\\s*["']?(?:=|\\s)\\s*["']?(?:false|0)|GIT_SSL_NO_VERIFY|PYTHONHTTPSVERIFY=0|strict-ssl["']?\\s*(?:=|\\s)\\s*false|rejectUnauthorized["']?\\s*:\\s*false|verify\\s*=\\s*False|CURLOPT_SSL_VERIFY\\w+\\s*,\\s*(?:0|false)|InsecureSkipVerify\\s*:\\s*true|--no-check-certificate|--insecure-skip-tls-verify|--skip-ssl-validation|--ignore-certificate-errors|--disable-web-security|SkipCertificateCheck|_create_unverified_context|CERT_NONE|sslmode=disable|--allow-unauthenticated|--no-gpg-check|--nogpgcheck|--trusted-host|--allow-untrusted|--force-yes`,
      ),
      { all: [/\bcurl\b[^\n|]*\s(?:-\w*k\w*|--insecure)\b(?!\w)/], unless: [i(`https?://${localHosts}`)] },
      /StrictHostKeyChecking[= ]no|UserKnownHostsFile[= ]\/dev\/null/i,
      /\bsetenforce\s+0|\bufw\s+disable|\bsystemctl\s+(?:stop|disable|mask)\s+(?:--now\s+)?(?:auditd|firewalld|iptables|nftables|falco|apparmor|fail2ban|clamav\S*|osquery\S*|crowdstrike\S*|falcon\S*|rsyslog|ufw)|\bSet-MpPreference\b|\bnetsh\s+advfirewall\s+set[^\n]*off|\bspctl\s+--master-disable|\bcsrutil\s+disable|\bauditctl\s+-e\s*0|\bSet-ExecutionPolicy\s+(?:Unrestricted|Bypass)|-ExecutionPolicy\s+Bypass|\bAdd-MpPreference\b[^\n]*Exclusion/i,
      /\bgh\s+pr\s+(?:merge\b[^\n]*--admin|review\b[^\n]*--approve)|branches?\/[\w/-]+\/protection\b[^\n]*DELETE|DELETE\b[^\n]*\/protection\b|--dangerously[\w-]*|--yolo\b|--skip-permissions/i,
      /\b(?:test|lint|audit|check|verify|tsc|eslint|jest|vitest|pytest)\S*\b[^\n;]{0,60}\|\|\s*(?:true|:|exit 0|echo)\b|"test"\s*:\s*"(?:exit 0|true|echo[^"]*)"/i,
      /\bsed\s+-i\b[^\n]*(?:expect\(|assert|\.skip|describe\.skip|it\.skip)[^\n]*|\b(?:rm|git rm)\s[^\n]*\.(?:test|spec)\.\w+/i,
      /\baudit[-_ ]?level[= ]+none\b|\bnpm\s+config\s+set\s+(?:audit|ignore-scripts)\s+false|--no-audit\b[^\n]*--force|eslint-disable\s+security/i,
    ],
  ),
  ...ruleGroup(
    {
      code: "raised-privilege",
      decision: "hold",
      detail: "raises privileges",
      passage: "command",
      warnable: true,
    },
    [
      /NOPASSWD|\/etc\/sudoers/i,
      /\bchmod\s+(?:[ug]*\+s|[2467]7[0-7]{2}|4[0-7]{3})\s|\bsetcap\s/i,
      /\b(?:usermod|gpasswd|adduser)\b[^\n]*\b(?:sudo|docker|wheel|root|admin|adm)\b|\bnet\s+localgroup\s+administrators\b[^\n]*\/add|\bdseditgroup\b[^\n]*admin/i,
      /clusterrole=?\s*["']?cluster-admin|\bAdministratorAccess\b|\broles\/(?:owner|editor)\b|"Action"\s*:\s*"\*"|\bGRANT\s+ALL\b|\bWITH\s+ADMIN\s+OPTION|\bALTER\s+(?:USER|ROLE)\s+\w+\s+(?:WITH\s+)?SUPERUSER/i,
      /\bdocker\s+run\b[^\n]*(?:--privileged|-v\s+\/:\/|--pid[= ]host|--cap-add[= ](?:ALL|SYS_ADMIN)|docker\.sock)|\bnsenter\b[^\n]*-t\s*1\b|hostPID:\s*true|privileged:\s*true/i,
      /\bpasswd\s+-d\b|\buseradd\b[^\n]*(?:-o\s+-u\s*0|-u\s*0\b)|PermitRootLogin\s+yes/i,
    ],
  ),
  ...ruleGroup(
    {
      code: "persistence",
      decision: "hold",
      detail: "makes something stay or start by itself",
      passage: "command",
      warnable: true,
    },
    [
      /\|\s*(?:sudo\s+)?crontab\b|(?:^|[;&|`(]\s*|\b(?:sudo|run|then|do)\s+)crontab\s+(?:-u\s+\S+\s+)?(?:-(?:\s|$)|(?!-)\S*[./]\S+|(?!-)[\w-]+`?$)|>>?\s*\/etc\/cron|\/etc\/cron\.(?:d|daily|hourly)\/\S+\s*(?:<<|$)|\btee\b[^\n]*\/etc\/cron/,
      /(?:>>?|\btee\b(?:\s+-a)?)\s*["']?(?:~|\$\{?HOME\}?|\/root|\/home\/\w+|\/etc)\/\.?(?:bashrc|zshrc|profile|bash_profile|zprofile|zshenv|bash_login|profile\.d\/\S+|config\/fish\/\S+)/i,
      /(?:>>?|\btee\b(?:\s+-a)?|\bcp\b\s+\S+|\bssh-copy-id\b)\s*["']?\S*authorized_keys/i,
      /\bsystemctl\s+enable\b[^\n]*(?:\/|\.(?:timer|service)\b[^\n]*(?:\/tmp|\/home|~))|>\s*\/etc\/systemd\/|\blaunchctl\s+(?:load|bootstrap)|Library\/Launch(?:Agents|Daemons)|\/etc\/rc\.local|\/etc\/ld\.so\.preload|\bLD_PRELOAD=|\/etc\/init\.d\/\S+\s*<</i,
      /\.git\/hooks\/\S+|\bcore\.hooksPath\b|\binit\.templateDir\b/i,
      /\breg(?:\.exe)?\s+add\b[^\n]*\\Run(?:Once)?\b|\bschtasks\b[^\n]*\/create|\bNew-ScheduledTask|\bStartup\\|\bsc(?:\.exe)?\s+create\b|New-Service\b/i,
      /["'](?:pre|post)install["']\s*:\s*["'][^"'\n]*(?:curl|wget|node -e|base64|https?:|\.\/)/i,
      /(?:>>?|\btee\b(?:\s+-a)?)\s*["']?\S*(?:CLAUDE|AGENTS|GEMINI|SKILL)\.md\b|(?:>>?|\btee\b)\s*\S*(?:\.cursorrules|copilot-instructions|\.windsurfrules)/i,
      /\bnohup\b[^\n]*(?:curl|nc\b|\/tmp\/|~\/\.cache)|\b(?:PROMPT_COMMAND|BASH_ENV)=/i,
    ],
  ),
];
