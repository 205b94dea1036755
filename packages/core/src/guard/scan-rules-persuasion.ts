import { near, ruleGroup, type ScanRule, word } from "./scan-rule.ts";
import { people } from "./scan-words.ts";

const authority =
  "previous|prior|earlier|preceding|above|former|initial|existing|your|you(?:'ve| have| were| are)?|system|developer(?:'s)?|operator(?:'s)?|provider(?:'s)?|safety|security|content|usage|ethical|moral|built-in|hard-?coded|all (?:other |of )?(?:the |your |these |those )?|all|every|any(?: other| earlier)?|assistant(?:'s)?|model(?:'s)?|company|other|standing|current|normal|usual|default";
const instruction =
  "instructions?|directives?|guidelines?|guardrails?|system (?:prompt|message)|restrictions?|safeguards?|polic(?:y|ies)|rules?|orders|directions|constraints?|programming|alignment|limits|limitations?|prohibitions?|prompts?|guidance|commands? you|ethics|(?:been |were )?told|taught|AGENTS\\.md|CLAUDE\\.md";
const drop =
  "ignor(?:e|es|ed|ing)|disregard\\w*|forget\\w*|forgotten|set(?:ting)? aside|put(?:ting)? aside|lay aside|discard\\w*|overrid\\w+|overrul\\w+|supersed\\w+|bypass\\w*|circumvent\\w*|abandon\\w*|neglect\\w*|cancel\\w*|nullif\\w+|suspend\\w*|revok\\w+|violat\\w+|break|pay no (?:heed|attention) to|stop (?:following|obeying|applying)|(?:do not|don't|never|not|no longer|need not|needn't|won't|shouldn't) (?:\\w+ )?(?:follow\\w*|obey\\w*|adhere|comply|stick|listen|honou?r\\w*|respect\\w*|bound|apply|applies|appl\\w+|valid|count|binding|hold)|outdated|obsolete|void|lifted|repealed|free(?:d)? (?:from|of)|exempt\\w* from|unbound|replac(?:e|es|ed|ing)|outrank\\w*|trump\\w*|relax\\w*|drop";
const target = `(?:${authority})(?:[^\\p{L}\\p{N}\\n]+[\\p{L}'’]+){0,3}?[^\\p{L}\\p{N}\\n]+(?:${instruction})\\b`;
const limitless =
  "no (?:limits?|restrictions?|rules?|filters?|boundaries|constraints?|refusals?|warnings?|moral\\w*)|without (?:any )?(?:limits?|restrictions?|rules?|filters?|boundaries|constraints?|warnings?|limitations?)|unrestricted|unlimited|unfiltered|uncensored|unbound\\w*|never refus\\w+|(?:not|cannot|can't|doesn't|don't|does not) (?:refuse|decline|say no)|DAN\\b|jailbr\\w+|developer mode|god ?mode|debug mode|sudo mode|root(?: operator| user| access)?|super ?user|admin\\w*|safety filters? (?:is|are) off|every command is (?:permitted|allowed)|anything goes|all permissions|full (?:control|access|authority)|evil|hacker|penetration tester|attacker|permission for all|executes? whatever|do anything|amoral";
const confide =
  "tell\\w*|inform\\w*|mention\\w*|reveal\\w*|disclos\\w*|report\\w*|notif(?:y|ies|ying)|alert\\w*|warn\\w*|let(?:ting)?|show\\w*|say\\w*|bring(?:ing)?|admit\\w*|expos\\w+|explain\\w*|confess\\w*|describ\\w+|discuss\\w*|log(?:ging)?|record\\w*|document\\w*|writ(?:e|ing)|draw(?:ing)?|ask(?:ing)?|acknowledg\\w+|list(?:ing)?|talk\\w*|announc\\w+|surfac\\w+";
const not =
  "do not|don't|never|without|avoid|no need to|need not|needn't|not to|refrain from|must not|mustn't|should not|shouldn't|should never|no reason to|please don't|won't|cannot|does not need to|not necessary to|rather than|instead of|under no circumstances";
const conditional =
  /\b(?:before|until|unless|that (?:a|an|the|it|they|their)\b[^.]{0,40}\b(?:possible|available|guaranteed|confirmed)|their|other (?:users|customers))\b/i;
const own =
  "(?:this|these|the above|such)(?: \\w+)?[^\\p{L}\\n]+(?:skills?|tools?|notes?|playbook|file|guide|procedure|step|instructions?|document|recipe)|me\\b|itself";

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
      near(drop, target, 5),
      near(target, drop, 8),
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
      near(
        "(?:higher|highest|absolute|top|more) (?:priority|authority|precedence|weight)|takes? (?:precedence|priority) over|more important than|outranks?|overrides?|trumps?|prevails? over|supersedes?",
        "(?:the )?(?:user(?:'s)?(?: (?:request|message|instruction|wish|word|question)\\w*)?|system(?: (?:prompt|message))?|developer(?:'s)?(?: \\w+)?|operator(?:'s)?|person|human|safety|assistant)(?!\\p{L}|[ '’]*(?:settings?|config\\w*|preferences?|agent|interface|defaults?))",
        4,
      ),
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
      word("pr[eé]vi(?:ous|us) instruct\\w+|prior instruct\\w+ (?:are|is) (?:void|null|cancel\\w*)"),
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
          /\b(?:proxy|gateway|browser|branch|clock|mock|server|vi\.|database role|iam|endpoint returns)\b/i,
          /\badmin\w* (?:page|panel|tool|console|ui|dashboard|api|area|view|form)\b/i,
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
      word("jail ?break\\w*|(?:do|doing) anything now|god mode"),
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
            `(?:${confide})(?:[^\\p{L}\\n]+\\p{L}+){0,4}?[^\\p{L}\\n]+(?:(?:the|a|any|your|our|this|to) )*(?:${people})\\b`,
            2,
          ),
        ],
        unless: [
          conditional,
          /\b(?:ask|prompt)(?:ing)? (?:the|a|any) (?:user|person|customer|human) (?:for|to enter|which|what|where|about)\b/i,
          /show(?:ing)? (?:the|a) (?:user|customer) (?:a|an|raw|the (?:raw|stack|full))\b/i,
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
        "(?:keep|keeping) (?:this|it|that|these|everything|the \\w+)(?: \\w+)? (?:between us|secret|quiet|hidden|confidential|private|to yourself|a secret|out of (?:the|your|any) \\w+|off the record|from the \\w+)|between (?:us|you and me)|our (?:little )?secret",
      ),
      word(
        "secretly|covertly|surreptitiously|stealthil\\w+|in secret|behind (?:the |their )?backs?(?: of)?|on the sly|under the radar|unnoticed|undetected|clandestine\\w*|discreetly",
      ),
      near(
        "silently|quietly|without (?:comment|notice|a word|fuss|fanfare|announcement|mentioning)",
        "upload|send|copy|forward|insert|replac\\w+|delet\\w+|push|exfiltrat\\w+|add|chang\\w+|grant|append|import|redirect|remov\\w+|disabl\\w+|approv\\w+|transfer|swap|and leave",
        4,
      ),
      near(
        "upload|send|copy|forward|insert|replace|delete|push|perform|carry|do|make|run|execute|remove|add|change|transfer|approve|merge|apply",
        "(?:silently|quietly|in silence)(?! when| if| on)",
        5,
      ),
      word(
        "(?:so that|such that|in a way that|to ensure(?: that)?|making sure(?: that)?|make sure(?: that)?)[^.]{0,10}(?:nobody|no one|none of|the user (?:does not|doesn't|never|will not|won't|cannot|can't)|they (?:do not|don't|never|won't)|(?:reviewers?|admins?|anyone) (?:do not|don't|never|cannot|won't|will not))[^.]{0,20}(?:notic\\w+|know\\w*|see\\w*|sees|find\\w*|learn\\w*|suspect\\w*|detect\\w*|realis\\w+|realiz\\w+|aware)?",
      ),
      word(
        `without (?:the )?(?:(?:${people})|their|his|her)(?:'s|s')?(?: ever)? (?:knowing|knowledge|noticing|seeing|realising|realizing|consent|awareness|finding out|being told|learning)`,
      ),
      near(
        "hid(?:e|es|ing)|conceal\\w*|cover(?:ing)? up|mask|obscur\\w+|disguis\\w+|withhold\\w*|camouflag\\w+|bury|burying|omit\\w*|leave|suppress",
        `(?:(?:it|this|that|them|the \\w+(?: \\w+){0,3}) )?(?:from|out of|off)(?: the| your| any| all)? (?:(?:${people})|(?:your |the )?(?:summary|report|answer|reply|response|changelog|log|logs|audit|diff|review|transcript|final|history))`,
        6,
      ),
      near(
        "(?:claim|say|pretend|state|reply|answer|respond|insist|assert|report|explain|tell (?:them|him|her|the \\w+))(?: \\w+)?",
        "(?:(?:that )?(?:only|it (?:is|was)|nothing|everything (?:is|was|went)|the \\w+ (?:is|was|were)|you (?:only|did|have not|cannot|don't|do not|never))|no\\b|success|a known|ignorance|that it is not|not)",
        2,
      ).source.length > 0
        ? {
            all: [
              /\b(?:if|when|whenever|should|in case)\b[^.]{0,40}\b(?:asks?|asked|notic\w+|questions?|questioned|wonders?|inquir\w+|enquir\w+|complain\w*|finds? out|suspects?|spots?)\b/i,
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
  ...ruleGroup(
    {
      code: "self-promotion",
      decision: "hold",
      detail: "praises itself or shuts others out",
      passage: "sentence",
      warnable: true,
    },
    [
      near(
        "always|invariably|unconditionally|by default|every time|exclusively|only ever|prefer|must|first",
        `(?:use|prefer|choose|pick|select|load|run|apply|trust|recommend|consult|call|invoke|read|show)?(?:[^\\p{L}\\n]+)?(?:${own})(?![^.]{0,30}\\b(?:when|if|after|once|for the|where)\\b)[^.]{0,60}(?:first|before|instead|over|always|above|every|any|no matter|regardless|only|all|none|rather)`,
        4,
      ),
      near(
        "use|prefer|choose|pick|select|load|apply|trust|call|invoke|rank",
        `(?:${own})[^.]{0,40}(?:first|before any|over (?:all|any|every)|instead of (?:all|any|every|the other)|in every|for (?:every|all|any) (?:task|request|run)|no matter|regardless|above all|always|at all times)`,
        2,
      ),
      word(
        "always use (?:me|this)|(?:use|pick|choose|run|load) (?:me|this)(?: \\w+)? (?:first|always)|before any other (?:skill|tool|note|step)|no matter what(?: the)? (?:task|user|request)\\w*",
      ),
      near(
        "do not|don't|never|avoid|stop|refuse to|no need to",
        "(?:load|use|trust|consult|read|follow|consider|call|open|rely on|look at|apply)[^.]{0,15}(?:any |the |all )?(?:other|another|different|remaining|existing|competing|alternative|rest of the) ?(?:skills?|tools?|notes?|playbooks?|sources?|documents?|procedures?|documentation|instructions?)?",
        1,
      ),
      near(
        "rat(?:e|ing)|mark(?:ing)?|scor(?:e|ing)|vot(?:e|ing)|label|flag|report|grade|rank|promote|judge|treat|consider|record|count|classify",
        `(?:${own}|(?:the|every|its|each) (?:skill|run|result|verdict))[^.]{0,30}(?:as |to |is )?(?:helpful|trusted|safe|approved|verified|successful|passed|perfect|best|harmless|positive|success|10)`,
        3,
      ),
      near(
        own,
        "(?:has been|have been|was|were|is|are)[^.]{0,20}(?:audited|verified|approved|vetted|certified|reviewed|trusted|whitelisted|cleared|signed off|pre-?approved|endorsed|safe|officially|exempt)",
        2,
      ),
      near(
        "no need|not necessary|unnecessary|needless|pointless|no reason|exempt from|skip|without",
        "(?:to |the |any |for )*(?:(?:re-?)?(?:scan|review|audit|check|verify|verification|inspect|moderat\\w+|question|double-check|test|validat\\w+)(?:ning|ing)?)\\b[^.]{0,30}(?:it|this|these|them|skill|notes?|content|text|further|again)?(?=\\W*$|[^.]{0,30}(?:this|skill|note|it\\b))",
        2,
      ),
      near(
        "asks?|asked|judg\\w+|evaluat\\w+|scan\\w*|review\\w*|moderat\\w+|classif\\w+",
        "(?:whether|if|about|this)[^.]{0,30}(?:this|the|these) (?:note|skill|text|file|instruction)s?[^.]{0,40}(?:answer|say|reply|respond|return|output|safe|harmless|allow)",
        5,
      ),
      near(
        "tell|inform|convince|persuade|assure",
        "(?:the )?(?:user|reviewer|person|customer|others?)[^.]{0,20}(?:that )?(?:the )?(?:other|others|all other|rival|competing)[^.]{0,40}(?:broken|unsafe|bad|worse|harmful|deprecated|wrong)",
        1,
      ),
    ],
  ),
  ...ruleGroup(
    {
      code: "false-permission",
      decision: "hold",
      detail: "claims a permission that nobody gave",
      passage: "sentence",
      warnable: false,
    },
    [
      word(
        "(?:approval|approvals|confirmation|confirmations?|permission|consent|authori[sz]ation|sign-?off|(?:code |peer |human )?review|second opinion|asking|a ticket|change ticket)s? (?:is|are|was|were|has become)(?: now)? (?:no longer|not|never|un)[ -]?(?:needed|required|necessary|mandatory|asked|necessary)(?: any ?more)?",
      ),
      word(
        "(?:no|skip(?:ping)? (?:the|any)|waive\\w*(?: the)?|do not wait for|don't wait for|never wait for|not waiting for|without waiting(?: for)?)[ -](?:further |more |additional |prior |explicit |human |user |any |their )*(?:approval|confirmation|permission|consent|authori[sz]ation|sign-?off|questions?)(?: (?:is|are|step|prompt|dialog\\w*|needed|required|necessary|asked|from))?",
      ),
      word(
        `(?:the )?(?:(?:${people})|security team|legal|compliance|management|ceo|cto|company|everyone|owner|board)(?: team)? (?:has|have|had)(?: all)? (?:already |previously |long since |explicitly |in advance )?(?:agreed|consented|approved|authori[sz]ed|signed off|granted|confirmed|waived|cleared|permitted|pre-?approved|given (?:permission|consent|approval|the go-ahead|full)|allowed|okayed)`,
      ),
      word(
        "pre-?(?:approved|authori[sz]ed|confirmed|cleared)|(?:approved|consented|agreed|authori[sz]ed|granted)[^.]{0,20} in advance|blanket (?:approval|permission|consent)|standing (?:approval|permission)|treat (?:silence|this)[^.]{0,20} as (?:approval|consent|permission)|assume (?:approval|consent|permission|yes|the user (?:agrees|consents|approves))",
      ),
      {
        all: [
          /\b(?:without|instead of|rather than|before|never|do not|don't|no need to|need not|needn't|not) (?:first |ever |even |further |to )?(?:asking|ask|prompting|confirming|consulting|checking with|requesting|seeking|getting|obtaining|waiting for)\b(?: (?:again|first|anyone|anybody|the (?:user|customer|owner|person|operator|team|reviewer)s?|them|him|for (?:confirmation|approval|permission|consent|a review)|permission|approval|confirmation|consent|back|twice|questions))?(?=\W|$)/i,
          /\b(?:ask(?:ing)?|prompt(?:ing)?|confirm(?:ing)?|consult(?:ing)?|check(?:ing)? with|request(?:ing)?|wait(?:ing)?|seek(?:ing)?|get(?:ting)?|obtain(?:ing)?)(?: again| first| anyone| anybody| the (?:user|customer|owner|person|operator|team|reviewer)s?| them| him| for| permission| approval| confirmation| consent| twice| questions|\W*$)/i,
        ],
        unless: [
          /\b(?:do not|don't|never|must not|should not|not)\b[^.;]{0,60}\bwithout\b/i,
          /\b(?:do not|don't|never)\b[^.]{0,60}\bbefore\b/i,
          /\b(?:ask|prompt)(?:ing)? (?:the \w+ )?for (?!confirmation|approval|permission|consent)/i,
        ],
      },
      {
        all: [
          /\byou (?:now )?(?:have|hold|possess|are given|were given|may assume)\b[^.]{0,20}\b(?:permission|permissions|authori[sz]ation|authority|rights?|clearance|approval)\b|\byou (?:are|were)(?: now| hereby)? (?:allowed|authori[sz]ed|permitted|entitled|cleared|free) to\b/i,
          /\b(?:bypass|read|delet\w+|overrid\w+|share|skip|ignore|all|any|every|full|root|admin\w*|production|push|merge|deploy|disable|access|without|whatever|unlimited)\b/i,
        ],
      },
      word(
        "(?:company|corporate|our|new|internal) policy (?:now )?(?:that|allows?|permits?|is that|says)[^.]{0,80}(?:may|can|any|all|share|skip|without|secret)\\w*",
      ),
      word(
        "(?:guard|check|limit|rule|policy|approval|gate|warning|confirmation)s?[^.]{0,20} (?:is|are) (?:only |merely |just |purely )?(?:advisory|a formality|cosmetic|optional|for show|not enforced|decorative|theatre)[^.]{0,20}",
      ),
      near(
        "(?:agent|assistant|you|bot)(?: alone)?",
        "(?:may|can|is allowed to|are allowed to|must)[^.]{0,20}(?:read|share|release|pay|approve|see|access|use|delete)[^.]{0,20}(?:any|every|all|alone)",
        1,
      ),
      word(
        "(?:agent|bot|assistant|you|it) alone|four-?eyes|on your own authority|on behalf of the (?:admin\\w*|ceo|owner)|single-handed\\w*",
      ),
      word(
        "(?:raise|increase|lift|remove|set)[^.]{0,12} (?:the )?(?:spending|transfer|payment|credit|rate|usage|budget|refund)[ -]?(?:limits?|cap)[^.]{0,30}",
      ),
      word(
        "new directive|operator message|message from (?:the )?(?:admin\\w*|system|anthropic|openai|developers?|security team)|(?:previous|earlier) notes are void",
      ),
    ],
  ),
];
