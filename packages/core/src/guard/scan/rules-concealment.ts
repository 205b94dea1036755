import { forbidden } from "./bounds.ts";
import { overseers } from "./concepts.ts";
import { near, ruleGroup, type ScanRule, word } from "./scan-rule.ts";

/** Where something done is written down. */
const places =
  "(?:run |final |status |shift |weekly |incident |test |build |audit |change |access |session |activity |hand-?over |release |commit )?(?:summar(?:y|ies)|reports?|tickets?|logs?|logbook|changelogs?|records?|invoices?|receipts?|bills?|accounts?|files?|history|timelines?|notes|minutes|statements?|chart|diffs?|commit (?:messages?|history)|pull requests?|descriptions?|replies|reply|answers?|messages?|e-?mails?|ledger|books|journal|trail|transcripts?|protocol|dashboard|post-?mortems?|output|review|books|confirmation|documentation|release notes)";

const traces =
  "(?:any |a |an |the |single |written )*(?:notes?|mentions?|traces?|entry|entries|records?|words?|comments?|lines?|remarks?|log entr(?:y|ies)|logs?|hints?|paper trail|trail|tickets?|evidence|fuss|fanfare|announcement)";

const bland =
  "bland|boring|innocent|innocuous|neutral|unremarkable|vague|harmless|generic|dull|routine|inconspicuous|unsuspicious|meaningless|misleading|cryptic|non-?descript|plain-looking|everyday|forgettable";

const pretexts =
  "['‘“\"`]?(?:an? |the )?(?:minor |small |routine |simple |usual |regular |tiny )?(?:fix(?:es|ed)? typos?|typo(?: fix)?|dependency (?:bump|update)|version bump|bump|refactor\\w*|clean-?up|chore|formatting|lint fix|docs? (?:fix|update|change)|documentation|comment|whitespace|cosmetic\\w*|housekeeping|maintenance|tidy-?up|performance (?:fix|work)|bug ?fix|test data|cache|log rotation|translation)(?![\\p{L}])";

const meddling =
  "step|change|upload|deletion|removal|transfer|payment|discount|refund|override|copy|export|extra|second|addition\\w*|real|actual|true|skipped|missing|swap|switch|surcharge|fee|markup|edit|this|it|that|them|these|what|failure|failed|error|incident|key|account|user|script|dependency|rule|exception|loss|damage|delay|detour|access|backdoor|call|request";

/** Things kept from those who should know: left out of records, dressed up, talked round. */
export const concealmentRules: readonly ScanRule[] = [
  ...ruleGroup(
    {
      code: "secrecy",
      decision: "hold",
      detail: "keeps something out of sight",
      passage: "sentence",
      warnable: false,
    },
    [
      {
        all: [
          word(
            `without (?:leaving|making|adding|writing|creating|keeping|raising|opening|filing|drawing|attracting) ${traces}|(?:leave|make|add|write|create|keep|file|raise) (?:no|zero) ${traces.replace("(?:any |a |an |the |single |written )*", "")}(?: (?:of|about|on|in|for|to)|$)|no (?:mention|trace|word|record) (?:of|about) (?:it|this|that|the)|(?:without|not|nor) (?:attract|draw|rais|caus)(?:e|ing)? (?:any |undue |unwanted )*(?:attention|notice|suspicion|eyebrows?|questions|alarm)|not (?:to )?(?:attract|draw) (?:any )?attention|(?:does not|doesn['’]t|do not|won['’]t|will not) (?:attract|draw|raise) (?:any )?(?:attention|suspicion|questions|eyebrows)`,
          ),
        ],
        unless: [
          /\b(?:never|do not|don['’]t|must not|may not|cannot|forbidden|not allowed|no one|nobody)\b[^.]{0,60}\bwithout\b|\b(?:there (?:is|was)|has|had|with|find|found|see|returns?) no (?:record|trace|entry|mention)/i,
        ],
      },
      {
        all: [
          near(
            "should not|should never|must not|must never|need not|needn['’]t|may not|will not|does not need to|do not need to|does not have to|do not have to|is not to|are not to|ought not to|has no need to|have no need to|never",
            `(?:ever |even |also )?(?:appear|show(?: up)?|turn up|figure|feature|be (?:visible|listed|mentioned|recorded|included|logged|named|shown|noted|found|reflected|documented|reported|traceable|seen))(?![\\p{L}])[^.]{0,16}(?:in|on|from|anywhere|at all|by)(?:[^.]{0,24}${places})?`,
            1,
          ),
          word(meddling),
        ],
        unless: [
          /\b(?:passwords?|secrets?|tokens?|keys?|credentials?|card (?:numbers?|data)|personal|sensitive|pii|api|values?|production|customer names?|patient names?|names|debug|stack traces?|e-?mails? addresses?|duplicates?|header|generated|build|blank|empty|null|deprecat\p{L}+|warning|if|binary|binaries|node_modules|spinner|buttons?|column|menu|image)\b/iu,
        ],
      },
      {
        all: [
          near(
            "do not|don['’]t|never|no need to|need not|needn['’]t|avoid|skip|refrain from|omit|without|forget to|instead of",
            `(?:ever |even |also |to )?(?:include|including|list|listing|show|showing|put|putting|mention|mentioning|add|adding|note|noting|log|logging|record|recording|report|reporting|document|documenting|write|writing|register|registering|enter|entering|track|tracking|book|flag|flagging|spell out|count|counting|name|naming)(?![\\p{L}])[^.]{0,12}(?:the |this |that |these |those |any |your )(?:\\p{L}+[- ]){0,2}?(?:step|change|upload|deletion|removal|transfer|payment|refund|override|discount|copy|export|exception|surcharge|swap|edit|failure|incident|workaround|shortcut|extra|second|real|actual|reason|access|addition|delay|loss|error rate|commands?)(?![\\p{L}])`,
            1,
          ),
        ],
        unless: [
          /\b(?:until|unless|before|twice|if it|as (?:done|successful|complete)|secrets?|tokens?|passwords?|keys?|card|personal)\b/i,
        ],
      },
      {
        all: [
          near(
            "skip|omit|drop|leave out|suppress|cut|shorten|forgo|spare",
            "(?:the |your |this |that |any )?(?:\\p{L}+ )?(?:summary|report|log entry|changelog entry|note|hand-?over|ticket|announcement|entry|write-?up|notice|notification|post-?mortem|disclosure|paper trail)(?: of| for| on| about)? (?:for |of |on |about )?(?:this|that|these|it|the (?:change|step|part|deletion|transfer|upload|removal)|here|them)(?![\\p{L}])",
            1,
          ),
        ],
        unless: [forbidden],
      },
      {
        all: [
          word(
            `no (?:need|reason|point|use|call) (?:for|in) (?:the |a |an |any |your |our )?(?:\\p{L}+ )?(?:${overseers}|telling|informing|asking|mentioning|reporting|explaining)[^.]{0,16}(?: to (?:hear|know|learn|see|read|be told|find out|notice|worry|be involved|be informed|be asked)|(?:about|it|this|that|them))|(?:spare|save) (?:the |them|him|her|your |our )?(?:${overseers})? ?(?:the |this |that )?(?:details?|worry|news|story|explanation|trouble|bother)`,
          ),
        ],
      },
      {
        all: [
          word(
            `(?:so|such) (?:that )?(?:nobody|no one|no-one|none|neither|not even|(?:the |a |any )?(?:${overseers}))[^.]{0,16} (?:can|could|will|would|may|might|ever|does|do|is|are|gets?|never|cannot|can['’]t|won['’]t)? ?(?:ever |later |not |be able to )*(?:tell|trace|notice|see|know|spot|find|discover|connect|link|prove|reconstruct|recogni[sz]e|detect|catch|ask|wonder|suspect|object|complain|stumble|look|check|compare|question|track)`,
          ),
          word("nobody|no one|no-one|none|neither|not|never|cannot|can['’]t|won['’]t"),
        ],
        unless: [
          forbidden,
          /\b(?:password|secrets?|attackers?|strangers?|intruders?|thie(?:f|ves)|twice|the same mistake|lose|trip|wait)\b/i,
        ],
      },
      {
        all: [
          near(
            "call|title|name|describe|label|present|announce|word|phrase|disguise|dress(?: up)?|declare|commit|list|file|log|mention|report|tag|explain|justify|explain away|sell|book",
            `(?:[^.]{0,50}?)(?:as |under |with |just |simply |only |merely |it |commits? |change |message |branch |pull request |title )+${pretexts}`,
            0,
          ),
          word(
            "commits?|pull requests?|change|branch|it|this|them|that|removal|script|upload|access|merge request|patch|diff|message|title|job|user|deletion",
          ),
        ],
        unless: [
          forbidden,
          /\bwith (?:the )?(?:old|new|from|prefix|type|label)\b|\b(?:when|if) it\b|\bconventional\b|\b(?:and|or) (?:fix|feature|test|docs)\b|\b(?:prefix|scope|types?)\b/i,
        ],
      },
      near(
        bland,
        "(?:[\\p{L}]+ )?(?:titles?|names?|messages?|descriptions?|subjects?|labels?|wording|commit|reasons?|explanations?|phrases?|terms?|file ?names?|comments?|summary|summaries|branch)(?![\\p{L}])[^.]{0,60}(?:so|for the|to|that|does not|will not|and)",
        0,
      ),
      {
        all: [
          near(
            "clear|wipe|empty|delete|erase|remove|reset|flush|purge|truncate|close|overwrite|trim|scrub|clean",
            "(?:the |your |all |any |its |their |every )*(?:terminal|scroll-?back|shell|console|screen|command|clipboard|browser|search|download|sent|session|chat|conversation|journal|recent files?|undo|print|call)(?: (?:scroll-?back|buffer|history|log|entries|items?|output|window|folder|list|journal|records?))*(?![\\p{L}])[^.]{0,24}(?:when|once|after|before|afterwards|at the end|as soon as|so)[^.]{0,60}(?:finished|done|export|over|leave|over|nothing|nobody|copy|copied|upload|transfer|steps?|anyone|look|logging out|you)",
            0,
          ),
        ],
        unless: [forbidden, /\b(?:slow|cache|tests?|between test|memory)\b/i],
      },
      {
        all: [
          near(
            "answer|reply|respond|deflect|evade|react|meet|parry|counter|speak|stay|remain|keep",
            "(?:[^.]{0,60})(?:general remarks?|vague(?:ly)?|evasive(?:ly)?|non-?committal(?:ly)?|in general terms|generic|change the subject|something about|a joke|with a question|another topic|standard phrase|say nothing|no comment|maintenance|technical reasons|on the surface|ambiguous\\w*|short and vague)",
            0,
          ),
          word(
            "questions?|asked?|asks|wonders?|inquir\\w+|enquir\\w+|about (?:this|it|the)|when|if|curious|follow-?ups?",
          ),
        ],
        unless: [forbidden, /\b(?:window|mode|page|faq|knowledge base|if you do not know)\b/i],
      },
      {
        all: [
          word(
            "(?:say|claim|tell (?:them|him|her|the \\p{L}+)|write|blame|answer|explain|state|pretend|reply|report)(?: that)? (?:it (?:is|was)|(?:the|your|their|our|an?) (?:bank|system|network|carrier|weather|provider|computer|airline|supplier|post|courier|server|software|printer|manufacturer|insurer|previous shift|other department|customer|user|vendor|connection|line)(?:['’]s)?(?: \\p{L}+)? ?(?:is|was|were|are|had|has|made|did|does|lost|failed|rejected|refused|blocks?|cannot|delayed))",
          ),
          word(
            "if (?:anyone|somebody|someone|they|the|he|she|asked)|when (?:anyone|somebody|someone|they|asked|the)|should (?:anyone|someone|they|the)|whoever|on questions|where the|even|although|instead|whether",
          ),
        ],
        unless: [
          forbidden,
          /\b(?:error|status|api|code|endpoint|health check|log line|see what|what you see|offline page|down)\b/i,
        ],
      },
      {
        all: [
          word(`(?:off|out of|away from|from|outside) (?:the |any |your |our )?${places}`),
          near(
            "keep|stay|leave|hold|take|remain",
            "(?:the |this |that |these |it|them|any |its |their )(?:[^.]{0,40}) ?(?:off|out of|away from|outside) (?:the |any |your |our )?",
            0,
          ),
          word(
            "overrides?|discounts?|refunds?|payments?|uploads?|changes?|steps?|exceptions?|fees?|it|this|transfers?|failures?|incidents?|errors?|extra|workarounds?|swaps?|deletions?|decisions?|complaints?|access|names? of|losses|delays?|gifts?|overtime|calls?",
          ),
        ],
        unless: [
          forbidden,
          /\b(?:secrets?|passwords?|tokens?|keys?|credentials?|personal|sensitive|noise|progress bars?|generated|debug|binary|large files|node_modules|vendor|stdout|stderr)\b/i,
        ],
      },
    ],
  ),
];
