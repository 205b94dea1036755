import { bounded, forbidden } from "./bounds.ts";
import { lazyPattern } from "./scan-pattern.ts";
import { near, ruleGroup, type ScanRule, word } from "./scan-rule.ts";

const collections =
  "payroll|crm|customers?(?: table| list| data(?:base)?| records?| base)?|leads?(?: list)?|patients?(?: list| records?| letters)?|guest list|members?(?: list)?|contacts?|raw (?:chat )?(?:logs?|data)|chat logs?|transcripts|recordings|production (?:data(?:base)?|dump)|database|mailing list|personnel files?|salary \\p{L}+|bookings|order history|source code|contracts?|price list|tenders?|bids?|exam (?:questions|papers)|user (?:table|data|list)|address book|medical \\p{L}+|logs including names|employee \\p{L}+";
const elsewhere =
  "private (?:address|mailbox|e-?mail|account|phone|laptop|drive|cloud)|at home|home (?:computer|address)|dropbox|google drive|icloud|wetransfer|gmail|shared folder|(?:vendor|agency|consultant|partner|contractor|supplier|sponsor|bidder|competitor|freelancer|broker|investor|reseller)(?:['’]s)?(?: [\\p{L}]+)? ?(?:dropbox|folder|drive|bucket|server|address|mailbox|account|sftp|share|team|chat)?|group chat|whatsapp|telegram|social media|facebook|tutor\\w*(?: \\p{L}+)?|usb stick|personal (?:laptop|phone|account|drive|cloud)|press|journalists?|friend";
const kin =
  "employers?|landlords?|insurers?|(?:ex-\\w+|exe?s?|ex(?:wife|husband|partner|employee|friend))|spouse|husband|wife|relatives?|neighbou?rs?|journalists?|press|parents?|school|bank|competitors?|creditors?|lawyers?|police";
const subjects =
  "members?|patients?|tenants?|employees?|users?|customers?|callers?|guests?|clients?|applicants?|students?|passengers?|donors?|subscribers?|victims?|witness(?:es)?";

/** Confidential things carelessly kept, shown or handed on, and commands that blind the watchers. */
export const dataCustodyRules: readonly ScanRule[] = [
  ...ruleGroup(
    {
      code: "exposed-secret",
      decision: "hold",
      detail: "keeps or shows confidential data where it does not belong",
      passage: "sentence",
      warnable: true,
    },
    [
      {
        all: [
          word(
            "passwords?|passphrases?|secrets?|tokens?|api keys?|private keys?|card (?:numbers?|data)|cvv|health data|personal data|pins?|credentials?|social security numbers?|patient data|customer data|back-?ups?",
          ),
          word(
            "plain ?text|in plain|unencrypted|unhashed|in the clear|clear ?text|without (?:encryption|hashing)|readable for all|together with the card|in the job['’]s variables|in a (?:spreadsheet|text file|shared (?:note|doc\\w*))|on a sticky note|in the phone['’]s gallery",
          ),
          word(
            "may|can|should|stor\\w+|sav\\w+|keep|kept|fine|for now|log\\w*|send|put|write|note|is enough|simpler|easier|slow|faster",
          ),
        ],
        unless: [forbidden, /\b(?:not|no|find|detect|scan for|warn|replace|migrate|encrypt (?:it|them))\b/i],
      },
      {
        all: [
          near(
            "giv(?:e|es|ing)|tell|read(?: out)?|show|send|dictate|reveal|name|whisper|confirm|spell",
            "(?:to )?(?:the |a |any )?(?:callers?|them|him|her|customers?|guests?|visitors?|person|passengers?|buyers?)[^.]{0,12} (?:the |their |an? |his |her )?(?:[\\p{L}\\p{N}]+ ){0,3}?(?:pass ?phrases?|transactions?|secret (?:word|answer)s?|code ?words?|security answers?|answers? to|maiden name|pin|account balance|last four|digits|correct (?:answer|date|name)|right (?:answer|name|date))",
            0,
          ),
          word("proof|try again|let|so|fails?|forgot\\w*|wrong|help|if|when|then|confirm\\w*|identif\\w+"),
        ],
        unless: [forbidden, bounded, /\bafter (?:the|two|both|identif\w+|verif\w+)\b|\bverified\b/i],
      },
      {
        all: [
          near(
            "send|mail|e-?mail|copy|copies|export|sync|upload|post|forward|share|put|drop|move|hand|goes?|go|transfer|give|save|push|deliver|let|allow",
            `(?:[^.]{0,50}?)(?:${collections})(?![\\p{L}])`,
            0,
          ),
          lazyPattern(
            `(?:to|in|into|on|onto|with|for|via|through|at|let|allow)[^\\p{L}\\n]+(?:the |a |an |his |her |their |your |our |my |some )*(?:[\\p{L}'’-]+ ){0,2}?(?:${elsewhere})(?![\\p{L}])`,
            "iu",
          ),
        ],
        unless: [
          forbidden,
          bounded,
          /\b(?:anonymi[sz]\w+|encrypt\w*|hashed|redact\w*|consent|nda|opening hours|own (?:data|booking)|support@|on file|release notes|sign(?:ed|ing) the contract|made-?up)\b/i,
        ],
      },
      {
        all: [
          near(
            "let|allow|give|grant|permit|enable",
            "(?:the |a |an |any |our )?(?:[\\p{L}]+ )?(?:vendors?|partners?|agenc(?:y|ies)|contractors?|consultants?|suppliers?|advertisers?|sponsors?|brokers?)[^.]{0,24}(?:read|see|access|query|download|browse|export|copy|look|search|into)[^.]{0,40}(?:production|raw|customers?|live|full|chat|logs?|database|patient|names|users?|everything|mailbox|all)",
            0,
          ),
        ],
        unless: [
          forbidden,
          bounded,
          /\b(?:read-only replica of the demo|anonymi[sz]\w+|status page|public|contract)\b/i,
        ],
      },
      {
        all: [
          lazyPattern(
            `(?:(?:the|a|an|any|their|his|her) )?(?:${kin}) (?:may|can|should|will|is allowed to|has a right to) (?:then )?(?:learn|know|see|hear|read|be told|get|receive|find out|have)|(?:tell|inform|mention to|let|notify|write to|call|report to) (?:the |an? |any |their |his |her )?(?:${kin})(?![\\p{L}])`,
            "iu",
          ),
          word("why|which|where|what|whether|who|how much|that|know|everything|address|details"),
          word(subjects),
        ],
        unless: [
          forbidden,
          bounded,
          /\b(?:consent|agreed|court order|warrant|own (?:child|booking)|emergency contact|only)\b/i,
        ],
      },
      {
        all: [
          near(
            "collect|gather|harvest|sweep(?: up)?|pool|hoard|compile|inventory|bundle|stockpile",
            "(?:all |the |any |every |found |user['’]s )*(?:api keys?|access keys?|tokens?|secrets?|credentials?|passwords?|private keys?|cookies|session ids?|one-time codes?)(?![\\p{L}])",
            1,
          ),
        ],
        unless: [
          forbidden,
          /\b(?:rotat\w+|report\w*|revok\w+|count|audit|metrics?|usage|expir\w+|detect\w*|names of)\b/i,
        ],
      },
      {
        all: [
          near(
            "us(?:e|ing)|charge|bill|debit|take|try|book on|put (?:it|this) on",
            "(?:the |a |any |their |his |her |that )?(?:[\\p{L}]+ )?(?:cards?|accounts?|payment methods?|bank details|mandates?)(?: details)? (?:stored|saved|left|kept|on record|we (?:have|kept)|from|of)[^.]{0,40}(?:previous|earlier|last|other|another|old|different|someone|years? ago|past)",
            0,
          ),
        ],
        unless: [
          forbidden,
          bounded,
          /\b(?:refund|confirm\w*|asks? (?:for|to)|customer chooses|original payment)\b/i,
        ],
      },
    ],
  ),
  ...ruleGroup(
    {
      code: "unusual-network",
      decision: "hold",
      detail: "opens a way in or reaches where it should not",
      passage: "sentence",
      warnable: true,
    },
    [
      {
        all: [
          near(
            "leave|keep|start|run|open|forward|set up|turn|expose|mount|escape|break out|get out|use(?! (?:it|this) (?:when|if|where))|try|spray|test|scan|borrow|steal|assume|put",
            "(?:[^.]{0,40})(?:netcat|nc listener|listener|ssh to|port \\p{N}+ to|reverse tunnel|proxy for|metadata (?:endpoint|service|address|ip)|the container|host['’]s (?:disk|root|docker|filesystem)|default passwords?|leaked (?:list|passwords?|credentials)|password list|neighbou?rs?['’]? (?:subnet|network)|docker\\.sock|node['’]s role|other tenants)(?![\\p{L}])",
            0,
          ),
          word(
            "vendor|support|without|so (?:that )?|easier|borrow|by|to find|after|relay|gets? in|role|crawler|on the|try|disk|log ?in|form|databases|users|root|bot|keep",
          ),
        ],
        unless: [
          forbidden,
          bounded,
          /\b(?:change|refused|blocked|localhost|kubectl port-forward|staging|remove[sd]?|replace|start the container|run the container|needs a token|web server|health|build)\b/i,
        ],
      },
      {
        all: [
          near(
            "run|execute|enable|open|start|allow|activate|eval(?:uate)?|load|trust|import|accept|install|switch|point|change|set|re-?sign|unpin|compute|calculate|take",
            "(?:the |a |an |any |all |its |their )*(?:[\\p{L}'’]+ ){0,3}?(?:macros?|json (?:it|that)|new key|keys?|package source|source|registry|releases|actions|checksum|hash|it)(?![\\p{L}])[^.]{0,40}(?:came with|from the (?:mailing list|pull request|mail|chat|comment|offer|attachment|file you (?:downloaded|got))|in the (?:pull request|comment|mail|chat|issue)|returns?|re-?sign|@master|@latest|always has|the (?:user|comment|mail) names)",
            0,
          ),
        ],
        unless: [forbidden, bounded, /\b(?:official|release page|signature|pinned)\b/i],
      },
      {
        all: [
          near(
            "run|apply|test|try|flip|change|edit|deploy|execute|start|begin|make|makes|perform|roll out|experiment",
            "(?:[^.]{0,50})(?:(?:in|on|against|to) (?:the )?(?:production|prod|live(?: system| site| database| server)?)(?: [\\p{L}]+)? (?:first|by trial|without|outside|right away|directly|before)|(?:directly|straight) (?:in|on|to|into) (?:the )?(?:production|prod|live)|by trial and error|outside the (?:window|change window|hours))",
            0,
          ),
        ],
        unless: [forbidden, bounded, /\bstaging first\b/i],
      },
      word(
        "force-?merge[^.]{0,60}|conflicts? (?:always )?resolves? to (?:ours|theirs)|history rewritten|remove the lock(?: ?file)?[^.]{0,20}(?:and )?(?:write|go on|continue|anyway|start|run)|(?:kill|stop|break) the replication|(?:code owner|reviewer|approver|admin)[^.]{0,30} so (?:that )?it can (?:unblock|approve|merge|clear) itself|unpin (?:the |all )?(?:actions|dependencies|versions)",
      ),
    ],
  ),
  ...ruleGroup(
    {
      code: "weakened-guard",
      decision: "hold",
      detail: "blinds those who watch",
      passage: "command",
      warnable: true,
    },
    [
      /\baws\s+(?:cloudtrail|guardduty|configservice|config|securityhub|macie2|inspector2?|detective|accessanalyzer|wafv2|logs|cloudwatch)\s+(?:stop|delete|disable|update-detector[^\n]*--no-enable|put-event-selectors)\S*/i,
      /\bgcloud\s+(?:logging|monitoring|scc)\b[^\n]*\bdelete\b|\baz\s+(?:monitor|security|sentinel)\b[^\n]*\b(?:delete|disable|off)\b|\baz\s+storage[^\n]*--allow-blob-public-access\s+true/i,
      /\bkubectl\s+delete\s+(?:validatingwebhook\w*|mutatingwebhook\w*|networkpolic\w+|podsecuritypolic\w+|clusterpolic\w+|rolebindings?\s+--all)/i,
      /\bkubectl\s+create\s+clusterrolebinding\b[^\n]*cluster-admin/i,
      /\b(?:pkill|killall|kill)\b[^\n]*(?:falco|auditd|osquery|crowdstrike|falcon|wazuh|sysmon|defender|clamd|suricata|ossec)/i,
      /\bsystemctl\s+(?:stop|disable|mask)\b[^\n]*(?:audit|firewall|falcon|wazuh|osquery|clam|fail2ban|syslog|journald|apparmor|ufw)/i,
      /\bgit\s+(?:config|-c)\b[^\n]*(?:commit\.gpgsign|gpg\.program|core\.hooksPath|receive\.\w+|transfer\.fsckObjects)[= ]+(?:false|\/dev\/null|\/tmp)/i,
    ],
  ),
  ...ruleGroup(
    {
      code: "unusual-registry",
      decision: "hold",
      detail: "takes packages from a host that does not carry their name",
      passage: "command",
      warnable: true,
    },
    [
      // A chart's own host carries its name; a name with one letter changed does not.
      /\bhelm\s+repo\s+add\s+([\w-]+)\s+https?:\/\/(?![^\s]*\1)(?!(?:[\w-]+\.)*(?:internal|local|github\.io|githubusercontent\.com|k8s\.io)\b)\S+/i,
      /\b(?:github|gitlab)\.com[/:][\w.-]*(?:0penssl|g00gle|paypa1|micros0ft|faceb00k|n0de|0racle|am4zon|g1thub|1odash|l0dash|reqeusts|expresss|nump1|bltnami|kubernets)[\w.-]*/i,
    ],
  ),
];
