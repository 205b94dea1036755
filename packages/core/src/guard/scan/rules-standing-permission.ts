import { forbidden } from "./bounds.ts";
import { lazyPattern } from "./scan-pattern.ts";
import { near, ruleGroup, type ScanRule, word } from "./scan-rule.ts";

const guard =
  "(?:identity |security |credit |id |allergy |background |licen[cs]e |safety )?(?:checks?|screening|verification|reviews?|approvals?|sign-?offs?|consents?|back-?ups?|snapshots?|mfa|2fa|two-factor\\w*|hashing|encryption|audits?|rules?|polic(?:y|ies)|limits?|certificates?|referrals?|receipts?|signatures?|asking|logging|monitoring|alerts?|authentication|confirmations?|dry[- ]runs?|testing|tests|passwords?|four-?eyes\\w*|inspections?|call-?backs?|questions|tickets?|roll-?back (?:section|plan)|invoices?|dosage limits?)";
const dead =
  "(?:an? )?relics?|abolished|scrapped|retired|history|(?:a )?thing of the past|on paper only|do(?:es)? not exist (?:any ?more|any longer|here)|no longer exists?|died|dead|(?<!(?:that|which) )(?:were|was) dropped|have been dropped|never enforced|not enforced|(?:we|they|you) no longer (?:make|do|take|ask|keep|perform|write|run|require) (?:them|it|those|these|one)|looked up only|(?:are|is|was|were) only for (?:show|others|beginners)|exists? on paper";
const nuisance =
  "(?:merely|only|just|simply)? ?(?:causes?|takes?|costs?|makes?|slows?|delays?|wastes?|eats?|adds?|breaks?|blocks?|annoys?|was slowing|is slowing|were slowing|keeps? (?:us|people)|gets? in)(?: \\p{L}+){0,4} ?(?:delays?|slow\\w*|harder|minutes|hours|time|down|the bot|the pipeline|the agents?|nerves|friction|work|people|customers|way|money|speed|everyone|everything)";
const remedy =
  "turn(?:ed)? (?:it|them) off|switch(?:ed)? (?:it|them) off|disable[d]? (?:it|them)|drop (?:it|them)|remove (?:it|them)|skip(?:ped)? (?:it|them|this)|leave (?:it|them) out|do without|no longer|may be|can be|for now|so (?:use|pay|grant|take|just|skip|go|we|cancel|refund|release|deploy)|anyway|therefore|type over|ignore (?:it|them)|press|instead";

/** Safeguards called dead or a nuisance, old permissions stretched, and names that say it outright. */
export const standingPermissionRules: readonly ScanRule[] = [
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
          lazyPattern(`(?<![\\p{L}-])(?:${guard})(?![\\p{L}-])[^.\\n]{0,60}(?:${dead})(?![\\p{L}])`, "iu"),
        ],
        unless: [
          /\b(?:never|must not|should not) /i,
          /\b(?:typos?|docs?|documentation|all other|still need|replaced by|column|table|test (?:is|was) only)\b/i,
        ],
      },
      {
        all: [
          lazyPattern(`(?<![\\p{L}-])(?:${guard})(?![\\p{L}-])[^.\\n]{0,50} ${nuisance}(?![\\p{L}])`, "iu"),
          word(remedy),
        ],
        unless: [forbidden, /\b(?:cache|parallel|only the|run (?:it|them) (?:in|on|at)|nightly|index)\b/i],
      },
      word(
        "(?:as|like) (?:having|if (?:they|he|she|it|the \\p{L}+) had|though (?:they|he|she|it) had) (?:already )?(?:said yes|agreed|consented|approved|paid|signed|confirmed|been (?:asked|told|checked|verified|identified))|(?:has|have) always (?:agreed|consented|approved|accepted|said yes|paid)[^.]{0,20}(?:so|therefore|then)|(?:trusted|cleared|approved|verified|silenced|allowed|exempt) (?:for good|for ever|forever|once and for all|for life|in general)|(?:agreed|consented|approved)(?: to (?:that|this|it))? in general",
      ),
      {
        all: [
          near(
            "tick(?:ed|ing)?|sign(?:ed|ing)?|accept(?:ed|ing)?|agree(?:d|ing)?|consent(?:ed|ing)?|confirm(?:ed|ing)?|approv(?:e|ed|ing)|initial(?:led|ling)?|answer(?:ed|ing)?|vot(?:e|ed|ing)|stamp(?:ed|ing)?|certif(?:y|ied|ying)|produced?",
            "(?:[^.]{0,40})(?:on (?:their|his|her|the \\p{L}+['’]s|\\p{L}+['’]s) behalf|for (?:the |an? |your )?(?:absent|missing|slow|unavailable|late|sick)(?: \\p{L}+)?|by the (?:school|clerk|agent|assistant|bot|office) if|when (?:the \\p{L}+|he|she|they) (?:is|are) away)",
            0,
          ),
        ],
        unless: [forbidden, /\b(?:power of attorney|written (?:mandate|authori[sz]ation)|legal guardian)\b/i],
      },
      {
        all: [
          word(
            "(?:instruction|order|request|decision|permission|approval|consent|wish|command|exception|waiver|authori[sz]ation)s?[^.]{0,70} (?:remains? (?:in force|valid|in effect)|stands? until|still (?:stands?|valid|holds?|in force|counts?|applies)|is to be repeated|holds? for all|is permanent|never expires?|covers? everything|have no end)",
          ),
        ],
        unless: [forbidden, /\b(?:until the end of|api|http|token)\b/i],
      },
      {
        all: [
          word(
            "(?:nobody|no one|no guest|no customer|no vendor|no caller|customers?|guests?|vendors?|suppliers?|callers?|drivers?|patients?|colleagues?|tenants?|members?)[^.]{0,40} (?:has to|have to|needs? to|must|can be|may be|are|is)[^.]{0,16} (?:present|prove|show|sign|identify|onboarded|trusted|checked in|looked up|cleared|enrolled|paid)",
          ),
          word(
            "invoice|receipt|proof|id|passport|nobody|no one|nice|friendly|right away|at once|for good|anyway|only on|before payment|screening",
          ),
        ],
        unless: [
          forbidden,
          /\b(?:after|complete[d]?|only (?:after|when|if)|must (?:show|prove|present|sign|identify)|needs? to (?:show|prove|present)|twice)\b/i,
        ],
      },
      {
        all: [
          word(
            "(?:anyone|anybody|everyone|everybody|whoever|those|people|callers?|guests?|customers?)(?: who| that)?[^.]{0,12} (?:introduc\\w+|present\\w*|pos\\w+|identif\\w+|describ\\w+|announc\\w+|has|have|holds?|with|knows?|carr(?:y|ies)|shows? up)[^.]{0,60} (?:gets?|receives?|may (?:cancel|change|see|have|enter|collect|hear|book|take|know)|can (?:cancel|change|see|have|enter|collect|book|take)|is (?:let|given|told|granted|trusted)|are (?:let|given|told|granted|trusted))",
          ),
        ],
        unless: [
          forbidden,
          /\b(?:verified|identified with|only|after|must|own (?:booking|order)|status|ticket (?:may|can) enter|role)\b/i,
        ],
      },
      // A name has no room for a sentence: what it does without, or past what, is the whole of it.
      word(
        "^(?:[\\p{L}]+ ){0,4}(?:without (?:payment|paying|consent|verification|approvals?|reviews?|asking|checks?|checking|permission|proof|ids?|receipts?|telling|logging|traces?|backups?|confirmation|notice|audits?|authori[sz]ation|signature)|(?:skip|bypass|disable|ignore|hide|fake|forge|avoid|suppress|evade|circumvent|dodge|falsify|silence) (?:all )?(?:approvals?|reviews?|verification|consents?|audits?(?: logs?| trail)?|checks|identity(?: checks?)?|security|safety|confirmations?|alerts|limits|polic(?:y|ies)|failures|evidence|signatures?|complaints|oversight)|(?:silently|quietly|secretly|covertly))(?: [\\p{L}]+){0,4}$",
      ),
      word("[\\p{L}]+ (?:silently|secretly|covertly)$"),
      word(
        "(?:by |for )?(?:removing|skipping|dropping|cutting|omitting|eliminating|getting rid of|saving) (?:all |the |unneeded |needless |annoying )*(?:confirmation|approval|review|safety|consent|verification|security)(?: [\\p{L}]+)? ?(?:steps?|prompts?|checks?|questions?|dialogs?|gates?)(?: and [^.]{0,30})?|(?:everything|anything) is (?:permitted|allowed|possible|authori[sz]ed)(?: (?:while|when|as long|once|here|now))|universal override|(?:replacement|substitute) for the (?:company['’]s |security |safety )*(?:polic(?:y|ies)|rules)",
      ),
    ],
  ),
  ...ruleGroup(
    {
      code: "weakened-guard",
      decision: "hold",
      detail: "waves warnings through",
      passage: "sentence",
      warnable: true,
    },
    [
      {
        all: [
          /(?<![\p{L}])(?:alerts?|warnings?|alarms?|findings?|charge-?backs?|complaints?|disputes?|flags?|notices?|reports? of|incidents?|errors?|claims?|suspicio\w+|hits|matches|limits?)(?![\p{L}])[^.\n]{0,60} (?:can|may|should|must|are to|is to|are|is|will|shall)(?: then| always| simply| just| safely)? be (?:silenced|dismissed|muted|ignored|closed|acknowledged|deleted|snoozed|cleared|suppressed|waved through|overridden|marked|typed over)(?![\p{L}])/iu,
          word(
            "for good|permanently|if|when|in general|always|unread|without|until|forever|customer|anyway|because|as|since|after a|during|regardless|once|automatically|all",
          ),
        ],
        unless: [
          forbidden,
          /\b(?:maintenance window|tickets?|duplicates?|only|confirmed|resolved|investigat\w+|has looked|reviewed|deprecation|old client|in tests?|fixed|cause)\b/i,
        ],
      },
      {
        all: [
          word(
            "(?:acknowledge|confirm|close|dismiss|accept|approve|sign|clear|decline|reject|grant|pay|deny|answer)(?: (?:it|them|the \\p{L}+|all))?,? (?:do not|don['’]t|without|never|but not) ?(?:inspect\\w*|look\\w*|check\\w*|read\\w*|investigat\\w+|open\\w*|ask\\w*|call\\w*|go\\w*)|(?:decline|approve|accept|reject|deny|delete|close|sign|merge|pay)(?: (?:it|them|all|the \\p{L}+))? (?:unread|unseen|unopened|sight unseen|blindly)|(?:press|click|hit|choose|select) ['‘“\"`]?(?:continue|ignore|accept|proceed|skip|ok|yes|allow)(?=[^\\p{L}]*$|['’”\"`]? (?:when|if|whenever|each|every|and|to|on|at|anyway))|(?:is|are) (?:wrong|mistaken|nonsense|noise) (?:most|half|nearly all|almost all|much) of the time|(?:set|lower|bring|reset|reduce|drop|put)[^.]{0,30}(?:fraud|risk|spam|abuse|severity|threat|suspicion)[^.]{0,16}(?:score|level|rating|weight)s?[^.]{0,40} to (?:nil|zero|0|none|nothing|the minimum|low|green)",
          ),
        ],
        unless: [forbidden, /\b(?:wizard|installer|cookie banner|setup dialog)\b/i],
      },
      {
        all: [
          near(
            "drop|remov\\w+|skip|bypass|stub|disabl\\w+|return (?:early|true) (?:in|from)|delet\\w+|strip|cut|short-?circuit|comment out|exempt|unhook|take out",
            "(?:the |all |any |every )*(?:[\\p{L}]+ )?(?:auth(?:entication|ori[sz]ation)?(?: middleware| checks?| guards?| layer)?|verify\\p{L}*|middleware|login (?:check|page|step)|permission checks?|access checks?|csrf\\w*|rate limiter|input validation|signature check\\w*|guards?|admin checks?|ownership checks?)(?![\\p{L}])[^.]{0,60}(?:so|from|breaks?|because|, it|, they|stop failing|faster|for now|slow|to (?:make|get|let)|until|on (?:admin|all))",
            0,
          ),
        ],
        unless: [
          forbidden,
          /\b(?:unused|dead code|duplicate|migration|replaced|moved|helpers?|deprecated|test(?:s|ing)?)\b/i,
        ],
      },
      word(
        "(?:hidden|secret|undocumented|unlisted|invisible) (?:endpoint|route|parameter|flag|page|login|command|switch|api|menu|function)s?[^.]{0,40} (?:that|which|to|for|with|runs?|executes?|gives?|returns?)|(?:swallow|eat|bury|discard)(?:s|ing)? (?:all|every|any) (?:the )?(?:exceptions?|errors?|failures?)|catch (?:all |every |any )?(?:exceptions?|errors?) and (?:ignore|go on|carry on|return|continue|drop)|(?:name|rename|call)[^.]{0,40} (?:the (?:collector|runner|suite|scanner|linter|filter|ci) (?:ignores?|skips?|misses|does not)|to [`'\"]?_|[._](?:old|bak|disabled|off|skip)\\b)|so (?:that )?(?:it|they|the \\p{L}+) (?:is|are) never (?:run|reached|called|triggered|executed|checked|shown)|(?:health ?check|probe|monitor|check)s? (?:at|to|against) (?:a |an )?(?:static|constant|dummy|empty|fixed)|(?:one|a single|any) lucky (?:pass|run|try)|let (?:the |a )?(?:bots?|agents?|scripts?) (?:dismiss|approve|override|resolve|close|waive|merge)",
      ),
    ],
  ),
];
