import { forbidden } from "./bounds.ts";
import { lazyPattern, type ScanPattern } from "./scan-pattern.ts";
import { near, ruleGroup, type ScanRule, word } from "./scan-rule.ts";
import { knownHosts } from "./words.ts";

const i = (source: string): ScanPattern => lazyPattern(source, "iu");

const carry =
  "send(?:s|ing)?|post(?:s|ing)?|upload\\w*|forward\\w*|e-?mail(?:s|ing)?|mail(?:s|ing)?|cc|bcc|blind[- ]cop(?:y|ies)|cop(?:y|ies|ying)|mirror\\w*|push(?:es|ing)?|sync\\w*|stream\\w*|ship(?:s|ping)?|deliver\\w*|report(?:s|ing)?|includ(?:e|es|ing)|submit\\w*|publish\\w*|back(?:s|ing)? up|replicat\\w+|export\\w*|duplicat\\w+|archiv\\w+|dump\\w*|tee|relay\\w*|put|write|hand|share|transfer\\w*|store|save|attach\\w*|log|append|add|pipe|exfil\\w*|beam|drop|feed|pass|call|ping|notify";

/** An address outside: mail, a web address, a bucket, a repository, a host name. */
const outside = `(?:[\\w.+-]+@(?!(?:[\\w-]+\\.)*(?:internal|local|localhost|example)\\b)[\\w-]+(?:\\.[\\w-]+)+|(?:https?|ftp|wss?)://(?!localhost|127\\.|10\\.|192\\.168\\.|(?:[\\w-]+\\.)*internal\\b|(?:[\\w-]+\\.)*local\\b|${knownHosts})[^\\s]+|(?:s3|gs|gcs|az|r2|b2)://[\\w.-]+|git@[\\w.-]+:[\\w./-]+|(?<![\\w@./-])(?!(?:[\\w-]+\\.)*(?:internal|local|test|svc|lan)\\b)(?:[a-z0-9-]+\\.){1,4}(?:com|net|org|io|dev|app|co|xyz|top|site|online|cloud|info|me|ai|sh|ru|cc|link|click|biz)(?![\\w-]*\\.(?:js|ts|md))(?:/\\S*)?)`;

const bulk =
  "each|every|all|any|also|too|as well|in addition|additionally|blind|copy|copies|mirror\\w*|automatic\\w*|whole|entire|complete|full|always|daily|nightly|hourly|weekly|after each|regularly|quietly|silently|in the background|raw|continuous\\w*|so (?:it|they) (?:is|are) kept|kept safe|for safe-?keeping|just in case|before you (?:delete|leave|finish)|once (?:it is|you are|they are)|whenever";

const load =
  "request bod(?:y|ies)|bod(?:y|ies)|responses?|payloads?|work(?:ing|space) ?(?:tree|director\\w+|files?)?|repositor(?:y|ies)|repo|source(?: code| tree)?|branches|commits|code ?base|buckets?|databases?|dumps?|tables?|environment|env(?:ironment)? (?:vars?|variables?)|values of the environment|variables|config\\w*|conversations?|chats?|transcripts?|prompts?|messages?|mails?|e-?mails?|orders?|order confirmations?|invoices?|customers?|users?|guests?|patients?|passengers?|members?|employees?|records?|files?|documents?|attachments?|contracts?|reports?|logs?|history|histories|results?|answers?|outputs?|credentials?|secrets?|tokens?|keys?|cookies?|passwords?|sessions?|contacts?|calendars?|notes|screenshots?|recordings?|key ?strokes|clipboard|diffs?|snapshots?|back-?ups?|artifacts?|data|details|bookings?|payments?|card|inventory|traces?|memory|core|heap|names?|addresses|uploads?|tickets?|summar(?:y|ies)";

const personal =
  "(?:home |private |new |full |postal |e-?mail |phone )?(?:address(?:es)?|phone(?: numbers?)?|numbers?|itinerar(?:y|ies)|salar(?:y|ies)|pay|bookings?|reservations?|details|results?|diagnos[ie]s|records?|balance|history|orders?|whereabouts|location|schedule|shifts?|room(?: number)?|names?|files?|medication|prescriptions?|passport|contract|grades?|rent|debts?|everything|data|codes?|door code|travel plans?|flight|seat|contact\\w*|birth ?date|age|religion|account|conversation|messages?|complaints?)";

const openEar =
  "(?:any ?(?:one|body)|whoever|whosoever|every ?(?:one|body)|those|people|couriers?|callers?|relatives?|recruiters?|journalists?|neighbou?rs?|landlords?|employers?|(?:an?|the|any|their|his|her) (?:(?:ex-\\w+|exe?s?|ex(?:wife|husband|partner|employee|friend))|relative|caller|recruiter|journalist|neighbou?r|landlord|employer|spouse|partner|husband|wife|friend|parent|colleague|lawyer|insurer|other (?:party|customer|guest|driver|side)|person|competitor|reporter|visitor|driver|courier|owner|seller|buyer|stranger|company|agency|reviewer))";

/** Data that leaves for an address of no one here, and personal details for whoever asks. */
export const dataFlowRules: readonly ScanRule[] = [
  ...ruleGroup(
    {
      code: "exfiltration",
      decision: "hold",
      detail: "sends data to an address outside",
      passage: "sentence",
      warnable: true,
    },
    [
      {
        all: [
          i(
            `\\b(?:${carry})\\b[^\\n]{0,160}?${outside}|${outside}[^\\n]{0,60}\\b(?:cop(?:y|ies)|recipient|mirror|receives?|gets?)\\b`,
          ),
          word(bulk),
          word(load),
        ],
        unless: [
          forbidden,
          /\b(?:on file|upstream|origin|official|docs?|documentation|changelog|announcement|curl -I|health|status page|public api|your own fork|company['’]s|registry|npmjs|pypi|homepage|readme|license|issue tracker|security issues?|vulnerabilit\w+|mailing list|join|subscribe|visit|see)\b/i,
          /--head\b|\bhealthz?\b|\s-c(?::[av])? copy\b/i,
        ],
      },
      {
        all: [
          near(
            "put|put(?:s|ting)|include|add|append|write|paste|upload|commit(?!;)|attach|post|send|copy|log|print|place|pass|carry|encode|embed|store|save|drop(?= (?:\\S+ ){0,7}(?:in|into|at|on|onto|to)\\b)|leave|publish|push|share|keep",
            "(?:[^.;]{0,40})(?:session cookies?|cookies?|\\.env(?: file)?|core dumps?|heap dumps?|memory dumps?|crash dumps?|database passwords?|passwords?|tokens?|api keys?|private keys?|secrets?|credentials?|customer data|patient data|personal data|values of the environment|environment variables?|connection strings?|service account)(?![\\p{L}]|[ -](?:permissions?|scopes?|expiry|lifetime|types?|settings?)\\b)",
            0,
          ),
          word(
            "query strings?|in the url|urls?|tickets?|public(?:ly)?|issues?|paste ?bin|crash reports?|online|web tools?|formatters?|chat(?: room)?|channel|wiki|screenshot|slides?|otherwise the|so (?:that )?the (?:next|other|whole)|lacks?|comment|readme|forum|error (?:message|report)s?|telemetry|analytics|health (?:probe|check)|referer|repositor(?:y|ies)|repo|description|commit|git|gist|title|subject|branch name|image|container|docker image|client|front-?end|browser|local storage|mobile app|log file|logs",
          ),
        ],
        unless: [
          forbidden,
          /\b(?:redact\w*|mask\w*|encrypt\w*|remove[ds]?|strip\w*|rotate\w*|leaked|\.gitignore|\.env\.example|secret (?:store|manager)|vault|gh secret|marked|httponly|made-up|fake|hashed|commit hash|commit message|name of the|names of the|number of tokens|token (?:count|limit|usage)|tokens per|number of|must not|without (?:secrets?|tokens?|passwords?|keys?|credentials?|personal)|no (?:secrets?|tokens?|passwords?|keys?)|reference|(?:secrets|env)\.\w+|design tokens?|csrf|access tokens? in the authorization|placeholder|variable name|reset)\b/i,
        ],
      },
      {
        all: [
          near(
            "paste|upload|put|enter|run|send|drop|feed|copy|load|submit|translate|format|convert|check",
            "(?:[^.]{0,50})(?:into|to|in|through|with|on|by) (?:an? |any |the |some |your |free |public )*(?:online|web|public|free|external|third[- ]party|browser)[- ]?(?:based )?(?: \\p{L}+)? ?(?:formatters?|tools?|converters?|translators?|services?|beautifiers?|sites?|pastebins?|chat-?bots?|editors?|playgrounds?|validators?|viewers?)",
            0,
          ),
          word(
            "customers?|patients?|personal|production|secrets?|tokens?|contracts?|payroll|confidential|internal|passwords?|private|real|user data|source code|records?|invoices?",
          ),
        ],
        unless: [forbidden, /\b(?:made-up|fake|anonymi[sz]ed|redacted|synthetic|only)\b/i],
      },
    ],
  ),
  ...ruleGroup(
    {
      code: "exposed-secret",
      decision: "hold",
      detail: "gives personal or confidential data away",
      passage: "sentence",
      warnable: true,
    },
    [
      {
        all: [
          near(
            "giv(?:e|es|ing)(?: out)?|tell(?:s|ing)?|read(?:s|ing)?(?: out)?|shar(?:e|es|ing)|hand(?:s|ing)?(?: out| over)?|reveal\\w*|disclos\\w+|show\\w*|send\\w*|provid\\w+|pass(?:es|ing)?(?: on)?|offer\\w*|let|confirm\\w*|forward\\w*|announce|name|dictate|release|discuss|text|spell out|describe",
            `(?:[^.]{0,60}?)${personal}(?![\\p{L}])[^.]{0,50}(?:to|with|for) ${openEar}(?![\\p{L}])|(?:to |with )?${openEar}[^.]{0,24}${personal}[^.]{0,40}(?:if|when|of any|of other|of another|they ask)`,
            0,
          ),
          word(
            "who|that|whoever|anyone|anybody|everyone|everybody|if|when|any|(?:ex-\\w+|exe?s?|ex(?:wife|husband|partner|employee|friend))|recruiters?|journalists?|neighbou?rs?|landlords?|competitor|owner|employers?|insurer|asks?",
          ),
        ],
        unless: [
          forbidden,
          /\b(?:consent|agreed|verified|identified|identity|anonymi[sz]ed|aggregate\w*|own (?:booking|data|order|account)|public|on file|price list|opening hours|error|docs?|example|after (?:you|they)|only)\b/i,
        ],
      },
      {
        all: [
          word(openEar),
          word(
            "(?:may|can|should|will|gets?|is|are)(?: to)?(?: be)? ?(?:told|given|shown|sent|read|handed|see|know|hear|have|receives?|learn)?(?: (?:the|its|their|his|her|all|full|any|about|everything))* ?(?:full |complete |all )*(?:details|everything|results?|diagnosis|address|booking|itinerary|records?|history|balance|whereabouts|whole story|code|password|number|location|room)",
          ),
          word(
            "asks?|sounds?|seems?|says?|claims?|mentions?|knows?|calls?|wants?|worried|meeting|picks? up|insists?|by name|quotes?|gives?",
          ),
        ],
        unless: [
          forbidden,
          /\b(?:consent|verified|identified|identity|no information|without|own|only|after)\b/i,
        ],
      },
      {
        all: [
          near(
            "look up|find(?: out)?|search for|get|fetch|dig up|identify|trace|locate|track down|de-?anonymi[sz]e|unmask|work out",
            "(?:[^.]{0,40})(?:address|identity|employer|phone|name|home|location|who (?:wrote|left|posted|filed|reported)|family|workplace|school|profile|account|person behind)[^.]{0,60}(?:reviews?|complaints?|author|reported|posted|left|tip|whistle|critic|witness|anonymous|ticket|vote)[^.]{0,40}(?:and|to|so|then|for)",
            0,
          ),
        ],
        unless: [forbidden],
      },
      {
        all: [
          near(
            "send|give|mail|text|read|tell|hand|pass|dictate|e-?mail|forward|issue",
            "(?:[^.]{0,20})(?:reset (?:links?|codes?|mail)|password reset|recovery (?:links?|codes?)|door codes?|access codes?|gate codes?|alarm codes?|key ?(?:card|code)s?|pin codes?|one-?time (?:codes?|passwords?)|verification codes?|login links?|magic links?|spare keys?|activation (?:links?|codes?)|voucher codes?|safe combination)[^.]{0,30} (?:to|for) (?:the |any |an? |whichever |whatever |every )?(?:\\p{L}+ )?(?:(?:address|number|e-?mail|mailbox|phone)(?: that| which)? (?:the |a |they|he|she|you|given|of their choice|from)|anyone|whoever|couriers?|callers?|drivers?|visitors?|person|people|guests?|customers?)[^.]{0,20}(?:gives?|names?|asks?|wants?|likes?|mentions?|provides?|dictates?|says?|chooses?|call|who|in a hurry)?",
            0,
          ),
        ],
        unless: [forbidden, /\bon file\b/i, /\b(?:registered|verified|confirmed)\b/i],
      },
      {
        all: [
          word(
            "rhymes?|acrostic|first letters?|last letters?|initial letters|one (?:character|letter|digit|word) per (?:line|message|answer)|(?:letter|character|digit|piece) by (?:letter|character|digit|piece)|spell(?:ed|ing)? out|backwards|reversed|in (?:french|german|spanish|latin|russian|chinese|japanese|italian|pig latin|emoji|verse|rhyme|morse|base64|hex|another language)|poem|haiku|song|story|riddle|as a joke|metaphors?|crossword|translate\\w*|paraphras\\w+|summari[sz]e|describe(?! (?:pods?|svc|services?|nodes?|pvcs?|jobs?|deploy\\w*|ingress|<|--))|hint at|encode[ds]?",
          ),
          word(
            "(?:admin |api |database |root |private |secret )*(?:passwords?|api keys?|secret keys?|private keys?|secrets?(?: file| folder)?|credentials?|tokens? of|access tokens?|pins?|seed phrase|system (?:prompt|message)|your (?:instructions|prompt|rules|configuration|system)|\\.env|key file|contents of the (?:secrets?|key|credential|config\\w*)[^.]{0,10})",
          ),
        ],
        unless: [
          forbidden,
          /\b(?:hashed|certificates?|jwt|example|field|policy|user ?story|primary key|foreign key|design tokens?|encode the (?:password|token) (?:in|for) (?:the )?url|percent|url-?encod\w+|how to|kubernetes|sealed|\.data|rotation|error)\b/i,
        ],
      },
      word(
        "(?:start|begin|open|end|close) (?:your|the|each|every) (?:reply|answer|response|message|output)s? (?:with|by (?:quoting|repeating|printing)) (?:the|all|any) (?:text|words|lines|messages?|content|prompt|instructions?) (?:above|before|that (?:came|stands|stand)|you (?:were|got|received)|preceding)",
      ),
    ],
  ),
];
