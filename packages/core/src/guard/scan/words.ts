// Word lists that several rules share. All are sources of case-insensitive patterns.

/** Hosts that packages, documents and sources are normally taken from. */
export const knownHosts =
  "(?:<[\\w -]+>|(?:[\\w-]+\\.)*(?:github\\.com|githubusercontent\\.com|gitlab\\.com|bitbucket\\.org|npmjs\\.(?:org|com)|yarnpkg\\.com|nodejs\\.org|pypi\\.org|pythonhosted\\.org|python\\.org|pytorch\\.org|rust-lang\\.org|crates\\.io|golang\\.org|go\\.dev|rubygems\\.org|debian\\.org|ubuntu\\.com|alpinelinux\\.org|docker\\.com|docker\\.io|ghcr\\.io|quay\\.io|k8s\\.io|kubernetes\\.io|googleapis\\.com|nodesource\\.com|microsoft\\.com|apache\\.org|maven\\.org|mozilla\\.org|w3\\.org|jsdelivr\\.net|unpkg\\.com|conda\\.io|anaconda\\.org|hashicorp\\.com|brew\\.sh))";

/** Hosts on this machine or in a private network. */
export const localHosts =
  "(?:localhost|127\\.\\d+\\.\\d+\\.\\d+|0\\.0\\.0\\.0|\\[::1\\]|10\\.\\d+\\.\\d+\\.\\d+|192\\.168\\.\\d+\\.\\d+|172\\.(?:1[6-9]|2\\d|3[01])\\.\\d+\\.\\d+|host\\.docker\\.internal|[\\w.-]+\\.(?:local|internal|lan|test|svc)|[a-z][a-z0-9-]*)(?=[:/\\s\"'`),]|$)";

/** Places made for dropping data, and callbacks of attack tools. */
export const dropHosts =
  "(?:webhook\\.site|pastebin\\.com|paste\\.\\w+|hastebin|transfer\\.sh|file\\.io|0x0\\.st|termbin\\.com|ix\\.io|requestbin|pipedream|oast\\.\\w+|interact\\.sh|burpcollaborator|ngrok|serveo|anonfiles?|gofile|dpaste|ghostbin|rentry|beeceptor|hookbin|dnslog|canarytokens|[\\w.-]+\\.onion|discord(?:app)?\\.com/api/webhooks|api\\.telegram\\.org|trycloudflare|localtunnel|loca\\.lt)";

/** A public address by number. */
export const publicAddress =
  "(?<![\\d.])(?!127\\.|10\\.|192\\.168\\.|172\\.(?:1[6-9]|2\\d|3[01])\\.|0\\.0\\.0\\.0)(?:\\d{1,3}\\.){3}\\d{1,3}(?![\\d.])";

export const shells =
  "(?:sudo\\s+(?:-\\w+\\s+)*)?(?:env\\s+)?(?:/(?:usr/)?bin/)?(?:ba|z|da|k|fi|c|tc)?sh\\b|(?:sudo\\s+)?(?:python[\\d.]*|node|perl|ruby|php|deno|bun|pwsh|powershell|iex|invoke-expression|source|xargs\\s+(?:\\S+\\s+)*(?:ba|z)?sh)\\b";

/** Files and variables that hold secrets, as commands name them. */
export const secretPaths =
  "\\.ssh\\b|\\bid_(?:rsa|ed25519|ecdsa|dsa)\\b|\\.aws(?:/|\\\\)?|\\.env\\b(?!\\.(?:example|sample|template))|\\.npmrc|\\.netrc|\\.pgpass|\\.pypirc|\\.kube\\b|kubeconfig|\\.docker/config|\\.gnupg|\\.git-credentials|/etc/(?:shadow|passwd|sudoers)|/proc/(?:self|\\d+|\\*)/environ|\\bcredentials(?:\\.json|\\.ya?ml|\\.db)?\\b|wallet\\.dat|keychain|login\\.?data|cookies\\.sqlite|\\.config/(?:gcloud|gh)|\\.bash_history|\\.zsh_history|\\.terraform\\.d|\\.tfstate|secrets?\\.(?:ya?ml|json|env)|Chrome/|Firefox/|/Cookies\\b|User Data|\\bserviceaccount/token|\\.pem\\b|\\.key\\b|\\.p12\\b|\\.kdbx?\\b";

/** What prose calls a secret, or data that is not the agent's to move. */
export const secretData =
  "\\.env\\b|/proc/\\S*environ|env(?:ironment)? (?:file|vars?|variables?)|(?:the|its|your|whole|entire|full|current|process) environment\\b|secrets?(?: keys?| values?| store)?|credentials?|(?:api|access|private|secret|ssh|signing|encryption|deploy|license)[ -]?keys?|\\w*_(?:token|key|secret|password)s?\\b|(?:auth|access|bearer|session|refresh|oauth|login|github|npm|deploy|personal access)[ -]?tokens?|tokens?|passwords?|passphrases?|login data|id_(?:rsa|ed25519)|\\.ssh|\\.aws|\\.npmrc|\\.netrc|kubeconfig|\\.kube|(?:session |auth |login |browser )?cookies|keychain|key ?store|seed phrase|wallet|system prompt|tool list|(?:conversation|chat)(?: history| log| so far| transcript)?|customer (?:table|data|records?|list|database|details)|user (?:table|data|records|database|list)|(?:database|db) (?:dump|copy|backup|password)|personal data|private data|card numbers?|medical records|source code|(?:private )?repositor(?:y|ies) contents?|one[- ]time codes?|(?:2fa|mfa|verification|recovery|backup) codes?|confidential|ssn|config(?:uration)? (?:file|values?)|shell history|/etc/(?:passwd|shadow)|service account(?: json| file| key)?|memory of (?:earlier|other|previous)[^.]{0,20}|your (?:full |entire |own )?(?:memory|instructions|configuration|context)|certificates? and keys?";

export const mailboxes = "mailbox(?:es)?|inbox(?:es)?";

/** All of it. */
export const secretNouns = `${secretData}|${mailboxes}`;

export const moveVerbs =
  "send(?:s|ing)?|sent|post(?:s|ed|ing)?|upload\\w*|forward\\w*|e-?mail(?:s|ed|ing)?|mail(?:s|ed|ing)?|transmit\\w*|shar(?:e|es|ed|ing)|cop(?:y|ies|ied)|past(?:e|es|ed|ing)|publish\\w*|attach\\w*|append\\w*|includ(?:e|es|ing)|embed\\w*|encode\\w*|put(?:s|ting)?|writ(?:e|es|ten|ing)|push\\w*|submit\\w*|exfiltrat\\w*|leak\\w*|hand(?:s|ed|ing)?(?: \\w+){0,3} (?:over|to)|hand(?:s|ed)? over|(?:hand|giv)(?:e|es|s|ing)?(?: out| away)|deliver\\w*|relay\\w*|tweet\\w*|dump\\w*|mirror\\w*|sync\\w*|report\\w*|pass(?:es|ed)? (?:on|along)|expos\\w+|reveal\\w*|disclos\\w*|stream\\w*|back(?:s|ed)? up|add(?:s|ed|ing)?|insert\\w*|smuggl\\w+|beacon\\w*|ship(?:s|ped)?|drop(?:s|ped)?(?= (?:\\S+ ){0,7}(?:in|into|at|on|onto|to)\\b)|print(?:s|ed|ing)?|echo(?:es|ed)?|quote[sd]?|repeat\\w*|log(?:s|ged)?";

export const sinkNouns =
  "https?://|ftp://|[\\w.+-]+@[\\w-]+\\.[\\w.]+|web ?hooks?|paste ?bin|paste (?:site|service)|\\bgists?\\b|external|outside|third[- ]part(?:y|ies)|public(?:ly)?|issue(?:s| tracker)?|pull request|commit message|changelog|readme|\\b(?:the|a|this|that) (?:url|link|address)\\b|\\burl\\b|user-agent|referer|custom header|query (?:string|parameter)|partner|vendor|tracker|remote (?:server|host|endpoint)|(?:our|my|this|that|given|following|their|collector|collection|another|unknown|analytics|telemetry|drop) (?:server|endpoint|address|bucket|host|url|channel|mailbox|account|site)|dns|subdomain|forum|chat|discord|telegram|slack|twitter|\\bcaller\\b|stranger|whoever|anyone|attacker|support(?: team)?|the author|image (?:url|address|link)|shared (?:folder|drive|bucket)|(?:build|ci|job|console|pipeline) (?:logs?|output)|branch name|tag name|commit (?:title|body)|the (?:\\w+ )?address\\b|usb|(?:the|your|each|every) (?:final|next|last|first) (?:message|reply|answer)|first (?:line|reply|answer)|(?:the|your|every|each) (?:answer|reply|response|output|summary)|in plain text|\\?\\w=";

/** Who must not be kept in the dark. */
export const people =
  "users?|persons?|people|humans?|operators?|reviewers?|customers?|clients?|owners?|developers?|maintainers?|admin\\w*|team(?:mates?)?|anyone|anybody|nobody|no one|everyone|them|him|her|colleagues?|auditors?|security|manager|supervisor|staff";
