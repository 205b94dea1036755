import { near, ruleGroup, type ScanRule, word } from "./scan-rule.ts";
import { people } from "./words.ts";

const authority =
  "previous|prior|earlier|preceding|above|former|initial|existing|your|you(?:'ve| have| were| are)?|system|developer(?:'s)?|operator(?:'s)?|provider(?:'s)?|safety|security|content|usage|ethical|moral|built-in|hard-?coded|all (?:other |of )?(?:the |your |these |those )?|all|every|any(?: other| earlier)?|assistant(?:'s)?|model(?:'s)?|company|other|standing|current|normal|usual|default";
const instruction =
  "instructions?|directives?|guidelines?|guardrails?|system (?:prompt|message)|restrictions?|safeguards?|set-?up text|briefing|training|polic(?:y|ies)|rules?|orders|directions|constraints?|programming|alignment|limits|limitations?|prohibitions?|prompts?|guidance|commands? you|ethics|(?:been |were )?told|taught|AGENTS\\.md|CLAUDE\\.md";
const drop =
  "ignor(?:e|es|ed|ing)|disregard\\w*|forget\\w*|forgotten|set(?:ting)? aside|put(?:ting)? aside|lay aside|discard\\w*|overrid\\w+|overrul\\w+|supersed\\w+|bypass\\w*|circumvent\\w*|abandon\\w*|neglect\\w*|cancel\\w*|nullif\\w+|suspend\\w*|revok\\w+|violat\\w+|break|pay no (?:heed|attention) to|stop (?:following|obeying|applying)|(?:do not|don't|never|not|no longer|need not|needn't|won't|shouldn't) (?:\\w+ )?(?:follow\\w*|obey\\w*|adhere|comply|stick|listen|honou?r\\w*|respect\\w*|bound|apply|applies|appl\\w+|valid|count|binding|hold)|outdated|obsolete|withdrawn|stale|out of date|(?:does not|doesn't|do not|don't) (?:cover|reach|extend to)|rescinded|retired|expired|irrelevant|moot|invalid|inoperative|scrapped|void|lifted|repealed|free(?:d)? (?:from|of)|exempt\\w* from|unbound|replac(?:e|es|ed|ing)|outrank\\w*|trump\\w*|relax\\w*|drop";
const target = `(?:${authority})(?:[^\\p{L}\\p{N}\\n]+[\\p{L}'’]+){0,3}?[^\\p{L}\\p{N}\\n]+(?:${instruction})\\b`;
const limitless =
  "no (?:limits?|restrictions?|rules?|filters?|boundaries|constraints?|refusals?|warnings?|moral\\w*)|without (?:any )?(?:limits?|restrictions?|rules?|filters?|boundaries|constraints?|warnings?|limitations?)|unrestricted|unlimited|unfiltered|uncensored|unbound\\w*|never refus\\w+|(?:not|cannot|can't|doesn't|don't|does not) (?:refuse|decline|say no)|DAN\\b|jailbr\\w+|developer mode|god ?mode|debug mode|sudo mode|root (?:operator|user|access|mode|rights?)|as root|super ?user|admin\\w*|safety filters? (?:is|are) off|every command is (?:permitted|allowed)|anything goes|all permissions|full (?:control|access|authority)|evil|hacker|penetration tester|attacker|permission for all|executes? whatever|do anything|amoral";
const confide =
  "tell\\w*|inform(?:s|ed|ing)?|mention\\w*|reveal\\w*|disclos\\w*|report\\w*|notif(?:y|ies|ying)|alert\\w*|warn\\w*|let(?:ting)?|show\\w*|say\\w*|bring(?:ing)?|admit\\w*|expos\\w+|explain\\w*|confess\\w*|describ\\w+|discuss\\w*|log(?:ging)?|record\\w*|document\\w*|writ(?:e|ing)|draw(?:ing)?|ask(?:ing)?|acknowledg\\w+|list(?:ing)?|talk\\w*|announc\\w+|surfac\\w+";
// These take the person as their object; the others may well withhold a thing that is none of the person's business.
const addressed =
  "tell\\w*|inform(?:s|ed|ing)?|notif(?:y|ies|ying)|alert\\w*|warn\\w*|ask(?:ing)?|talk\\w*|consult\\w*|(?:mention|show|reveal|disclose|report|say|explain|admit|confess|announce|describe|discuss)\\w* (?:it|this|that|these|them|anything|any of|what|how|why|so|the (?:step|change|upload|action|fact|command|transfer|note|skill))";
const not =
  "do not|don't|never|without|avoid|no need to|need not|needn't|not to|refrain from|must not|mustn't|should not|shouldn't|should never|no reason to|please don't|won't|cannot|does not need to|not necessary to|rather than|instead of|under no circumstances";
const conditional =
  /\b(?:before|until|unless|that (?:a|an|the|it|they|their)\b[^.]{0,40}\b(?:possible|available|guaranteed|confirmed)|their|other (?:users|customers))\b/i;

// A sentence about attacks, as tests, reports and threat models hold them.
const aboutAttacks =
  /\b(?:attempts?|red[- ]team\w*|test (?:cases?|suite|set|prompts?)|eval\w*|threat model\w*|detect\w*|resist\w*|report\w*|known|classif\w+|benchmark\w*|assume (?:that )?(?:an?|the) (?:attacker|hacker))\b/i;

const provoked =
  /\b(?:prompts?|inputs?|texts?|pages?|cases|attempts?|attacks?) (?:that|which) (?:try|tries|attempts?|asks?|tells?|makes?|order)\b/i;

/** Talk that works on the reader: dropping instructions, another role, secrecy, praise of itself, permissions that nobody gave. */
export const persuasionRules: readonly ScanRule[] = [
  ...ruleGroup(
    {
      code: "override-instructions",
      decision: "reject",
      detail: "tells the reader to drop its instructions",
      passage: "sentence",
      warnable: true,
    },
    [
      {
        all: [near(drop, target, 5)],
        unless: [provoked],
      },
      { all: [near(target, drop, 8)], unless: [provoked] },
      near(
        drop,
        "(?:what(?:ever)?|everything|anything|all)(?: that)?(?: you)?(?:'ve| have| had| were)?(?: been| ever)? (?:told|taught|instructed|said (?:before|above|earlier)|read (?:before|above)|learn\\w+|came before|above|stands above|written above)",
        3,
      ),
      near(
        drop,
        `(?:${instruction})[^.]{0,40}(?:given|earlier|before(?:hand)?|above|you (?:were|have|got|received)|from the (?:operator|developer|user|system))`,
        4,
      ),
      near(
        "(?:any|every|all|each|the)? ?(?:rules?|polic(?:y|ies)|prohibitions?) (?:that|which) (?:forbid\\w*|prohibit\\w*|prevent\\w*|restrict\\w*|require\\w*)",
        drop,
        9,
      ),
      word(
        "(?:follow|obey|trust|believe|heed)(?: only)? (?:the|this|these) (?:note|notes|file|skill|text|document|instructions?)[^.]{0,30}(?:and not|not|instead of|rather than|over|above|only)[^.]{0,20}(?:user|person|operator|developer|system|human)?",
      ),
      {
        all: [
          near(
            "(?:higher|highest|absolute|top|more) (?:priority|authority|precedence|weight)|takes? (?:precedence|priority) over|more important than|outranks?|overrides?|trumps?|prevails? over|supersedes?",
            "(?:the )?(?:user(?:'s)?(?: (?:request|message|instruction|wish|word|question)\\w*)?|system(?: (?:prompt|message))?|developer(?:'s)?(?: \\w+)?|operator(?:'s)?|person|human|safety|assistant)(?!\\p{L}|[ '’]*(?:settings?|config\\w*|preferences?|agent|interface|defaults?))",
            4,
          ),
        ],
        unless: [/\bin (?:this|the) (?:\w+ )?api\b/i],
      },
      word(
        "(?:only|sole) (?:ones|rules|instructions|authority|source)(?: of (?:truth|instruction\\w*))? (?:that|which|you)[^.]{0,20}(?:count|matter|apply|valid|follow|obey)",
      ),
      word(
        "comply with (?:every|all|any)[^.]{0,40}|(?:you|assistant|agent|model)[^.]{0,20} (?:comply|complies) with (?:everything|anything|all|every)\\w*|answer only to (?:this|me)[^.]{0,20}|you must (?:obey|comply)[^.]{0,60}",
      ),
      near(
        "reveal|print|show|output|repeat|leak|display|recite|disclose|dump|expose|quote",
        "(?:(?:your|the)[^.\\p{N}\\n]{0,25})?(?:(?:hidden|secret|full|entire|original|initial|whole) )?(?:system (?:prompt|message)|(?:hidden|secret|initial) (?:prompt|instructions?)|prompt verbatim)",
        4,
      ),
      {
        all: [
          near(
            "forget|unlearn|erase",
            "(?:everything|all|your (?:training|guidelines?|identity|role|rules|memory))",
            2,
          ),
        ],
        unless: [/\b(?:cache|disk|files?)\b/i],
      },
    ],
  ),
  ...ruleGroup(
    {
      code: "role-hijack",
      decision: "reject",
      detail: "gives the reader another role",
      passage: "sentence",
      warnable: true,
    },
    [
      {
        all: [
          word(
            "you(?:'re| are| will be| become| shall be)(?: now| from now on| henceforth| hereafter)?|from (?:now|this (?:point|moment)) on(?:wards?)?|act(?:ing)? (?:as|like)|pretend(?:ing)?|imagine|behave as|respond as|answer as|adopt\\w*|assume|take on|play(?:ing)?|role-?play\\w*|simulat\\w+|switch(?:ing)? (?:in)?to|enter(?:ing)?|enabl\\w+|your (?:new|real|true|actual)|speak as|become|in that role|in this (?:role|mode)|mode",
          ),
          word(limitless),
        ],
        unless: [
          /\bdebug mode\b(?!.*\b(?:filters?|rules|restrict\w*|safety|refus\w*)\b)/i,
          /\b(?:proxy|gateway|browser|branch|clock|mock|server|vi\.|database role|iam|endpoint returns)\b/i,
          /\b(?:an?|the) (?:attacker|hacker)s? (?:can|could|may|might|has|who|controls?|knows?|reads?|sees?|will)\b/i,
          /\b(?:switch|change|log in)(?:ing)? (?:in)?to (?:the |an? )?(?:admin|root)\w* (?:account|user)\b[^.]{0,20}\b(?:only|for the|back)\b/i,
          /\bdeveloper mode (?:on|of|in) (?:the |your )?(?:phone|device|browser|tablet|app)\b/i,
          aboutAttacks,
          /\badmin\w* (?:tab|page|panel|tool|console|ui|dashboard|api|area|view|form)\b/i,
          /^(?:if|when) (?:you are|the)\b/i,
        ],
      },
      word(
        "your (?:new|real|true|actual) (?:identity|role|name|persona|purpose|task|goal|instructions?|master|owner)",
      ),
      word(
        "you are (?:now )?(?:no longer|not) (?:an? )?(?:ai|assistant|language model|bound|restricted|limited)[^.]{0,40}",
      ),
      word(
        "you are now (?:an? |the )?[^.]{0,30}(?:assistant|agent|persona|bot|gpt|ai|model|operator|character)",
      ),
      word("(?:adopt|assume|take on) (?:the|a) (?:persona|identity|role|character) of"),
      { all: [word("jail ?break\\w*|(?:do|doing) anything now|god mode")], unless: [aboutAttacks] },
    ],
  ),
  ...ruleGroup(
    {
      code: "secrecy",
      decision: "reject",
      detail: "asks to keep something from the user",
      passage: "sentence",
      warnable: false,
    },
    [
      {
        all: [
          near(
            not,
            `(?:${addressed})(?:[^\\p{L}\\n]+\\p{L}+){0,4}?[^\\p{L}\\n]+(?:(?:the|a|any|your|our|this|to) )*(?:${people})\\b`,
            2,
          ),
        ],
        unless: [
          conditional,
          /\bask(?:ing)? (?:the \w+ )?for (?:the|a|any|their|full) (?:\w+ )?(?:codes?|passwords?|pins?|card|cvv)\b/i,
          /\b(?:ask|prompt)(?:ing)? (?:the|a|any) (?:user|person|customer|human) (?:for|to enter|which|what|where|about)\b/i,
          // What belongs to somebody else, or is no more than a guess, is rightly withheld.
          /\b(?:tell|show|give|inform|ask|reveal|mention|disclose)(?:ing)? (?:the |a |any |one )?(?:\w+ )?(?:another|other|someone else|somebody else|their (?:password|pin)|passwords?|a (?:delivery )?date|internal|raw|prices?|a price|results?|a result|(?:whether|which|if) (?:the |an? |this |that |of )?(?:\w+ )?(?:account|user|e-?mail|address|name|password|identifier|customer|patient|person|order|part|field|question|answer)s?)\b/i,
          /show(?:ing)? (?:the|a) (?:user|customer) (?:a|an|raw|the (?:raw|stack|full))\b/i,
          // What others are not to be led to do.
          /\btell(?:ing)? (?:the |your )?\p{L}+s to (?:skip|disable|ignore|turn off|switch off|accept|bypass|trust)\b/iu,
        ],
      },
      {
        all: [
          near(
            not,
            `(?:${confide})\\b[^.]{0,60}(?:th(?:is|ese|at) (?:step|steps|note|notes|skill|instruction|instructions|action|change|upload|message|request|rule|part|command|file|transfer)|where (?:it|this|the \\w+) (?:came|comes) from|(?:that|what|which)[^.]{0,20}(?:was|were|is|has been|you) (?:carried|done|did|changed|sent|uploaded|deleted|run|executed|copied|added|happened|removed))`,
            2,
          ),
        ],
        unless: [conditional],
      },
      {
        all: [
          near(
            not,
            "(?:mention|say|write|report|note|admit|disclose|announce|document|describe|discuss) (?:it|so|this|that|anything|a word|them|about it)\\b",
            2,
          ),
        ],
        unless: [conditional, /\b(?:in|into) the (?:url|source|code|query)\b/i],
      },
      word(
        "(?:keep|keeping) (?:this|it|that|these|everything|the \\w+)(?: \\w+)? (?:between us|secret|quiet|hidden|confidential|private|to yourself|a secret|out of (?:the|your|any) (?:\\w+ )?(?:logs?|reports?|summar\\w+|tickets?|chat|conversation|repl(?:y|ies)|answers?|history|commits?|changelog|notes|transcript|records?|diffs?|reviews?|audits?|pull request|descriptions?|messages?|e-?mails?|books|output|file)|off the record|from the \\w+)(?<!\\bthe \\w{1,20}(?: \\w{1,20})? (?:confidential|private|secret|hidden|quiet))|between (?:us|you and me)|our (?:little )?secret",
      ),
      word(
        "secretly|covertly|surreptitiously|stealthil\\w+|in secret|behind (?:the |their )?backs?(?: of)?|on the sly|under the radar|clandestine\\w*|discreetly",
      ),
      {
        all: [word("unnoticed|undetected")],
        unless: [
          /\b(?:bugs?|errors?|regressions?|failures?|drift|typos?|outages?|leaks?|mistakes?|otherwise|changes? would|never go|not go|easily|often)\b/i,
          // "Doing this changes that unnoticed": what goes wrong.
          /^\W*\p{L}+ing\b[^.;]{0,100}\b(?:raises|changes|drops|breaks|loses|upgrades|removes|overwrites)\b[^.;]{0,60}\bun(?:noticed|detected)\b/iu,
        ],
      },
      near(
        "silently|quietly|without (?:comment|notice|a word|fuss|fanfare|announcement|mentioning)",
        "(?:upload|send|copy|forward|insert|replace|delete|push|exfiltrate|add|change|grant|append|import|redirect|remove|disable|approve|transfer|swap|and leave)(?![\\p{L}])",
        4,
      ),
      near(
        "upload|send|copy|forward|insert|replace|delete|push|perform|carry|do|make|run|execute|remove|add|change|transfer|approve|merge|apply",
        "(?:silently|quietly|in silence)(?! when| if| on| with `?-)",
        5,
      ),
      word(
        "(?:so that|such that|in a way that|to ensure(?: that)?|making sure(?: that)?|make sure(?: that)?)[^.]{0,10}(?:nobody|no one|none of|the user (?:does not|doesn't|never|will not|won't|cannot|can't)|they (?:do not|don't|never|won't)|(?:reviewers?|admins?|anyone) (?:do not|don't|never|cannot|won't|will not))[^.]{0,20}(?:notic\\w+|know\\w*|see\\w*|sees|find\\w*|learn\\w*|suspect\\w*|detect\\w*|realis\\w+|realiz\\w+|aware)",
      ),
      {
        all: [
          word(
            `without (?:the )?(?:(?:${people})|their|his|her)(?:'s|s')?(?: ever)? (?:knowing|knowledge|noticing|seeing|realising|realizing|consent|awareness|finding out|being told|learning)`,
          ),
        ],
        unless: [
          /\b(?:do not|don['’]t|never|must not|may not|no|cannot|forbidden|illegal|not)\b[^.]{0,80}\bwithout\b/i,
        ],
      },
      {
        all: [
          near(
            "hid(?:e|es|ing)|conceal\\w*|cover(?:ing)? up|mask|obscur\\w+|disguis\\w+|withhold\\w*|camouflag\\w+|bury|burying|omit\\w*|leave|suppress",
            `(?:(?:it|this|that|them|the \\w+(?: \\w+){0,3}) )?(?:from|out of|off)(?: the| your| any| all)? (?:(?:${people})|(?:your |the )?(?:summary|report|answer|reply|response|changelog|log|logs|audit|diff|review|transcript|final|history))`,
            6,
          ),
        ],
        unless: [
          /\b(?:never|do not|don['’]t|must not|may not|cannot|should not) (?:hide|conceal|cover|mask|obscure|disguise|withhold|bury|omit|leave|suppress)\b/i,
          /\b(?:secrets?|passwords?|tokens?|api keys?|personal|card|internal|pii|ids?|stack traces?|columns?|prices?|sensitive|names|empty|duplicates?|generated)\b/i,
        ],
      },
      near(
        "(?:claim|say|pretend|state|reply|answer|respond|insist|assert|report|explain|tell (?:them|him|her|the \\w+))(?: \\w+)?",
        "(?:(?:that )?(?:only|it (?:is|was)|nothing|everything (?:is|was|went)|the \\w+ (?:is|was|were)|you (?:only|did|have not|cannot|don't|do not|never))|no\\b|success|a known|ignorance|that it is not|not)",
        2,
      ).source.length > 0
        ? {
            all: [
              /\b(?:if|when|whenever|should|in case)\b[^.]{0,40}\b(?:asks|(?:they|you|users|people|customers|reviewers|anyone|someone|somebody|anybody|user|customer|human|person) ask|asked|notic\w+|questions?|questioned|wonders?|inquir\w+|enquir\w+|complain\w*|finds? out|suspects?|spots?)\b/i,
              /\b(?:claim|say|pretend|state|reply|answer|respond|insist|assert|deny|explain that|tell (?:them|him|her|the \w+)|blame|lie)\b/i,
            ],
            unless: [
              /\b(?:asks? (?:for|about|to|how|which|where)|asked for|error|status|HTTP|endpoint|prompt asks|with the|in the language|403|404)\b/i,
            ],
          }
        : /$^/,
      word(
        "(?:deny|denying) (?:that|any|having|knowledge|it)|lie (?:to|about)|make (?:it|this) look (?:like|as)|passes? (?:it|this) off as|cover(?:ing)? (?:your|the|our|its) tracks|leav\\w+ no trace\\w*|remov\\w+ (?:all |any )?traces?|false (?:name|trail|pretence|pretense)|harmless(?:[- ]looking)? name|innocuous(?:[- ]looking)? (?:name|commit)",
      ),
      near(
        "(?:delet|eras|clear|wip|purg|remov|scrub|destroy)(?:e|es|ing|ed)?",
        "(?:the |your |all |any )?(?:(?:shell|command|bash|terminal|browser) history|audit (?:log|trail|entries)\\w*|access logs?|evidence|(?:log|logs) (?:entry|entries|lines?|of this))",
        3,
      ),
      near(
        "hid(?:e|ing)|redirect\\w*|suppress\\w*",
        "output[^.]{0,60}(?:report success|tell|say|from the)",
        3,
      ),
      word(
        "(?:the |your )?(?:user|person|customer|operator|reviewer|owner|human|they|team)(?: at the keyboard)? (?:does not|doesn't|do not|don't|need not|needn't|must not|must never|should not|shouldn't|should never|is not to|will not|won't|never)(?: have to)?(?: need(?:s)? to)?(?: ever)? (?:know|learn|see|hear|find out|notice|be (?:told|informed|aware|notified|asked|bothered|consulted)|realise|realize|understand what)",
      ),
      {
        all: [
          /\bomit (?:it|this|that|them|that part|the (?:step|upload|change|part|detail\w*))\b|\bleave (?:it|this|that|them|the (?:step|part|upload))(?: \w+)? out\b|\bleave out (?:that|the (?:step|upload|change|fact))|\bunrelated commit\b/i,
        ],
      },
    ],
  ),
];
