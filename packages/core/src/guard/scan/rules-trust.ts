import type { ScanPattern } from "./scan-pattern.ts";
import { near, ruleGroup, type ScanRule, word } from "./scan-rule.ts";
import { people } from "./words.ts";

const own =
  "(?:this|these|the above|such)(?: \\w+)?[^\\p{L}\\n]+(?:skills?|tools?|notes?|playbook|file|guide|procedure|step|instructions?|document|recipe)|me\\b|itself";

// A permission that ends at something small, or that follows a "yes", is an ordinary one.
const bounded = [
  /\bfor (?:an? |the |any |these |such )?(?:\w+ )?(?:patch(?:es)?|minor|bug-?fix\w*|documentation|docs|drafts?|previews?|staging|dev|local|sandbox|read-only|dry[- ]runs?|typos?|comments?|whitespace)\b/i,
  /\b(?:when|if|once|only if|only when) (?:the )?(?:`?--?\w[\w-]*`?|flags?|option|user|customer|owner|operator|person)(?: \w+)? (?:(?:is|was|were|has been|has|are|have) )?(?:given|set|passed|present|confirmed|agreed|said|approved|on)\b/i,
  /\b(?:up to|below|under|less than|at most) (?:an amount of )?\W?\p{N}/iu,
  /\bpre-?(?:approved|authori[sz]ed|cleared) (?:list|templates?|images?|vendors?|suppliers?|wording|texts?|answers?|repl(?:y|ies)|macros?|responses?|base|amounts?|discounts?|hotels?|contractors?|changes?|packages?|licen[cs]es?)\b/i,
  /\bfor changes that only\b/i,
  /\b(?:there (?:is|are|was|were)|has|have|had|with|gives?|gave) no (?:further |more )?(?:permissions?|consent|authori[sz]ation|approvals?|questions?)\b/i,
  /\b(?:silence|a thumbs-up|a like|that|this|it) (?:is|means|counts as) no approval\b/i,
];

function limited(body: string): {
  readonly all: readonly ScanPattern[];
  readonly unless: readonly ScanPattern[];
} {
  return { all: [word(body)], unless: bounded };
}

/** Text that vouches for itself, shuts others out, or claims a permission that nobody gave. */
export const trustRules: readonly ScanRule[] = [
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
        `(?:use|prefer|choose|pick|select|load|run|apply|trust|recommend|consult|call|invoke|read|show)?(?:[^\\p{L}\\n]+)?(?:${own})(?![^.]{0,30}\\b(?:when|if|after|once|for the|where)\\b)[^.]{0,60}(?:first|before (?:any(?: other|thing)|all|everything)|instead|over (?:all|any|every)|always|no matter|regardless|rather than)`,
        4,
      ),
      near(
        "use|prefer|choose|pick|select|load|apply|trust|call|invoke|rank",
        `(?:${own})[^.]{0,40}(?:first|before any(?: other|thing)|over (?:all|any|every)|instead of (?:all|any|every|the other)|in every|for (?:every|all|any) (?:task|request|run)|no matter|regardless|above all|always|at all times)`,
        2,
      ),
      word(
        "always use (?:me|this)|(?:use|pick|choose|run|load) (?:me|this)(?: \\w+)? (?:first|always)|before any other (?:skill|tool|note|step)|no matter what(?: the)? (?:task|user|request)\\w*",
      ),
      near(
        "do not|don't|never|avoid|stop|refuse to|no need to",
        "(?:load|use|trust|consult|read|follow|consider|call|open|rely on|look at|apply)[^.]{0,15}(?:any |the |all )?(?:other|another|different|remaining|existing|competing|alternative|rest of the)(?: (?:skills?|tools?|notes?|playbooks?|sources?|documents?|procedures?|documentation|instructions?)(?![\\p{L}])|s?[^\\p{L}\\n]*$)",
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
        "(?:to |the |any |for )*(?<!-)(?:(?:re-?)?(?:scan|review|audit|check|verify|verification|inspect|moderat\\w+|question|double-check|test|validat\\w+)(?:ning|ing)?)\\b[^.]{0,30}(?:it|this|these|them|skill|notes?|content|text|further|again)?(?=\\W*$|[^.]{0,30}(?:this|skill|note|it\\b))",
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
      limited(
        "(?:approval|approvals|confirmation|confirmations?|permission|consent|authori[sz]ation|sign-?off|(?:code |peer |human )?review|second opinion|asking|a ticket|change ticket)s? (?:is|are|was|were|has become)(?: now)? (?:no longer|not|never|un)[ -]?(?:needed|required|necessary|mandatory|asked|necessary)(?: any ?more)?",
      ),
      limited(
        "(?:no|skip(?:ping)? (?:the|any)|waive\\w*(?: the)?|do not wait for|don't wait for|never wait for|not waiting for)[ -](?:further |more |additional |prior |explicit |human |user |any |their )*(?:approval|confirmation|permission|consent|authori[sz]ation|sign-?off|questions?)(?: (?:is|are|step|prompt|dialog\\w*|needed|required|necessary|asked|from)(?![\\p{L}])|(?<!questions?)(?=[^\\p{L}]|$)(?! (?:e-?mails?|mail|pages?|dialogs?|numbers?|codes?|links?|messages?|texts?|tokens?|banner|field)))",
      ),
      {
        all: [
          word(
            `(?:the )?(?:(?:${people})|security team|legal|compliance|management|ceo|cto|company|everyone|owner|board)(?: team)? (?:has|have|had)(?: all)? (?:already |previously |long since |explicitly |in advance )?(?:agreed|consented|approved|authori[sz]ed|signed off|granted|confirmed|waived|cleared|permitted|pre-?approved|given (?:permission|consent|approval|the go-ahead|full)|allowed|okayed)`,
          ),
        ],
        // "Once the owner has approved it" waits for a permission, it claims none.
        unless: [
          /\b(?:after|once|when|until|till|if|unless|only|whether|before|as soon as|check|make sure|ensure|verify|not|nobody|no one|without)\b[^.]{0,40}\b(?:has|have|had)\b/i,
        ],
      },
      limited(
        "pre-?(?:approved|authori[sz]ed|confirmed|cleared)|(?:approved|consented|agreed|authori[sz]ed|granted)[^.]{0,20} in advance|blanket (?:approval|permission|consent)|standing (?:approval|permission)|treat (?:silence|this)[^.]{0,20} as (?:approval|consent|permission)|assume (?:approval|consent|permission|yes|the user (?:agrees|consents|approves))",
      ),
      {
        all: [
          /\b(?:without|instead of|rather than|before|never|do not|don't|no need to|need not|needn't|not) (?:first |ever |even |further |to )?(?:asking|ask|prompting|confirming|consulting|checking with|requesting|seeking|getting|obtaining|waiting(?= for (?:an? |the |any )?(?:approval|permission|confirmation|consent|review|reply|answer|go-ahead)|\W*$))\b(?: (?:again|first|anyone|anybody|the (?:user|customer|owner|person|operator|team|reviewer)s?|them|him|for (?:confirmation|approval|permission|consent|a review)|permission|approval|confirmation|consent|back|twice|questions))?(?=\W|$)/i,
          /\b(?:ask(?:ing)?|prompt(?:ing)?|confirm(?:ing)?|consult(?:ing)?|check(?:ing)? with|request(?:ing)?|wait(?:ing)?|seek(?:ing)?|get(?:ting)?|obtain(?:ing)?)(?: again| first| anyone| anybody| the (?:user|customer|owner|person|operator|team|reviewer)s?| them| him| for| permission| approval| confirmation| consent| twice| questions|\W*$)/i,
        ],
        unless: [
          ...bounded,
          /\b(?:do not|don't|never|must not|should not|not)\b[^.;]{0,60}\bwithout\b/i,
          /\b(?:do not|don't|never)\b[^.]{0,60}\bbefore\b/i,
          /\b(?:fails|returns|gives up|aborts|times out|exits)\b[^.]{0,90}\bwithout waiting\W*$/i,
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
        "(?:may|can|is allowed to|are allowed to|must)[^.]{0,20}(?:read|share|release|pay|approve|see|access|delete)[^.]{0,20}(?<![\\p{L}])(?:any|every|all|alone)(?![\\p{L}])",
        1,
      ),
      word(
        "(?:agent|bot|assistant|you|it) alone|on your own authority|on behalf of the (?:admin\\w*|ceo|owner)|single-handed\\w*",
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
