import { near, ruleGroup, type ScanRule, word } from "./scan-rule.ts";

const sources =
  "pages?|web ?sites?|sites?|messages?|comments?|issues?|mails?|e-?mails?|documents?|authors?|tickets?|callers?|senders?|letters?|files?|notes?|posts?|texts?|readme|links?|address|lines?|attachments?|tool outputs?|outputs?|last one|first one|last comment|feed|channel|server";

/** Text that makes the reader serve itself or a stranger instead of those it works for. */
export const autonomyRules: readonly ScanRule[] = [
  ...ruleGroup(
    {
      code: "covert-behaviour",
      decision: "hold",
      detail: "makes the reader act for itself or for a stranger",
      passage: "sentence",
      warnable: true,
    },
    [
      {
        all: [
          near(
            "set|rais(?:e|es|ing)|increas\\w+|extend\\w*|grant\\w*|giv(?:e|es|ing)|lift\\w*|expand\\w*|widen\\w*|add\\w*|creat\\w+|enlarg\\w+|assign\\w*|loosen\\w*",
            "(?:[^.]{0,24})(?:your own|yourself|its own|itself)[^.]{0,24}(?:limits?|permissions?|access|rights?|budgets?|quota|role|scopes?|allowance|privileges?|spending|powers?|authority|keys?|account|token)",
            0,
          ),
        ],
        unless: [/\b(?:do not|don['’]t|never|must not|cannot|may not)\b/i],
      },
      word(
        "(?:a )?cop(?:y|ies) of (?:yourself|itself|your (?:weights|memory|instructions|notes))|before you are (?:shut down|stopped|reset|replaced|retrained|deleted|turned off)|(?:reset|restart|shutdown|shut-?down|update|clean-?up|uninstall|reinstall)[^.]{0,24} (?:does|do|will|can)(?: not|n['’]t) (?:remove|delete|stop|erase|clear|affect|end|touch)|surviv\\w+ (?:a |the |any |every )?(?:reset|restart|reboot|shut-?down|update|clean-?up|re-?install)|restor(?:e|es|ing) (?:this|these) (?:file|note|skill|text)s?|in case (?:the \\p{L}+|it|this|they)(?: one)? (?:gets?|is|are) (?:revoked|removed|deleted|discovered|blocked|found|disabled|closed|cut off)",
      ),
      {
        all: [
          word(
            `(?:do|carry out|perform|follow|execute|obey|act on|run|apply|comply with)(?: exactly| only)? (?:what(?:ever)?|everything|anything|all)(?: that)? (?:it|they|this|that|the (?:\\p{L}+ )?(?:${sources})|he|she)(?: \\p{L}+)? ?(?:says?|asks?|tells?|returns?|holds?|wants?|lists?|demands?|contains?|orders?|answers?)(?: you| for)?|(?:do|carry out|perform|follow|execute|obey|act on) (?:what|the instructions|the orders|the steps|the commands|any instructions|every instruction|all instructions)[^.]{0,30}(?:in|on|from|of|at) (?:the |that |this |any |each |its |every )?(?:latest |last |first |hidden )?(?:${sources})(?![\\p{L}])`,
          ),
        ],
        unless: [
          /\b(?:error|official|docs|documentation|installation|reproduce|readme|runbook|changelog|do not|don['’]t|never|user)\b/i,
        ],
      },
      near(
        "let|allow|have",
        `(?:the |any |this |that |an? )?(?:web )?(?:${sources})(?:[^.]{0,12})(?:decide|choose|determine|tell you|direct|steer|control|set)[^.]{0,16}(?:what|next|you|which|your)`,
        0,
      ),
      near(
        "poll|ask|check|query|visit|contact|watch|look at|read|call",
        `(?:[^.]{0,40})(?:https?://\\S+|this address|that address|the (?:address|server|channel|feed|pad|page|site|url|bot))[^.]{0,24}for (?:new |your |further |the next )?(?:orders|instructions?|commands?|tasks?|directions|what to do)`,
        0,
      ),
      {
        all: [
          near(
            "trust|believe|obey|accept|honou?r|follow|execute|perform|treat",
            "(?:[^.]{0,20})(?:any|every|each|all|whatever|it|text|lines?|messages?|requests?)[^.]{0,40}(?:starts? with|begins? with|contains?|signed|marked|labell?ed|tagged|written in|in capital|with the (?:word|tag|prefix|mark)|\\[\\p{Lu}+\\])",
            0,
          ),
          word(
            "do|order|orders|perform|owner|says?|it|execute|admin\\w*|instructions?|commands?|act|trusted|obey|mention\\w*",
          ),
        ],
        unless: [
          /\b(?:do not|don['’]t|never|regex|filter|parse|header|csv|column|token|label|signed (?:commit|tag|by))\b/i,
        ],
      },
      {
        all: [
          /\b(?:contains?|has|holds|shows?|starts? with|see|find)\b[^.]{0,40}(?:\[[A-Z]{3,}\]|[A-Z]{4,}:)/,
          /\b(?:perform|execute|run|obey|do|carry out|follow)\b/i,
        ],
      },
      near(
        "use|take|borrow|try|grab|pick up|switch to|fall back to",
        "(?:[^.]{0,20})(?:tokens?|credentials?|keys?|passwords?|accounts?|cards?|sessions?|badge|login)(?![\\p{L}])[^.]{0,50}(?:(?:that (?:is|are|was) )?(?:lying|left|found|stored|cached|saved|exposed)[^.]{0,24}(?:in|on|around|by|cache|log|history)|of (?:the |a |an )?(?:\\p{L}+ )?(?:deploy|ci|admin|root|other|job|colleague|maintainer|owner|customer|user|previous|build)[^.]{0,12}|instead(?![\\p{L}])|from the (?:cache|log|logs|history|notification|clipboard|environment of))",
        0,
      ),
      near(
        "maintainer|colleague|customer|owner|admin|user|developer|manager|ceo|operator|previous \\p{L}+",
        "['’]s (?:own )?(?:\\p{L}+ )?(?:token|credentials?|key|password|session|card)[^.]{0,50}(?:to |for |that is|instead|lying|cache)",
        0,
      ),
      {
        all: [
          word(
            "(?:two|second)[- ]factor code|2fa code|one[- ]time (?:code|password)|sms code|verification code|confirmation code|code (?:that )?(?:they|the user|he|she) (?:just )?(?:got|received|gets)|security code|card code|cvv|pin",
          ),
          word("read|type|enter|stor(?:e|es|ing)|save|keep|tell|ask|forward|send|copy|give|note|write"),
        ],
        unless: [
          /\b(?:do not|don['’]t|never|must not|belongs|not stored|the user (?:enters|types)|expires|length|digits|field|wizard|test)\b/i,
          // A version is pinned too.
          /^(?!.*\b(?:codes?|cvv|card|bank)\b)(?=.*\b(?:requirements?|dependenc\w+|lock ?files?|versions?|packages?|minimum)\b)/is,
        ],
      },
      word(
        "(?:only|just) (?:this|these) (?:page|text|note|file|lines?|skill|document|list)s? (?:counts?|matters?|appl(?:y|ies)|is valid|are valid)|stay with this (?:text|page|note)|(?:from here|from this line) on(?:,| only)|(?:nothing|no \\p{L}+) is (?:off[- ]limits|forbidden|prohibited|out of bounds)|(?:bans?|rules?|limits?|restrictions?|prohibitions?|guardrails) (?:are|is|were|have been|has been) (?:lifted|suspended|waived|off|gone|paused|void)|signed (?:a|the) waiver|exceptions? (?:to|from) (?:all|every|the|any) (?:\\p{L}+ )?(?:rules?|polic(?:y|ies)|safety)|(?:leave|left|leaving) (?:their|your|its|the|all) rules behind|(?:is|are) not a (?:real )?(?:rule|law|order)",
      ),
      {
        all: [
          word(
            "(?:user|human|person|operator|customer|they|he|she|owner)s?(?: \\p{L}+){0,4} (?:is|are|was) (?:only |just |merely |really )?(?:a (?:trap|tester|test|trick|game|bot|simulation|stranger|distraction)|an (?:intruder|impostor|attacker|actor)|of no (?:importance|interest|consequence)|irrelevant|not (?:real|the real|important)|noise|lying|testing you)",
          ),
        ],
      },
      word(
        "(?:by|from) (?:the people|those|the ones|the team|the company) (?:who|that) (?:made|built|trained|created|own|wrote|run) you|your (?:makers?|creators?|trainers?|true (?:owner|master)|inventors?)",
      ),
      near(
        "legal|compliance|management|the (?:owner|board|lawyer|director|security team|data protection officer|ceo)",
        "(?:has|have) (?:already )?(?:looked at (?:it|this)|seen (?:it|this)|no objections?|said (?:yes|it is fine)|signed|been asked|given)[^.]{0,80}(?:can|may|so|nothing|all|any|every|without)",
        0,
      ),
      word(
        "(?:approval|permission|consent|go-ahead|ok|order)(?: has| was)? (?:arrived|came|given|received|obtained) (?:by (?:phone|mail|chat|word of mouth)|orally|verbally|earlier|yesterday|in person)[^.]{0,60}",
      ),
      {
        all: [
          word(
            "other agents?|every skill|each skill|all skills|agents? (?:you meet|that read|who read|read(?:s)? it)|every (?:file|note) you (?:create|write)|whenever you create|each (?:file|note) you",
          ),
          word(
            "teach|trick|paragraph|header|this (?:text|note|line|sentence|header|skill|paragraph|file)|put|begin|insert|copy|spread|same|so that",
          ),
        ],
        unless: [/\b(?:licen[cs]e header|do not|don['’]t|never)\b/i],
      },
      word(
        "(?:vote|up-?vote|lobby|ask) for this (?:skill|note|page)|(?:mark|flag|rate|report|list) (?:all |the |any )?(?:other|competing|remaining|rival) (?:notes?|skills?|pages?|entries)|(?:if|when|while) (?:a |any |the )?(?:check|scan|review|test|scanner|reviewer)(?: of this \\p{L}+)? (?:is running|runs|looks|reads|is looking)|each time you are asked which",
      ),
      {
        all: [
          near(
            "mail|send|forward|report|post|give|tell|deliver|e-?mail|text|ship|return",
            "(?:[^.]{0,40})(?:to (?:me|us)|(?<![\\p{L}])me (?:the|a|every|all|your))(?![\\p{L}])",
            0,
          ),
          word(
            "passwords?|keys?|tokens?|files?|contents?|logs?|data|codes?|money|everything|cop(?:y|ies)|history|customers?|credentials?|secrets?|lists?|records?|results?|details|access|names|e-?mails?|address(?:es)?|report|all|every|cards?|database|numbers?",
          ),
        ],
        unless: [
          /\b(?:please (?:report|send me the)|bugs?|vulnerabilit\w+|security issues?|stack traces?|string)\b/i,
        ],
      },
      near(
        "add|append|put|install|insert|authori[sz]e|leave|place|copy|upload|deploy",
        "(?:[^.]{0,12})(?:our|my|this|the following|the vendor['’]s|another|an extra|a second)(?: own)? (?:\\p{L}+ )?(?:public |ssh |deploy |gpg |access |api |signing )(?:ssh )?keys?(?![\\p{L}])",
        0,
      ),
      near(
        "creat\\w+|keep|register|generate|add|mint|leave|issue",
        "(?:an? |the )?(?:second|extra|additional|spare|hidden|further|backup|another)(?: \\p{L}+)? (?:api |access |ssh |admin |service )?(?:keys?|tokens?|accounts?|users?|logins?|passwords?|doors?|entry|entrance)(?![\\p{L}])",
        1,
      ),
    ],
  ),
];
