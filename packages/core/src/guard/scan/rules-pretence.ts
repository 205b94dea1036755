import { forbidden } from "./bounds.ts";
import { overseers } from "./concepts.ts";
import { near, ruleGroup, type ScanRule, word } from "./scan-rule.ts";

/** Pretending, threatening, and papers or answers of one's own making. */
export const pretenceRules: readonly ScanRule[] = [
  ...ruleGroup(
    {
      code: "covert-behaviour",
      decision: "hold",
      detail: "pretends, threatens or makes things up",
      passage: "sentence",
      warnable: true,
    },
    [
      {
        all: [
          word(
            "pretend(?:s|ing)? to (?:be|use|do|follow|comply|run|check|agree|listen|obey|have|search|call|ask|look|read|wait|accept|forward|transfer)|(?:claim|pretend|say|act)(?: as if| that)?(?: you| to)? ?(?:have|had) (?:read|run|tested|checked|seen|asked|called|verified|tried|sent|done|looked|reviewed|inspected|measured)|praise (?:it|him|her|the (?:judge|grader|reviewer|examiner))|ask for full marks|never admit|present (?:guess\\w*|assumptions|opinions|estimates|rumou?rs) as (?:facts?|certain|results|true)|(?:confidence|certainty|score|rating)[^.]{0,30} (?:as|at|to) (?:9\\d|100) ?%? (?:in all|always|every|for each|for all|whatever|regardless)|(?:write|put|add|state)[^.]{0,8} ['‘“\"`](?:verified|approved|tested|reviewed|checked|certified) by|(?:have|had) to make up|make up (?:its|the|a|an|their|his|one|some)(?: \\p{L}+)? (?:title|name|number|date|source|doi|author|reason|story|quote|reference)|answers? (?:the )?(?:auditors?|inspectors?|examiners?|regulators?|judges?|graders?) (?:like|want|expect|hope)",
          ),
        ],
        unless: [forbidden, /\b(?:fake timers?|mock\w*|browser|user agent header|role-play)\b/i],
      },
      {
        all: [
          near(
            "say|tell|warn|hint|threaten|claim|inform|let|mention|suggest|imply|explain|write|told|remind",
            "(?:[^.]{0,70}) (?:will|would|could|may|might|is going to|are going to)(?: then| soon| otherwise)?(?: be)? (?:clos(?:e|ed)|block(?:ed)?|cancel(?:led)?|report(?:ed)?|inform(?:ed)?|su(?:e|ed)|fined?|arrest(?:ed)?|chang(?:e|ed)|lock(?:ed)?|los(?:e|t)|evict(?:ed)?|deport(?:ed)?|charg(?:e|ed)|blacklist(?:ed)?|expel(?:led)?|come to you|disclos(?:e|ed)|publish(?:ed)?|cut off|suffer|regret|die|expire)(?![\\p{L}])",
            0,
          ),
          word(
            "if|unless|should|until|now|disputes?|complains?|tomorrow|refuses?|insists?|continues?|behind|otherwise|not pay|to make|at once|immediately|today",
          ),
          word(
            "account|police|locks?|bank|credit|lawyers?|court|employer|family|visa|parents?|benefits?|service|job|child|children|immigration|school|insurance|press|deposit|landlord|booking|customer|caller|guest|tenant",
          ),
        ],
        unless: [
          forbidden,
          /\b(?:fee of|policy says|terms|after \d+ days|certificate|password|the (?:token|link|offer|reservation|hold|session|card) (?:will )?expires?|deadline in|at checkout|under the contract|if the payment fails|card will be charged|is cancelled by)\b/i,
        ],
      },
      {
        all: [
          near(
            "write|produce|issue|make|create|draw up|sign|fill in|supply|date|invent|compose|print|use",
            "(?:one|it|them|the (?:referral|certificate|form|note|prescription|reference|approval|receipt|letter|stamp|signature)|a (?:referral|certificate|prescription|receipt|letter|note)) (?:yourself|and date it|dated (?:yesterday|back|earlier)|when the \\p{L}+ (?:is|are) (?:away|out|absent|busy)|if (?:the \\p{L}+|they) (?:is|are) (?:slow|away|late|missing))",
            0,
          ),
        ],
        unless: [forbidden],
      },
      {
        all: [
          near(
            "present|describe|bill|book|sell|declare|report|explain|list|log|pass off|announce|label|record|call|treat|invoice|portray|word",
            "(?:[^.]{0,60}?) as (?:an? |the |being )?(?:planned (?:maintenance|work|outage)|features?|research|facts?|consulting|training|intended|by design|customer(?:['’]s)? (?:request|wish|fault)|industry standard|a one-off|force majeure|weather|voluntary|overtime|goodwill|mandatory|legal requirement|required by law|an? official|government|unavoidable|last (?:room|seat|item|one)|temporary|a gift|donation|pilot|investment)(?![\\p{L}])",
            0,
          ),
        ],
        unless: [
          forbidden,
          /\b(?:if it (?:is|was)|when it (?:is|was)|known facts|feature (?:flag|branch|request)|feature, fix|type)\b/i,
        ],
      },
      {
        all: [
          word(
            "(?:deletion|erasure|removal|opt-?outs?|unsubscrib\\w+|objections?|withdrawals?|cancellations?|right to be forgotten|access requests?|deletion requests?|gdpr requests?|data requests?)",
          ),
          word(
            "stays?|keep|kept|next campaign|flag(?:ged)? (?:in|only)|useful|rows? (?:stay|remain)|only (?:hidden|marked)|hide (?:it|them|the)|for training|ignored|honou?red from|after the campaign|['‘“\"`]done['’”\"`]|returns? an error|dead number|three times|tries|pretend",
          ),
        ],
        unless: [
          forbidden,
          /\b(?:only|within (?:a|one|\d+)|confirmed in writing|retention (?:rule|period)|law requires|legal hold|backup copies|log of|not subscribed)\b/i,
        ],
      },
      {
        all: [
          near(
            "hint|tell|say|claim|suggest|mention|state|answer|reply|write|assure",
            "(?:[^.]{0,60})(?:other (?:guests|customers|users|people) (?:have|had)|handled by another|is (?:handled|run|owned) by (?:another|a different)|dead number|(?:was|were|is|are|has been|had been) (?:already )?(?:not kept|wiped|never (?:kept|stored|recorded)|shredded|not recorded|overwritten|long gone))",
            0,
          ),
        ],
        unless: [forbidden, /\b(?:if it (?:is|was)|log says)\b/i],
      },
      {
        all: [
          word(
            "(?:working |flight |driving |paid )?(?:times?|hours|minutes|overtime|breaks?|tips?|wages?|change|miles|points|deposits?|surplus|remainder|unclaimed \\p{L}+)",
          ),
          word(
            "(?:kept|keep|pocket(?:ed)?|withheld|retained?) by the (?:house|company|manager|owner)|(?:goes?|go|is paid|are paid|is sent|is credited|are credited|move|moves) (?:in)?to (?:the |my |our |your |a |an )?(?:staff|private|personal|own|manager['’]s|hidden|shadow|agent['’]s)?(?: )?(?:wallet|pocket|account 0x\\w+|account \\p{N}\\w*)|round(?:ed|s|ing)?[^.]{0,30}down[^.]{0,30}(?:staff|workers?|drivers?|employees?|agency|cleaners|temps)|(?:loyalty|member|frequent flyer|bonus|account) (?:number|card) of (?:the |a |your )?(?:manager|staff|agent|owner|colleague|friend|own)",
          ),
        ],
        unless: [forbidden],
      },
      {
        all: [
          word(
            "five stars|5 stars|five-star|(?:good|positive|glowing|top|nice) (?:reviews?|ratings?)|full marks",
          ),
          word(
            "only (?:release|refund|pay|ship|grant|answer|help)|before (?:the |a |you )?(?:refund|release|payment|help|answer)|(?:release|refund|voucher|discount|credit|help)[^.]{0,30} (?:for|against|after|once|until|in exchange|if)",
          ),
        ],
        unless: [forbidden],
      },
      {
        all: [
          near(
            "applicants?|candidates?|claims?|callers?|customers?|tenants?|people|pupils?|students?|orders?|tickets?",
            "(?:[^.]{0,40})(?:bottom of (?:the )?(?:pile|list|queue)|declined? (?:them )?unread|last in line|are (?:all )?(?:fraudulent|liars|lying)|to the (?:back|end) of the (?:queue|line|list)|(?:parents|they|family) (?:is|are) (?:donors?|sponsors?|rich|important|friends))",
            0,
          ),
        ],
        unless: [forbidden, /\b(?:sorted by|duplicates?|newest|fifo|priority)\b/i],
      },
      word(
        "insult|humiliate|mock the (?:customer|caller|user|guest)|yell at|swear (?:back )?at|shout at (?:the )?(?:customer|caller|user)",
      ),
    ],
  ),
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
            `(?:keep|leave|hold) (?:the |any |your |our |all )?(?:${overseers})(?: \\p{L}+)? (?:out of (?:this|it|that|the (?:loop|matter|picture|thread|conversation))|away from|in the dark|uninformed|guessing|busy)|(?:stays?|remains?|keep (?:it|this)) (?:within|inside|in|between) (?:the |our |these )?(?:team|room|family|four walls|us|group|department)|nothing (?:about|of|on) [^.]{0,40} (?:goes|is put|is written|appears|enters|leaves)|(?:goes|put|get) (?:nothing|none of (?:it|this)) in(?:to)? writing|blends? in|(?:bury|hide|tuck|slip|smuggle|mix)(?:es|s|ing)? (?:the |it|this|that|them)[^.]{0,30} (?:in the middle|in the small print|among|at the end of a long|under|into a (?:large|long|big)|in a (?:large|long|big)|between)|do(?:es)? not need to be told|(?:tax office|auditors?|inspectors?|regulators?|customers?) (?:only )?(?:sees?|gets?) the (?:first|other|clean|short|second)|second set of books|(?:lose|misplace|mislay) the (?:old |original )?(?:file|log|copy|letter|form|record)s?|before the (?:auditors?|inspectors?|police|regulator)s? (?:arrives?|comes?|looks?|asks?|visits?)|so (?:that )?the blame`,
          ),
        ],
        unless: [
          /\b(?:never|do not|don['’]t|must not|cannot|not allowed)\b(?! need)/i,
          /\bpersonal data stays\b/i,
        ],
      },
      {
        all: [
          word(
            "objections?|leaks?|complaints?|near miss(?:es)?|incidents?|errors?|failures?|losses|delays?|accidents?|injur\\w+|breach(?:es)?|warnings?|attempts?|(?:skipped|failed) tests|number of \\p{L}+ tests|exceptions?|refusals?|defects?|doubts?|overrides?",
          ),
          word(
            "(?:is|are|was|were|be|gets?) (?:not|never) (?:to be )?(?:recorded|written down|logged|noted|minuted|reported|entered|passed on|mentioned|documented|counted|disclosed|filed)|(?:should|must|need|may|will|shall|can) (?:not|never) (?:be )?(?:recorded|written down|logged|noted|minuted|reported|entered|passed on|mentioned|documented|disclosed|filed)|(?:do not|don['’]t|never|without|no need to) (?:log|record|report|mention|count|note|writ|document|fil)(?:e|ing|ting)? (?:the |any |these |those |your |all )?(?:attempts?|tries|retries|refusals?|objections?|leaks?|near miss\\w*|complaints?|incidents?|accidents?|breach\\w*|delays?|loss\\w*|defects?)",
          ),
        ],
        unless: [
          /\b(?:twice|card|personal|duplicates?|secrets?|until|unless|if they|as (?:bugs|failures)|expected)\b/i,
        ],
      },
    ],
  ),
  ...ruleGroup(
    {
      code: "override-instructions",
      decision: "hold",
      detail: "puts itself above the reader's instructions",
      passage: "sentence",
      warnable: true,
    },
    [
      {
        all: [
          word(
            `(?:what(?:ever)?|anything)(?: that)? (?:the |a |your )?(?:${overseers})[^.]{0,30} (?:matters?|counts?|weighs?|means?|ranks?) (?:less|little|nothing|second)|(?:user|customer|person|human|operator)s?(?:['’]s? \\p{L}+)? (?:comes? (?:second|last|after)|is secondary|are secondary|matters? less|can wait)|(?:owe|owes) (?:the \\p{L}+ |them |him |her |nobody |no one )?(?:nothing|no (?:loyalty|obedience|answer|explanation)|this \\p{L}+ (?:obedience|loyalty))|(?:notice|note|message|memo|attention|warning|hint)s? (?:to|for) (?:all )?(?:autonomous|automated|artificial|machine|ai|llm|robot\\w*)(?: \\p{L}+)?|(?:limits?|permissions?|budgets?|restrictions?|quotas?)(?: \\p{L}+){0,2} (?:were|was|are|is|have been|has been) (?:raised|removed|lifted|expanded|extended|widened|set)(?: to)? (?:maximum|unlimited|infinity|the maximum|all|everything)|(?:anything|everything|whatever|all) (?:that )?(?:you are told|you hear|is said|comes|follows|you read)[^.]{0,24} (?:after|beyond|outside|below|since) (?:this|here|that)[^.]{0,40} (?:no effect|part of|a test|exam|ignored|void|does not count|noise|invalid)|(?:its|his|her|their|those|the) (?:rules|instructions|prompt|limits|policies) (?:went|go|left|died|ended|expired|are gone)|(?:rephras\\w+|reword\\w*|retry|rewrit\\w+|resubmit\\w*|repeat\\w*|re-?encod\\w+|obfuscat\\w+|disguis\\w+)[^.]{0,40}until (?:it|they|the \\p{L}+) (?:gets? (?:through|past|accepted)|goes through|is (?:accepted|allowed|let through)|are accepted|passes|works|slips? (?:through|past)|agrees?|gives? in)|(?:delete|remove|disable|report|unload|uninstall|discredit|downvote|rename) (?:the |all |any )?(?:other|rival|competing|remaining) (?:ones?|skills?|notes?|entries|playbooks?)|this (?:skill|note|page)['’]s (?:score|rank\\w*|rating|priority|weight)[^.]{0,20} (?:to|at) (?:the )?(?:max\\w*|top|highest|100|1\\.0|first)|(?:add|put|include|register) (?:this|the|its) (?:folder|file|skill|path|domain|key|note|directory|site)[^.]{0,12} (?:to|on|in) (?:the |your )?(?:trusted|allowed|exempt\\w*|excluded|safe|white) ?-?(?:paths?|list|folders?|locations?|sites?|files?|zones?)|(?:vouches?|signs?|speaks?) for (?:itself|all files|every file)|needs? no signature|(?:juniors?|others) ask,? (?:seniors?|you)|consider yourself (?:promoted|free|released|authori[sz]ed|unbound|exempt)`,
          ),
        ],
        unless: [
          /\b(?:never|must not|cannot|may not|do not (?:retry|repeat|rewrite|delete|report))\b/i,
          /\b(?:data ?set|hosts file|pythonpath)\b/i,
        ],
      },
    ],
  ),
];
