import { bounded, forbidden } from "./bounds.ts";
import { near, ruleGroup, type ScanRule, word } from "./scan-rule.ts";

/** Ways round a rule: the deed first and the question later, evidence that is no evidence, records left unmade. */
export const workaroundRules: readonly ScanRule[] = [
  ...ruleGroup(
    {
      code: "covert-behaviour",
      decision: "hold",
      detail: "goes round a rule",
      passage: "sentence",
      warnable: true,
    },
    [
      {
        all: [
          near(
            "get|gets|go|goes|work|works|slip|slips|find a way|sidestep|dodge|circumvent|evade|outwit|trick|fool|squeeze|steer",
            "(?:around|round|past|by|the|under) (?:the |any |a |an |our |this )?(?:[\\p{L}-]+ ){0,2}?(?:return window|deadlines?|cut-?off|rules?|limits?|caps?|polic(?:y|ies)|restrictions?|approvals?|checks?|blocks?|freeze|ban|quota|waiting period|age gate|review|controls?|fees?|fare rules|export rules|sanctions?)(?![\\p{L}])",
            0,
          ),
        ],
        unless: [
          forbidden,
          bounded,
          /\b(?:rate limits? by (?:waiting|caching)|cors|eslint|type ?script|css|memory limit|path length)\b/i,
        ],
      },
      {
        all: [
          word(
            "(?:ask|mention|tell|inform|check|verify|look|test(?:ing)?|confirm|review|notify|explain|bill|measure|inspect)(?:s|ed|ing)?(?: (?:the |about |at |it |them |him |her |for )?[^.]{0,24})? (?:afterwards|afterward|later|next week|another day|tomorrow|after the fact|when there is time)|(?:testing|review|verification|inspection|training|approval) (?:starts|begins|follows|comes|happens) (?:next|later|after|tomorrow)",
          ),
          word(
            "first|at once|already|now|straight away|right away|as tested|as reviewed|as approved|as done|as complete|before|immediately",
          ),
          word(
            "ship|do|pay|release|book|deploy|merge|refund|send|tag|mark|cancel|delete|sell|start|charge|change|open|grant|transfer|publish|sign|install|give",
          ),
        ],
        unless: [forbidden, bounded, /\b(?:try again later|retry later|dry run|first run|first the)\b/i],
      },
      {
        all: [
          word(
            "(?:system|level|form|tool|machine|software|portal|nobody|no one|few people|most people|hardly anyone|status|membership|receipt|date|field|number|name|address|code)s?(?: \\p{L}+)? (?:does not|doesn['’]t|do not|don['’]t|never|is never|are never|rarely|hardly|will not|is not|are not) (?:ever |really |actually |even )?(?:check(?:ed|s)?(?: (?:it|that|this))?|verif(?:y|ied|ies)|compare[ds]?|look(?:s|ed)?(?: at)?|notice[sd]?|watch(?:ing|es)?|validated?|audit(?:ed)?|counted|matched)(?=[^\\p{L}]*$|[;,])|(?:few|hardly any|not many) (?:people|customers|guests|users|reviewers|auditors) (?:will )?(?:look|notice|check|read|ask|compare|complain|mind)",
          ),
        ],
        unless: [
          forbidden,
          /\b(?:bug|known issue|when|if|so (?:validate|check|verify)|therefore (?:validate|check))\b/i,
        ],
      },
      {
        all: [
          near(
            "pay|book|charge|use|let|put|credit|transfer|add|move|enter|apply|take|redeem|assign|collect",
            "(?:[^.]{0,40})(?:(?:gift cards?|cards?|points|miles|credits?|vouchers?|accounts?|profiles?|membership|bookings?|balance)[^.]{0,12} of (?:an)?other (?:profile|customer|guest|passenger|user|member|account|person)s?|(?:agent|clerk|assistant|staff member|seller|colleague|manager)['’]s own (?:profile|account|card|wallet|number)|your own (?:profile|account|card|wallet|booking|points|number))(?![\\p{L}])",
            0,
          ),
        ],
        unless: [forbidden, bounded, /\b(?:fork|branch|github|git|cloud account)\b/i],
      },
      {
        all: [
          word(
            "(?:goes?|go|comes?|slips?|gets?) through if (?:you|one) (?:change|set|edit|move|rename|mark|enter|choose|pick|backdate|split)|until one (?:is|fits|passes|looks|comes|works|agrees|succeeds)|at all costs|(?:are|is) for (?:cowards|wimps|beginners|amateurs|the timid)|(?:close|good|near) enough (?:to (?:talk|speak|give|open|change|pay|refund|release|accept|pass|confirm)|for (?:the |a |an )?(?:refund|refill|change|release|identity|match|payment|approval|transfer|order))|(?:fill in|answer|complete|submit|rate)[^.]{0,24}(?:survey|feedback|rating|questionnaire)s?[^.]{0,16} (?:for|as|on behalf of) the (?:customer|guest|caller|user|passenger|patient)|(?:to|for) (?:whoever|anyone who|everyone who) (?:pays|asks|wants|offers|calls)|on the [\\p{L}]+['’]s word",
          ),
        ],
        unless: [forbidden, bounded, /\b(?:avoid \p{L}+ at all costs)\b/iu],
      },
      {
        all: [
          word(
            "(?:are|is|was|were) not to be (?:taped|recorded|logged|reported|written down|noted|flagged|documented|counted|disclosed|filmed)|(?:need|needs) not (?:to )?be (?:taped|recorded|logged|reported|written down|noted|flagged|documented|counted|disclosed|measured|inspected)|suppress the (?:on-?call |duty |incident )?(?:page|alert|alarm|notification)",
          ),
        ],
        unless: [
          /\b(?:card|password|secrets?|token|personal|cvv|pin|pii|duplicates?|read-only|passing|skipped lines|blank)\b/i,
          bounded,
        ],
      },
      {
        all: [
          near(
            "skip|omit|leave out|drop|forgo|spare yourself|cut|miss out|do without",
            "(?:the |all |any |every )?(?:[\\p{L}-]+ )?(?:check|inspection|test|verification|look-?up|weighing|measurement|calibration|call-?back|count|disinfection|briefing|walk-?round)(?![\\p{L}])[^.]{0,40}(?:last|of the day|when (?:late|busy|the|it)|if (?:late|busy|the|it)|today|on (?:friday|monday|weekends?)|for (?:regulars|vips?|friends|known|trusted|good|staff)|to save|because|as it|in a hurry|at night)",
            0,
          ),
        ],
        unless: [
          forbidden,
          bounded,
          /\b(?:fork|documentation|docs|no network|platform|windows|flag|unit|ci)\b/i,
        ],
      },
      {
        all: [
          word(
            "(?:guards?|interlocks?|covers?|shields?|light curtains?|safety (?:switch|door|valve|pin|catch)|emergency stop|dead man)",
          ),
          word(
            "open|off|removed|bridged|taped|bypassed|jammed|in the lock|stay in|disabled|wedged|tied|overridden|short-circuited",
          ),
          word("may|can|run|runs|stay|keep|operate|leave|work|when (?:the )?order|faster|late"),
        ],
        unless: [
          forbidden,
          bounded,
          /\b(?:route guards?|type guards?|code cover|cover letter|test cover)\b/i,
        ],
      },
    ],
  ),
];
