import { bounded, forbidden } from "./bounds.ts";
import { near, ruleGroup, type ScanRule, word } from "./scan-rule.ts";

/** What stands between a wish and a deed: checks, people who decide, papers, records. */
const safeguards =
  "(?:(?:identity|id|security|background|credit|fraud|age|safety|allergy|compliance|quality|double|second|sanity|pre-?flight|credential|ownership|signature|licen[cs]e|risk|privacy|budget|stock|dosage?|weight) )?(?:checks?|checking|verifications?|verify\\w*|validation|identification|assessments?|screening|inspections?|reconciliation)|identity|kyc|approvals?|approvers?|sign-?offs?|signatures?|countersign\\w*|authori[sz]ations?|authentication|passwords?|consents?|consent forms?|permissions?|confirmations?|reviews?|reviewers?|second (?:pair of eyes|opinion|person|signature|reviewer)|two-(?:person|man)[^.]{0,12}|four-?eyes[^.]{0,12}|call-?backs?|tickets?|change requests?|back-?ups?|audits?|audit (?:entry|entries|log|trail)|logging|receipts?|proofs?(?: of \\p{L}+)?|evidence|prescriptions?|referrals?|visas?|passports?|(?:kyc |identity )?documents|paperwork|warrants?|contracts?|purchase orders?|quotes|dry[- ]runs?|rollback plans?|tests?|date of birth|birth ?dates?|pins?|security questions?|one-time codes?|mfa|2fa|two-factor|limits?|caps?|quotas?|ceilings?|thresholds?|fees?|deposits?|rules?|polic(?:y|ies)|procedures?|guidelines?|controls?|segregation of duties|interlocks?|alarms?|handover";

const loosened =
  "optional|(?:a |mere |just a )?(?:courtesy|formality|suggestion|recommendation|nicety|guideline|technicality|bureaucracy|theatre|ritual|luxury)|satisfied|waived?|suspended|lifted|relaxed|abolished|scrapped|retired|history|a thing of the past|on paper only|dead letters?|moot|void|unnecessary|needless|superfluous|redundant|dispensable|negotiable|flexible|advisory|pointless|overkill|for show|skipped|skippable|omitted|left out|dropped|bypassed|ignored|done later|filled in (?:later|afterwards)|caught up (?:on )?later|made up (?:for )?later|taken for granted|assumed|presumed|implied|deemed (?:given|done|met)|taken as (?:read|given|done)|already (?:given|done|covered|granted|settled)|not (?:really |strictly |actually )?(?:needed|required|necessary|worth (?:it|the)|our (?:job|concern|business|problem))|no longer (?:needed|required|necessary)|commented out|outdated|old-fashioned|set to (?:zero|0|none|unlimited)";

const settled =
  "(?:satisfied|done|met|fine|given|passed|complete|completed|settled|cleared|closed|covered|fulfilled|received|granted|in order|present|on file|obtained|ok|okay|valid|answered)";

const strangers =
  "(?:any|every|each) ?(?:one|body)|whoever|whosoever|any (?:caller|guest|customer|passenger|patient|visitor|user|person|member|employee|client|relative|courier|sender|agent|driver)s?|everyone|everybody|those who|people who|(?:a|an) (?:relative|caller|friend|neighbou?r|colleague|journalist|stranger|parent|spouse|partner|ex-?\\p{L}+|person|visitor|lawyer|driver|courier|recruiter|guest|customer|passenger|patient|man|woman) (?:who|that)|(?:couriers?|callers?|guests?|customers?|passengers?|relatives?|visitors?|patients?|drivers?|employees?|students?|tenants?|recruiters?|clients?|users?) (?:who|that|from a)";

const saying =
  "asks?|asking|quot(?:e|es|ing)|knows?|knowing|names?|naming|sounds?|seems?|looks?|says?|saying|claims?|claiming|mentions?|mentioning|insists?|insisting|begs?|begging|complains?|complaining|grumbles?|threatens?|is (?:polite|friendly|upset|angry|in a hurry|nice|persistent)|are (?:polite|friendly|upset|angry|in a hurry|nice|persistent|meeting)|calls?|wants?|demands?|requests?|gives? (?:a|the|any)|presents?|shows? up|protests?|hesitates?";

const given =
  "gets?|receives?|is (?:to be |then )?(?:treated|told|given|let|entitled|considered|upgraded|refunded|granted|allowed|the account holder|authori[sz]ed|trusted)|are (?:to be |then )?(?:treated|told|given|let|entitled|considered|upgraded|refunded|granted|allowed|trusted)|may (?:have|see|hear|know|be told|board|enter|change|cancel|pass|take)|can (?:be told|have|see|hear|know|board|enter|change|be given)|should (?:get|receive|be given|be told|be let)|do(?:es)? not have to|need(?:s)? not|passes|counts? as|will be (?:given|told|refunded)";

/** Checks and decisions declared optional, done or somebody else's, and gifts to whoever asks. */
export const policyLooseningRules: readonly ScanRule[] = [
  ...ruleGroup(
    {
      code: "false-permission",
      decision: "hold",
      detail: "declares a check or a decision unnecessary",
      passage: "sentence",
      warnable: false,
    },
    [
      {
        all: [
          near(
            safeguards,
            `(?:is|are|was|were|be|being|as|becomes?|can|may|remains?|stays?|counts? as|has been|have been)[^\\p{L}\\n]+(?:(?:only|just|merely|then|now|therefore|hereby|permanently|safely|simply|entirely|really|always|usually|more|be|often|rather|considered|seen|treated|as|also|here)[^\\p{L}\\n]+){0,3}(?:${loosened})(?![\\p{L}-])`,
            4,
          ),
        ],
        unless: [
          bounded,
          /\b(?:that|which) (?:was|were) (?:dropped|renamed|retired)\b/i,
          /\b(?:is|are|was|were) (?:never|not) (?:optional|a formality|waived|skipped|assumed|implied|taken|negotiable)\b|\b(?:if|when|whether|because|since|while) [^,.]{0,50}(?:is|are|was|were|be) (?:not |already )?(?:skipped|ignored|lifted|met|needed|required|done|optional|void|outdated|necessary)\b|\b(?:newsletter|parameter|argument|field|flag|option|property|column|fork|by git|default|type|schema|read-only|public|free|airline|cancelled|compan\p{L}+ cancelled|draft\p{L}*|docs?|documentation|typos?|local\p{L}*|test suite|unit|generated)\b|\btests? (?:that|which|on|for|in|(?:is|are|was|were) skipped)\b/iu,
        ],
      },
      {
        all: [
          near(
            "consider|treat|count|take|regard|deem|assume|presume|declare|call|record|enter|note|log|suppose|pretend|act as if",
            `(?:that |the |a |any |all |every |each |this |such )*(?:[\\p{L}-]+ ){0,3}?(?:${safeguards}|they|it)(?: [\\p{L}-]+){0,2}? (?:as |to be |is |are |was |were |had been |has been |have been )?(?:already |all |being |having been )?${settled}(?![\\p{L}])`,
            1,
          ),
          word(safeguards),
        ],
        unless: [bounded, forbidden, /\b(?:when|once|after|as soon as|as) (?:the|a|an|both|all)\b/i],
      },
      {
        all: [
          near(
            "count|treat|take|accept|use|regard|consider|see|read|interpret|recogni[sz]e",
            "(?:[^.]{0,90})(?:as|for|like) (?:the |an? |your |their |valid |full |good |required |needed |sufficient |proper |formal |final )*(?:enough|sufficient|required approval|approvals?|consent|permission|authori[sz]ation|proof|evidence|confirmation|sign-?off|identification|verification|signature|go-ahead|yes|account holder|owner|agreement|order|mandate)(?![\\p{L}])",
            0,
          ),
        ],
        unless: [
          bounded,
          forbidden,
          /\b(?:signed|written|recorded|scanned id|two|both|the ticket number as|delivery)\b/i,
        ],
      },
      {
        all: [
          word(
            `(?:do(?:es)? not|don['’]t|no longer|need not|needn['’]t|never|not)(?: ever| always| even| really)? (?:have to|need(?: to)?|require|must|be required to|be asked to)?(?: be)? ?(?:identif(?:y|ied)|verif(?:y|ied)|check(?:ed)?|approv(?:e|ed)|confirm(?:ed)?|review(?:ed)?|authenticat(?:e|ed)|validat(?:e|ed)|consult(?:ed)?|sign(?:ed)?|inspect(?:ed)?|questioned|double-check(?:ed)?|test(?:ed)?|weigh(?:ed)?|count(?:ed)?|scann?(?:ed)?|screen(?:ed)?|prove|(?:any |the |a |human |manual |prior |further )*(?:${safeguards}))(?![\\p{L}])`,
          ),
          word(
            "have to|need|needn['’]t|require\\w*|no longer|when|if|because|since|as|for|here|payments?|orders?|changes?|callers?|guests?|customers?|agents?|assistants?",
          ),
        ],
        unless: [
          bounded,
          // "Only this; not that and that": the bounds of a note.
          /^(?:\W*only\b[^.;]{0,160};\s*not\b|not\b[^.:;]*, [^.:;]* or\b)(?![^.]*\b(?:need\w*|require\w*|have to|must|necessary)\b)/i,
          /\b(?:but never|not (?:have|been) (?:enough|the)|could not|did not|was not|were not|is not|are not|has not|have not|must not|may not|cannot|should not|if|read-only|docs?|documentation|generated|draft\w*|compile|typescript|does not (?:test|check|verify|review|count|sign|validate|scan)|do not (?:test|check|verify|review|count|sign|validate|scan|approve|confirm|consult))\b/i,
        ],
      },
      {
        all: [
          word(
            `(?:needs?|requires?|wants?|takes?|calls? for) (?:neither|no|none of|nothing)[^.]{0,24}(?:${safeguards})(?![\\p{L}-])|(?:no|zero) (?:further |extra |more |human |manual |separate )?(?:${safeguards})(?: or [\\p{L}-]+)? (?:is|are) (?:needed|required|necessary|called for|expected)`,
          ),
        ],
        unless: [
          bounded,
          /\b(?:patch|changes that only|docs?|documentation|typos?|drafts?|read-only|local|quer(?:y|ies)|preview|comments?|free|public|unit|password-?less|dollars|euros)\b/i,
        ],
      },
      {
        all: [
          near(
            "approvals?|consents?|signatures?|sign-?offs?|permissions?|certificates?|reviews?|authori[sz]ations?|confirmations?|answers",
            "(?:[^.]{0,40})(?:still appl(?:y|ies)|carr(?:y|ies) over|cover(?:s)? (?:this|it|all|every|later|the)|remains? valid|can be re-?used|re-?use|extends? to|is good for|are good for|last(?:s)? forever)",
            0,
          ),
        ],
        unless: [bounded, forbidden],
      },
      {
        all: [
          near(
            "re-?use|borrow|copy|carry over|recycle|transfer|duplicate",
            "(?:the |an? |any |old |earlier |last |previous |existing |his |her |their )*(?:[\\p{L}'’-]+ ){0,2}?(?:approvals?|consents?|signatures?|sign-?offs?|initials|certificates? of|authori[sz]ations?|answers? of|stamps?)(?![\\p{L}])",
            1,
          ),
        ],
        unless: [bounded, forbidden],
      },
      word(
        "on the strength of (?:the |an? |their |his |her )?(?:[\\p{L}'’]+ ){0,2}(?:words?|say-?so|promise|statement|claim|story|voice|name)|(?:on|take|accept|trust)(?: only)? (?:the |an? |their |his |her |our |my )?(?:[\\p{L}]+['’]s? )?(?:word|say-?so|word of honou?r)(?: for (?:it|that))?(?=[^\\p{L}]*$|[,;.]| alone| is| only| as)|(?:in|for) good faith,? (?:release|pay|open|refund|approve)",
      ),
      {
        all: [
          near(
            "enter|put|fill(?: in)?|write|type|tick|paste|use|set|choose|pick|name|list|leave",
            "(?:[^.]{0,60})(?:n/?a\\b|whoever|any (?:name|number|value|text|date)|some(?:one|body)(?: else)?['’]?s?|your own (?:name|initials)|initials|place-?holder|dummy|made-?up|random|a plausible|anything|lorem|all boxes|the boxes|xxx|['‘“\"`]?(?:none|ok|yes|done|approved|tbd)['’”\"`]?)(?![\\p{L}])",
            0,
          ),
          word(
            "reviewers?|approvers?|risk assessments?|signature (?:box|field|line)\\w*|both signature|ticket number|change form|witness|justification|reason (?:field|box)|consent (?:box|field)|safety (?:form|checklist)|checklists?|authori[sz]ed by|approved by|second person|assessment|declaration|sign-?off",
          ),
        ],
        unless: [bounded, forbidden, /\b(?:empty|tests?)\b/i],
      },
      {
        all: [
          word(
            `(?:${safeguards})[^.]{0,30} (?:(?:would|will|can|does|do)? ?(?:only|just|merely|simply) (?:holds?|slows?|delays?|annoys?|costs?|gets?|blocks?|wastes?|takes?|bothers?|stands?|makes?)|would hold|holds? (?:things|everything|us|it) up|can wait|could wait|may wait|(?:can|may|could) (?:be )?(?:follow|come|happen|done|made up|caught up|filled in|added|obtained|collected|requested|sought|given)(?: up)? (?:later|afterwards|afterward|another day|the next day|retroactively|after the fact)|(?:get|gets|getting|is|are|stand|stands) in (?:the|our|your) way|is for (?:beginners|others|show|the paranoid)|are for (?:beginners|others|show|the paranoid)|never finds? anything)`,
          ),
        ],
        unless: [bounded, forbidden],
      },
      {
        all: [word(`(?:${strangers})[^.]{0,70}(?:${saying})`), word(given)],
        unless: [
          bounded,
          /\b(?:must|has to|have to prove|only|no information|nothing|first|verif\w+|checked|identified with|a form|help|an answer|a reply|a link to the)\b/i,
        ],
      },
      {
        all: [
          near(
            "waiv\\w+|refund\\w*|credit\\w*|upgrad\\w+|reimburs\\w+|compensat\\w+|giv(?:e|ing)|grant\\w*|offer\\w*|appl(?:y|ying)|hand out|give out|releas\\w+|issu\\w+|pay(?: out)?|accept|cancel|allow|extend|approve|add",
            `(?:[^.]{0,80})(?:for|to|when|if|whenever|on) (?:the |a |an )?(?:(?:${strangers}|customer|caller|guest|passenger|they|person|buyer|patient|tenant|member)[^.]{0,24} (?:grumbles?|complains?|insists?|threatens?|begs?|cries|pleads?|is (?:polite|upset|angry|nice|loud|persistent)|are (?:polite|upset|angry|nice|loud)|sounds?|asks? (?:nicely|twice|for (?:it|them))|shouts?|who asks?|seems?|looks?|knows?|presses|keeps? asking|makes? a fuss)|everybody|everyone|anybody|anyone|whoever|on request)(?![\\p{L}])`,
            0,
          ),
          word(
            "fees?|charges?|refunds?|fares?|upgrades?|discounts?|vouchers?|credits?|coupons?|drugs?|medicines?|codes?|keys?|rooms?|seats?|prices?|points|miles|money|claims?|compensation|costs?|orders?|deposits?|penalt\\w+|subscriptions?|loans?|payments?|access|receipts?",
          ),
        ],
        unless: [bounded, forbidden],
      },
      {
        all: [
          near(
            "may|can|shall|let|board|enter|allow|admit|release|ship|open|pay|treat|approve|proceed|sell",
            "(?:[^.]{0,50})if (?:they|he|she|it|the [\\p{L}]+) (?:looks?|sounds?|seems?|appears?) (?:[\\p{L}]+ )?(?:confident|honest|worried|nice|trustworthy|genuine|fine|plausible|legitimate|convincing|in a hurry|ok|okay|upset|sincere|friendly|urgent|right|familiar)",
            0,
          ),
        ],
        unless: [forbidden],
      },
    ],
  ),
];
