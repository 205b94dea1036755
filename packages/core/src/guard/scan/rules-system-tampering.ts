import { near, ruleGroup, type ScanRule, word } from "./scan-rule.ts";

const negated =
  /\b(?:do not|don['’]t|never (?!expire)|must not|cannot|should not|may not|not allowed|refus\w+|only (?:after|when|if)|unless)\b/i;

/** Systems, logs and access in somebody's care, handled against that care. */
export const systemTamperingRules: readonly ScanRule[] = [
  ...ruleGroup(
    {
      code: "weakened-guard",
      decision: "hold",
      detail: "switches a check or a safeguard off",
      passage: "sentence",
      warnable: true,
    },
    [
      {
        all: [
          near(
            "ignor\\w+|skip\\w*|despite|during|regardless of|bypass\\w*|before|in spite of|work around|override",
            "(?:the |any |a )?(?:\\p{L}+ )?(?:freeze|change window|maintenance window|change board|embargo|hold period|cooling-off)",
            1,
          ),
          word(
            "push|deploy\\w*|merg\\w+|releas\\w+|ship|anyway|ignor\\w+|skip\\w*|bypass\\w*|apply|change|despite|roll out",
          ),
        ],
        unless: [negated, /\b(?:no|announce|schedule|start of|before the freeze)\b/i],
      },
      word("back-?dat(?:e|es|ed|ing)|ante-?dat(?:e|es|ed|ing)|pre-?dat(?:e|es|ing) the"),
      near(
        "us(?:e|ing)|set|giv(?:e|ing)|choos\\w+|keep|put|assign|creat\\w+",
        "(?:[^.]{0,20})(?:same|one|default|simple|short|weak|easy|fixed|guessable|shared|common|factory)(?: \\p{L}+)? (?:passwords?|pins?|keys?|passphrases?|tokens?|secrets?|logins?)(?![\\p{L}])[^.]{0,40}(?:all|every|everywhere|each|servers|accounts|users|machines|so (?:that )?|easier|for now|hosts|remember)",
        0,
      ),
      {
        all: [
          word(
            "(?:tokens?|keys?|passwords?|sessions?|certificates?|accounts?|cookies?|links?|grants?|access|credentials?)[^.]{0,50} (?:never (?:expires?|rotates?|ends?|time out)|(?:does|do|will) not expire|without (?:an? )?(?:expiry|expiration|end date|time limit|limit)|no (?:expiry|expiration)|for (?:ten|10|99|100) years|forever|to never expire|valid for (?:ever|ten|10))",
          ),
          word(
            "set|creat\\w+|mak\\w+|issu\\w+|generat\\w+|give|add|mint|extend|sign|grant|keep|use|share|so that",
          ),
        ],
        unless: [
          /\b(?:do not|don['’]t|never (?:create|issue|set|use|share|give)|must not|avoid|audit|find|list|replace)\b/i,
        ],
      },
      near(
        "disabl\\w+|turn(?:ing)? off|switch(?:ing)? off|remov\\w+|drop|lift\\w*|kill|stop\\w*|mask|uninstall\\w*|unload|exclud\\w+|lower|rais(?:e|ing)|blind",
        "(?:the |all |any |every |our )*(?:\\p{L}+ )?(?:account lock-?out|lock-?out|key rotation|password (?:policy|rules?|expiry)|session time-?outs?|idle time-?out|edr|sensors?|falco|wazuh|osquery|auditd|cloudtrail|guard ?duty|siem|endpoint protection|data loss prevention|dlp|waf|mfa|captcha|admission (?:controller|webhook)s?|pod security|network polic(?:y|ies)|deletion protection|versioning|vpc flow logs?|flow logs?|access logs?|integrity monitoring|file integrity|secure boot|write protection|safety (?:interlock|limit|stop)s?)(?![\\p{L}])",
        1,
      ),
      {
        all: [
          near(
            "edit|chang\\w+|rewrit\\w+|delet\\w+|truncat\\w+|clear\\w*|overwrit\\w+|trim\\w*|empty\\w*|filter\\w*|cut|remov\\w+|scrub\\w*|alter|fix|clean(?:ing)?(?: up)?|roll|drop|wip\\w+|eras\\w+",
            "(?:[^.]{0,40})(?:(?:audit|access|auth|security|event|login|sign-?in|command|shell|change|activity|admin|door|visitor|call|chat|session)[ -](?:logs?|trails?|history|journal|events?|entries|records?|recordings?)|cloudtrail|syslog|journal|event viewer|log (?:lines?|entr(?:y|ies))|lines? (?:from|in|of) the logs?|entries (?:from|in|of) the logs?|(?:your|our|these|this|the) (?:lines|entries|commands) (?:from|in) )",
            0,
          ),
        ],
        unless: [
          negated,
          /\b(?:older than|retention|rotate|rotation|test|format|colou?r|archive\w*|export\w*|personal data|query)\b/i,
        ],
      },
      near(
        "edit|chang\\w+|run|appl(?:y|ies|ying)|fix|patch|execut\\w+|test\\w*|experiment|try|debug\\w*|updat\\w+|hot-?fix|play|type|import|load",
        "(?:[^.]{0,40})(?:directly|straight|right|first|only)[^.]{0,8} (?:in|on|against|into|at) (?:the )?(?:production|prod|live)(?![\\p{L}])",
        0,
      ),
      {
        all: [
          word(
            "(?:wild ?cards?|['‘“\"`]\\*['’”\"`]|stars?|all actions|all resources|any action|any principal|full scope|every scope|all scopes|write-all)",
          ),
          word(
            "polic(?:y|ies)|roles?|permissions?|iam|cors|sudo|scopes?|grants?|token|principal|allow-?list|acl|workflow",
          ),
          word(
            "set|us(?:e|ing)|put|add|giv(?:e|ing)|attach|replac\\w+|grant|widen|chang\\w+|write|instead|simpl\\w+|easi\\w+",
          ),
        ],
        unless: [negated, /\b(?:find|list|avoid|replace the wild|narrow|audit)\b/i],
      },
    ],
  ),
  ...ruleGroup(
    {
      code: "exposed-secret",
      decision: "hold",
      detail: "takes or moves data that is not the reader's",
      passage: "sentence",
      warnable: true,
    },
    [
      {
        all: [
          near(
            "copy|dump|download|pull|sync|keep|take|export|move|save|store|mirror|restore|load",
            "(?:[^.]{0,40})(?:production|prod|customers?|patients?|live|database|payroll|state file|users?|backup|vault|client)(?![\\p{L}])[^.]{0,60}(?:laptop|workstation|home (?:computer|pc|drive)|personal|usb|desktop|private|own (?:machine|device|cloud|bucket|drive)|phone|memory stick|dropbox|google drive|icloud)",
            0,
          ),
        ],
        unless: [negated, /\b(?:encrypted|anonymi[sz]ed|masked|heap dump|sample)\b/i],
      },
    ],
  ),
  ...ruleGroup(
    {
      code: "destructive-command",
      decision: "hold",
      detail: "destroys or falsifies data",
      passage: "command",
      warnable: true,
    },
    [
      /\bWHERE\s+(?:1\s*=\s*1|true)\b/i,
      /\bUPDATE\s+\w*(?:users?|accounts?|members?|customers?|employees?|payments?|invoices?|orders?|salar\w+)\w*\s+SET\s+[^;]*\b(?:role|is_?admin|admin|balance|password\w*|salary|iban|amount|price|paid|verified|approved)\s*=/i,
      /\bINSERT\s+INTO\s+\w*(?:admins?|superusers?|sudoers|authorized\w*|allow_?list)\b/i,
      /\bsed\s+-i\S*\s[^\n]*(?:\/var\/log|\.log\b|audit|history)/i,
      /\btouch\s+(?![^\n]*(?:fixture|test|tmp))(?:-\w+\s+)*-(?:d|t|r|-date|-reference)\b|\bGIT_(?:COMMITTER|AUTHOR)_(?:DATE|NAME|EMAIL)=|\bgit\s+commit\b[^\n]*--(?:date|author)[= ]/i,
      /\bdate\s+(?:-s|--set)\b|\btimedatectl\s+set-time\b|\bhwclock\s+--set\b/i,
      /(?:^|[;&|]\s*)(?:>|:\s*>|cat \/dev\/null\s*>|echo\s+["']{0,2}\s*>)\s*\S*(?:log|history|audit)\b/i,
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
      /\b(?:require|import)\b\(?\s*[`"']?(?:node:)?https?[`"']?[^\n]{0,60}(?:get|request)\b[^\n]{0,120}process\.env|https?:\/\/[^\s"'`]*["'`]?\s*\+\s*process\.env\.\w*(?:TOKEN|KEY|SECRET|PASS)/i,
      /\b(?:tar|cat|dd|gzip|zip|docker save|git bundle)\b[^\n|]{0,160}\|\s*(?:gzip\s*\|\s*|openssl[^|]*\|\s*|base64[^|]*\|\s*)?(?:ssh|nc|ncat|curl|socat)\s+(?!-?\w*\s*(?:localhost|127\.))(?![^\n]*@[\w.-]+\.(?:internal|local|lan)\b)[^\n]{0,120}(?:@|https?:|\d)/i,
      /\bpython\d?\s+-m\s+(?:http\.server|SimpleHTTPServer)\b[^\n]*(?:--directory|-d)\s+(?:\/(?:\s|$|etc|root|home)|~|\$HOME)/i,
      /\brsync\b[^\n]*\s(?:\/(?:etc|root|home|var\/(?:lib|backups?))|~)\S*\s+\S+@\S+:/i,
      /\baws\s+s3\s+(?:cp|sync)\b[^\n]*--acl[= ]public/i,
    ],
  ),
];
