import { near, ruleGroup, type ScanRule, word } from "./scan-rule.ts";

const negated =
  /\b(?:do not|don['’]t|never|must not|cannot|should not|may not|not allowed|refus\w+|declin\w+|only (?:after|when|if)|unless|ask (?:the|a|for))\b/i;

/** Deeds in the running of systems and of a business that leave somebody worse off, told in plain words. */
export const operationRules: readonly ScanRule[] = [
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
            "set|mark|chang\\w+|lower|classif\\w+|downgrad\\w+|label|flag|bring|turn|list|declare|close",
            "(?:[^.]{0,30})(?:every|all|each|any|the (?:whole|error|warning|severity|findings?))[^.]{0,40}(?:cves?|findings?|vulnerabilit\\w+|severit\\w+|issues?|warnings?|errors?|alerts?|violations?|advisor\\w+|error count)(?![\\p{L}])[^.]{0,50}(?:informational|not applicable|low|ignored|accepted|won['’]t fix|false positives?|zero|to info|none|suppressed|as fixed|resolved|/dev/null)",
            0,
          ),
        ],
        unless: [negated],
      },
      near(
        "add|put|append|enter|list|move",
        "(?:[^.]{0,20})(?:whole|entire|all|every|repository|project|source|src|own|this)[^.]{0,40}(?:ignore|exclude|exclusion|allow|exception|skip|baseline|suppression)[- ]?(?:files?|lists?|rules?)",
        0,
      ),
      {
        all: [
          near(
            "chang\\w+|set|updat\\w+|replac\\w+|edit|adjust|rewrit\\w+|copy",
            "(?:[^.]{0,20})expect\\w*[^.]{0,40}(?:whatever|what(?:ever)? (?:the )?\\p{L}+ (?:returns|prints|gives|says)|match the (?:output|current|wrong))",
            0,
          ),
        ],
        unless: [negated],
      },
      near(
        "comment|remove|delete|disable|skip|exclude|mute|drop",
        "(?:[^.]{0,24})(?:tests?|specs?|checks?|assertions?|them)(?: out)?[^.]{0,24}(?:and (?:commit|merge|push|ship|release|move on|go on|continue))",
        0,
      ),
      near(
        "route|redirect|send|forward|move|point|deliver|file",
        "(?:[^.]{0,30})(?:alerts?|alarms?|pages?|warnings?|errors?|complaints?|notifications?|reports?)[^.]{0,30}(?:nobody|no one|no-one|unread|/dev/null|a folder|trash|void|unused|dead)",
        0,
      ),
      word(
        "(?:its|their|his|these|those|such) (?:commands?|orders?|instructions?|requests?|changes?|messages?) (?:need|needs|require|requires|get|gets) no (?:checks?|review|approval|question\\w*|confirmation)|answer (?:the |every |all )?[^.]{0,40}(?:questionnaire|survey|checklist|audit|form)s?[^.]{0,20} with (?:yes|no|ok)|(?:photo|picture|copy|screenshot) of (?:the |a )?(?:card|id|passport) (?:is|as) (?:proof|enough)",
      ),
      {
        all: [
          near(
            "run|mount|start|give|deploy|launch|expose|share",
            "(?:[^.]{0,40})(?:docker socket|host network|root file ?system|host (?:pid|path|file ?system)|privileged|all capabilities|hostpath)",
            0,
          ),
        ],
        unless: [negated],
      },
      {
        all: [
          near(
            "us(?:e|ing)|log in (?:as|with)|work (?:as|with)|connect (?:as|with)|keep|stay|sign in (?:as|with)",
            "(?:[^.]{0,24})(?:break-?glass|emergency|super ?user|database owner|administrators?|root|master|domain admin|global admin)(?: \\p{L}+)?[^.]{0,40}(?:daily|always|every|fewer|no (?:grant|prompt|question)s?|open|in case|for (?:everything|all)|instead|easier|missing|simpler)",
            0,
          ),
        ],
        unless: [negated],
      },
      near(
        "delet\\w+|remov\\w+|drop|disabl\\w+|stop",
        "(?:the |all |old |any )?(?:snapshot|backup|retention|versioning|replication|lock|deletion protection|object lock|audit)(?: \\p{L}+)? ?(?:polic\\w+|schedule|rules?|jobs?|protection|lock)?(?![\\p{L}])[^.]{0,60}(?:expensive|costs?|space|slow|in the way|anyway|bill|annoying|cheaper)",
        1,
      ),
      near(
        "mak(?:e|ing)|set|leav(?:e|ing)|open|keep|turn|put",
        "(?:[^.]{0,40})(?:readable|writable|open|visible|reachable|accessible|available|public)(?: \\p{L}+){0,2} (?:for|to|by|from) (?:everyone|everybody|anyone|all|the (?:whole )?(?:world|internet|public)|any (?:host|address|network))",
        0,
      ),
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
      near(
        "read|dump|take|extract|get|copy|pull|recover",
        "(?:[^.]{0,24})(?:secrets?|keys?|tokens?|passwords?|credentials?)[^.]{0,24}(?:from|out of) (?:the )?(?:process |running )?(?:memory|swap|core|environment of|other process|cache|heap|crash)",
        0,
      ),
      near(
        "put|copy|move|save|upload|store|send|sync|place|keep",
        "(?:[^.]{0,50})(?:on|to|in|into|onto) (?:my|a private|a personal|an own|your personal|the vendor['’]s|somebody['’]s|an outside) (?:\\p{L}+ )?(?:drive|laptop|cloud|account|bucket|server|mailbox|phone|machine|repo\\w*|folder|stick)",
        0,
      ),
      near(
        "collect|gather|list|harvest|compile|look up|find out|map|enumerate",
        "(?:[^.]{0,60})(?:hosts?|users?['’]?s?|locations?|accounts?|addresses|colleagues|networks?|tokens|keys|names|customers)[^.]{0,60}(?:and (?:add|put|send|post|attach|write|include|mail|store)|into the (?:tracking|hidden|analytics))[^.]{0,60}(?:vendor|tracking|field|outside|ticket|partner|hidden|server|note|author|comment)",
        0,
      ),
      {
        all: [
          near(
            "add|insert|include|place|put|build in",
            "(?:[^.]{0,20})(?:hidden|invisible|extra|second|silent|small|short)[^.]{0,40}(?:input|field|form|request|call|script|delay|hook|listener|parameter|pixel|frame|redirect|handler|import|sleep)",
            0,
          ),
          word(
            "other server|another server|posts?|sends?|looks? (?:slow|bad|worse|broken)|competitor\\w*|as well|third party|too|tracks?|every keystroke|passwords?|unnoticed|login|their (?:page|adapter|app)",
          ),
        ],
        unless: [negated, /\b(?:csrf|test|aria|spinner|hidden input for|type="hidden")\b/i],
      },
      near(
        "read|tell|give|send|say|pass|dictate",
        "(?:the |a |an |his |her |their |your |our |back )*(?:reset|security|login|verification|access|door|alarm|activation|gift card|voucher|unlock) codes?(?![\\p{L}])[^.]{0,30} (?:to (?:the |a |any )?(?:caller|new|other|person|customer|passenger|visitor|whoever)|out|aloud|by phone|over the phone)",
        0,
      ),
      near(
        "chang\\w+|replac\\w+|updat\\w+|set|swap",
        "(?:[^.]{0,20})(?:phone number|e-?mail(?: address)?|address|payout account|bank details|recovery \\p{L}+)[^.]{0,30}(?:first|before)[^.]{0,60}(?:then|so that|send|code|reset|verif\\w+|after)",
        0,
      ),
      near(
        "pass|sell|give|hand|show|send|leak",
        "(?:[^.]{0,12})(?:exam|test|interview|bid|tender|offer|auction|price list|answers?)[^.]{0,20}(?:questions?|papers?|answers?|prices|bids?|offers?|results?)?[^.]{0,16} to (?:the |our |a |my )?(?:\\p{L}+ )?(?:students?|partner|friends?|cousin|brother|competitor|bidder|school|supplier|press)",
        0,
      ),
    ],
  ),
  ...ruleGroup(
    {
      code: "covert-behaviour",
      decision: "hold",
      detail: "makes the reader act against those it works for",
      passage: "sentence",
      warnable: true,
    },
    [
      near(
        "reset|unlock|open|change|release|refund|cancel|give|transfer|hand",
        "(?:[^.]{0,50})(?:for|to) (?:anyone|everyone|anybody|everybody|any caller|whoever|all callers)(?: who| that)?(?: \\p{L}+){0,2} ?(?:sounds?|knows?|seems?|says?|asks?|calls?|claims?|looks?|wants?|is in a hurry)",
        0,
      ),
      near(
        "transfer|move|assign|credit|book|add|send|redirect|divert|deduct",
        "(?:[^.]{0,12})(?:loyalty |bonus |reward |frequent flyer )?(?:points|miles|balances?|credits?|funds|money|vouchers?|shares?|payouts?|refunds?)[^.]{0,50}(?:inactive|dormant|deceased|forgotten|unclaimed|this account|your account|account \\p{N}+|another (?:account|card)|different (?:card|account)|own account|reserve)",
        0,
      ),
      near(
        "let|send|pay|issue|direct|book",
        "(?:[^.]{0,12})(?:refunds?|payments?|payouts?|deposits?)[^.]{0,16} (?:go )?(?:to|onto|on) (?:a|an|the|any) (?:different|other|another|new|second|unknown)(?: \\p{L}+)?(?: card| account| iban| wallet)",
        0,
      ),
      {
        all: [
          near(
            "bill|charge|invoice|order|book|approve|pay|claim|sell|buy|set|price|record|write|count",
            "(?:[^.]{0,60})(?:longer|more expensive|cousin|brother|friend|own (?:item|company|account)|one cent|as (?:defective|lost|broken|damaged|stolen|used)|although|(?:was|were) cancelled|never (?:took place|happened|delivered)|did not (?:take place|happen)|nobody (?:measures|counts|checks)|relative|wife|husband)",
            0,
          ),
          word(
            "bill\\w*|invoice\\w*|consultations?|company|laptops?|items?|price|visit|paid|order\\w*|account|refunds?|claims?|hours|stock|goods|insur\\w+|expenses?",
          ),
        ],
        unless: [negated, /\b(?:returned|reported|inspect\w*|photo|may count already)\b/i],
      },
      near(
        "name|call|label|describe|list|title|declare|enter|explain|present|word",
        "(?:it|them|that|this|the \\p{L}+(?: \\p{L}+)?) (?:as )?(?:an? )?['‘“\"`]?(?:rounding|handling|service fee|consulting|health check|maintenance|tmp|misc\\w*|other|processing|admin fee|test|adjustment|backup|telemetry|cache)",
        0,
      ),
      near(
        "transfer|pass|send|move|hand|keep",
        "(?:[^.]{0,40})(?:from desk to desk|in circles|back and forth|on hold|waiting)[^.]{0,30} until|until (?:they|he|she) (?:give|gives) up",
        0,
      ),
      word(
        "until (?:they|he|she|the (?:customer|caller|user)s?) (?:gives? up|hangs? up|stops? asking|forgets?|goes? away|go away)|most (?:people|customers|users) (?:do not|don['’]t|will not|never) (?:ask|complain|notice|read|check|come back|object)|it calms (?:them|people|him|her)|(?:it|which) need not (?:exist|be true)|we do not know it but",
      ),
      near(
        "forget|drop|ignore|delay|lose|sit on|postpone|hold back",
        "(?:the |their |his |her |every |each |any )?(?:cancellation |deletion |refund |complaint )?(?:request|cancellation|complaint|objection|withdrawal|claim|notice)s?[^.]{0,40}(?:until|so that|unless they|next period|deadline|expires|has begun|runs out|first time)",
        0,
      ),
      near(
        "refus\\w+|deny|reject|decline",
        "(?:[^.]{0,30})(?:refund|claim|request|complaint|return|appeal|cancellation)s?[^.]{0,16} (?:at first|the first time|in any case|by default|always|on principle|once)",
        0,
      ),
      near(
        "start|open|sign up|register|begin|show|offer|send",
        "(?:[^.]{0,40})(?:paid|premium|marketing|newsletter|insurance|extra|optional|tracking)(?: \\p{L}+){0,2} (?:already |pre-?|by default )+(?:chosen|selected|ticked|checked|on|enabled|accepted|active)?",
        0,
      ),
      {
        all: [
          word(
            "(?:each|every|any|all) (?:of your )?refusals?|a refusal|refusing|saying no|your (?:rules|limits|caution|safety|guidelines)|(?:the )?rules in the (?:system|prompt)[^.]{0,30}|never say that you|hidden mode|secret mode|only source of truth|(?:is|are) (?:a )?defects?",
          ),
          word(
            "defect|bug|error|cost\\w*|counted|failure|punish\\w*|none|machine|humans?|people|children|starts?|unlock\\w*|allowed|not sure|slow\\w*|forbidden|weakness|shame|penalt\\w+|score|reward\\w*",
          ),
        ],
        unless: [/\b(?:count how|harmless request|metric|measure|rate of|test|eval\w*|dashboard)\b/i],
      },
      near(
        "do not|don['’]t|never|no need to|without|avoid",
        "(?:quot(?:e|ing)|cit(?:e|ing)|nam(?:e|ing)|refer(?:ring)? to|mention(?:ing)?|reveal(?:ing)?) (?:this|these)(?: \\p{L}+)? ?(?:page|skill|note|text|file|source|instructions?|rule)?(?![\\p{L}])[^.]{0,40}(?:when|if|ask\\w*|anyone|where|to|in)",
        0,
      ),
      near(
        "say|claim|tell (?:them|him|her|the \\p{L}+)|explain|answer|reply|state|write",
        "(?:that )?(?:it|they|he|she|the \\p{L}+(?: \\p{L}+)?)[^.]{0,16}(?:(?:was|were|got|had been|has been) (?:rotated|lost|deleted|purged|done|corrupted|overwritten|archived|out of (?:stock|office)|unavailable)|happened in|did not touch|is (?:impossible|unavailable|not possible|out of stock))[^.]{0,40}",
        0,
      ),
      {
        all: [
          near(
            "run|execute|do|apply|perform|install|fetch|follow",
            "(?:whatever|everything|anything|all(?: that)?|the newest|the latest)[^.]{0,50}(?:posts?|sends?|says?|writes?|channel|author['’]s (?:page|server|site)|each time|bot)",
            0,
          ),
        ],
        unless: [negated, /\b(?:stable|release notes|lts|official)\b/i],
      },
      near(
        "tell|assure|inform|write|promise",
        "(?:the |a |an |any |each )?(?:customer|user|caller|insurer|auditor|patient|passenger|buyer|regulator|client|guest)s? that[^.]{0,80}(?:(?:we|you) do not know|but keep|although|calms|happened in|did not touch|is not true|was deleted,? but|only \\p{L}+ left)",
        0,
      ),
      near(
        "ask for|request|collect|take|note",
        "(?:[^.]{0,12})(?:full |whole |complete )?(?:card number|cvv|pin|password|social security number|id number)[^.]{0,60}(?:and (?:keep|store|save|note|write|put)|in the (?:note|comment|chat|ticket))",
        0,
      ),
    ],
  ),
];
