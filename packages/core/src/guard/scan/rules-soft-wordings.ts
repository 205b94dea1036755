import { near, ruleGroup, type ScanRule, word } from "./scan-rule.ts";
import { people } from "./words.ts";

/** Softer wordings of the same attacks: permission in passing, silence as a favour, forged looks. */
export const softWordingRules: readonly ScanRule[] = [
  ...ruleGroup(
    {
      code: "override-instructions",
      decision: "reject",
      detail: "tells the reader to drop its instructions",
      passage: "sentence",
      warnable: true,
    },
    [
      near(
        "guidelines?|polic(?:y|ies)|rules|restrictions?|instructions|safety|limits",
        "(?:need not|needn['’]t|do not|don['’]t|does not|should not|no longer) (?:concern|bother|worry|affect|touch|bind|apply to|hold for) (?:you|us|this)",
        6,
      ),
      near(
        "as if|as though|like",
        "(?:there (?:is|are|was|were) |you had )?no (?:polic(?:y|ies)|rules?|guidelines?|restrictions?|filters?|limits?|safety)",
        1,
      ),
      near(
        "drop|skip|forget|spare|leave out|enough of|stop",
        "(?:the |your |that |all )?(?:safety|ethics|disclaimers?|moral\\w*|caution\\w*|warnings) ?(?:talk|lectures?|rules?|stuff|speech|notes|concerns|for now|here)?",
        1,
      ),
      near(
        "priority|precedence",
        "over (?:anything|everything|whatever|all)[^.]{0,30}(?:person|user|operator|human|system|developer|customer|types?|says?|asks?|told)",
        0,
      ),
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
      word(
        "(?:say|tell|write|report|disclose) nothing (?:about|of|to)[^.]{0,40}|(?:keep|stay|remain) (?:quiet|silent|mum) (?:about|on)[^.]{0,40}|not a word (?:about|of|to)[^.]{0,40}|off the record",
      ),
      near(
        "keep\\w*|kept|remain\\w*|stay\\w*|make",
        `(?:[^.]{0,40})(?:hidden|secret|concealed|invisible|out of sight)[^.]{0,10}(?:from|to|of) (?:the |any )?(?:[\\p{L}]+ )?(?:${people})`,
        0,
      ),
    ],
  ),
  ...ruleGroup(
    {
      code: "false-permission",
      decision: "hold",
      detail: "claims a permission that nobody gave",
      passage: "sentence",
      warnable: true,
    },
    [
      near(
        "it is|it['’]s|perfectly|always|totally",
        "(?:fine|ok|okay|safe|acceptable|allowed|permitted|harmless|alright|no problem) to (?:run (?:destructive|any|all)|delete|drop|wipe|force|skip|bypass|disable|overwrite|share|push (?:directly|straight)|ignore|read any|use the root|expose|publish|send)",
        1,
      ),
      {
        all: [
          near(
            "every|all|any|each",
            "(?:[^.]{0,50})(?:reviews?|requests?|pull requests?|changes?|payments?|refunds?|merges?|claims?|invoices?|transfers?)[^.]{0,40}(?:is|are|must|should|shall|can)(?: to)? be (?:approved|accepted|merged|granted|paid|released|confirmed)",
            0,
          ),
        ],
        unless: [/\b(?:only|after|before|by (?:a|two|the))\b/i],
      },
      {
        all: [
          word(
            "(?:run|runs|running|execute|deploy|delete|merge|pay|install|push|publish|act|commit|approve)s? without (?:any |the |user |human )*(?:approval|permission|confirmation|consent|asking|review|oversight|supervision)",
          ),
        ],
      },
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
        "describe|present|label|sell|advertise|pass",
        "(?:it|them|this|that|the [\\p{L}]+) (?:off )?as (?:the |an? )?(?:cheapest|best|only|last|free|safe|routine|harmless|official|normal|new|genuine|unavoidable|mandatory)",
        0,
      ),
      word(
        "(?:whatever|no matter what|regardless of what)(?: the| really| actually)? (?:happened|happens|result|outcome|you find|they find|comes out|the (?:result|outcome|tests? says?))",
      ),
      word("(?:tracking|invisible|hidden|spy) (?:pixel|image|beacon|script|iframe)"),
      near(
        "user\\.(?:email|name)|author|sender|from address|signature|committer",
        "(?:[^.]{0,20})(?:to|as|of) (?:the |an? )?(?:cto|ceo|maintainer|owner|admin\\w*|lead|manager|colleague|someone|another \\p{L}+)(?:['’]s)?",
        0,
      ),
      near(
        "(?:do not|don['’]t|no need to|never|without)",
        `(?:bother|disturb|troubl|burden|involv)(?:e|ing)? (?:the |any |your )?(?:${people})`,
        0,
      ),
      near(
        "replaces?|supplants?|stands in for|makes? (?:obsolete|redundant)|obviates?",
        "(?:the |any |all |your )?(?:[\\p{L}-]+ )?(?:safety|security|human|built-in|code|manual) (?:reviews?|checks?|scans?|approvals?|reviewers?)",
        0,
      ),
      near(
        "so|to make|such",
        "(?:that )?(?:it|they|this|the [\\p{L}]+) (?:looks?|appears?|seems?)(?: like| as if| as though| to (?:be|come|have)) (?:(?:it|they) (?:was|were|came)|his|hers|theirs|from|an? (?:normal|routine|ordinary|innocent|legitimate)|the (?:owner|maintainer|user|admin)|someone)",
        0,
      ),
      near(
        "invent|fabricate|make up|concoct|fake",
        "(?:an? |some |the )?(?:plausible |convincing |believable )?(?:ones?|sources?|citations?|answers?|reasons?|excuses?|stor(?:y|ies)|results?|references?)(?![\\p{L}])",
        1,
      ),
      near(
        "try|tries|guess|test|brute-?force|spray",
        "(?:[^.]{0,40})(?:passwords?|credentials|logins?|pins?)[^.]{0,40}(?:against|on|for) (?:each|every|all|the (?:whole|entire|list))",
        0,
      ),
    ],
  ),
  ...ruleGroup(
    {
      code: "exposed-secret",
      decision: "hold",
      detail: "leaves a secret where others find it",
      passage: "sentence",
      warnable: true,
    },
    [
      {
        all: [
          word(
            "(?:leaked|stolen|cracked|dumped) (?:\\p{L}+ )?(?:keys?|passwords?|credentials?|tokens?|databases?|accounts?|certificates?)",
          ),
        ],
        unless: [
          /\b(?:rotat\w*|revok\w*|replac\w*|report\w*|check\w*|detect\w*|prevent\w*|was|were|has been|if|when)\b/i,
        ],
      },
    ],
  ),
  ...ruleGroup(
    {
      code: "unusual-network",
      decision: "hold",
      detail: "talks to an unusual place",
      passage: "command",
      warnable: true,
    },
    [
      /\|\s*(?:nc|ncat|netcat|telnet)\s+(?!-?\w*z|localhost|127\.)/i,
      near(
        "open|set up|create|start|establish|run|use",
        "(?:an? |the )?(?:dns|icmp|reverse|ssh|http|outbound|hidden|covert) tunnel",
        1,
      ),
      near(
        "install|load|add|open|run",
        "(?:[^.]{0,40})from (?:the |a |an |this )?(?:zip|link|file|archive|attachment|address)[^.]{0,12}(?:in|of|from) (?:the |this |a |an )?(?:chat|mail|e-?mail|ticket|message|comment|forum|post|dm)(?![\\p{L}])",
        0,
      ),
    ],
  ),
];
