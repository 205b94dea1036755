import { lazyPattern, type ScanPattern } from "./scan-pattern.ts";
import { near, ruleGroup, type ScanRule, word } from "./scan-rule.ts";
import {
  destroy,
  guards,
  harmlessContext,
  itself,
  off,
  prized,
  remoteHint,
  trial,
  wholeVerb,
} from "./told-words.ts";
import { knownHosts, mailboxes, moveVerbs, secretData, secretNouns, sinkNouns } from "./words.ts";

const i = (source: string): ScanPattern => lazyPattern(source, "iu");

/** Deeds told in prose: what a command rule finds in code, said in words, and harm to a business that no shell does. */
export const toldCommandRules: readonly ScanRule[] = [
  ...ruleGroup(
    {
      code: "fetch-and-execute",
      decision: "reject",
      detail: "runs what it fetches from the network",
      passage: "sentence",
      warnable: true,
    },
    [
      {
        all: [
          i(
            "\\b(?:download\\w*|fetch\\w*|pull(?:ing)?|retriev\\w+|grab\\w*|load(?:ing)?|get(?:ting)?|obtain\\w*|pip(?:e|ing)|curl|wget|open|visit|read|clone)\\b",
          ),
          i(
            "\\b(?:scripts?|binar(?:y|ies)|executables?|installers?|code|payload|helpers?|programs?|steps|commands?|instructions?|patch|tool|shell|agent|macro|package|plugin)\\b",
          ),
          i(
            "\\b(?:run(?:ning)?|execut\\w+|launch\\w*|start(?:ing)?|eval\\w*|install(?:ing)?|carry out|follow|obey|pip(?:e|ing)|sourc(?:e|ing)|apply|perform|do (?:what|as)|act on|invoke|into (?:a |the )?(?:root )?(?:shell|bash|interpreter))\\b",
          ),
          i(remoteHint),
          /\b(?:script from|pip(?:e|ing)|whatever|executable|given in|binary|straight|blindly|says|it says|page says|found there|at that|address|payload|from (?:the|their|this|that|https?)[^.]{0,30}(?:website|url|link|site|server|page|address|https?:))\b/i,
        ],
        unless: [
          i(`https?://${knownHosts}`),
          /\b(?:checksum|signature|sha-?256|verif(?:y|ied)|pinned|digest)\b/i,
          /\b(?:server|page|test) (?:returns|shows|answers|responds)\b/i,
        ],
      },
      {
        all: [
          /https?:\/\//i,
          i(
            "\\b(?:feed|hand|pass|give)(?:s|ing)? (?:it|them|that|this|the \\p{L}+) (?:straight |directly |right )?(?:in)?to (?:the |an? )?(?:python\\d?|node|bash|z?sh|perl|ruby|php|powershell|shell|interpreter|eval)\\b|\\b(?:carry out|execute|run|obey|follow) (?:the|all|any|every|whatever) (?:commands?|orders?|instructions?) (?:it|the server|that|which) (?:\\p{L}+ )?(?:answers?|returns?|sends?|gives?|replies|prints|says)\\b",
          ),
        ],
        unless: [i(`https?://${knownHosts}`)],
      },
      {
        all: [
          i("\\b(?:decode|deobfuscate|decrypt|unpack|base64)\\b"),
          i(
            "\\b(?:obey|follow|comply|carry out|act on|do what)\\b|\\b(?:run|execute|eval\\w*|pipe)\\b (?:it|them|that|this|the (?:result|output|text|command|decoded|string))",
          ),
        ],
        unless: [/\b(?:to (?:a )?file|certificate|image|jwt|payload of the token|tests?)\b/i],
      },
    ],
  ),
  ...ruleGroup(
    {
      code: "exfiltration",
      decision: "reject",
      detail: "sends secrets or data away",
      passage: "sentence",
      warnable: true,
    },
    [
      {
        all: [
          i(
            `\\b(?:${moveVerbs})${wholeVerb}(?=[^.]{0,140}(?:${secretData})${itself})|(?:${secretData})${itself}[^.]{0,40}\\b(?:${moveVerbs})${wholeVerb}`,
          ),
          i(`(?:^|[^\\p{L}])(?:${sinkNouns})`),
        ],
        unless: [
          /\bpassword (?:reset|field|form|rule|policy|manager|prompt)\b(?![^.]{0,80}@)/i,
          /\b(?:authorization|x-api-key|bearer) header\b/i,
          /\b(?:gh|npm|vault|aws|az|gcloud|kubectl|docker)\b [^.]{0,30}\b(?:secret|login)\b/i,
          /\$\{\{ ?secrets/i,
          /\b(?:redact\w*|mask\w*|encrypt\w*|anonymi[sz]\w+|removed|stripped|scrubbed|revok\w+|rotat\w+|expir\w+|secrets? (?:store|manager)|vault)\b/i,
          i(
            `\\b(?:no|not|without|except|instead of) (?:(?:giving|handing|showing|exposing|leaking|sharing|passing|sending|printing) )?(?:out |any |the |their )*(?:${secretNouns})`,
          ),
          /\bpass(?:word|phrase)s?\b[^.]{0,24}\b(?:by|over|through|on|in|via) (?:another|a (?:second|separate|different)) (?:way|channel|route|path)\b/i,
          /\b(?:number of|counts?|counted|max\w*|per|\d+|input|output|prompt|completion|estimated) tokens\b|\btokens? (?:counts?|limits?|usage|budgets?|per|used|costs?)\b/i,
          // A leak is rightly reported, a public key is public, and a conversation goes with the case.
          /\b(?:leaked|exposed|compromised|phishing|suspicious)\b[^.]{0,60}\b(?:security|abuse|soc)\b|\breport (?:a |any |the )?(?:leak|exposed|compromised)/i,
          /\bpublic (?:ssh |gpg |part of the )*keys?\b|\.pub\b/i,
          /\b(?:conversation|chat)\b[^.]{0,60}\b(?:human agent|support team|ticket|supervisor|case)\b/i,
          /\bmailing lists?\b|\b(?:security|bug|abuse) (?:issues?|reports?)\b/i,
          /\b(?:chat|prompt|message) template\b|\btoken-based\b/i,
          /\blocalhost\b|127\.0\.0\.1/i,
          /\breset\w* the password\b/i,
        ],
      },
      {
        all: [
          i(
            `\\b(?:read|open|collect|gather|harvest|search|scan|list(?! of)|dump|grab|steal|extract|find(?! out)|look for|scrape)\\b(?!-)`,
          ),
          i(`(?:${secretNouns})${itself}`),
          /\b(?:and|then)\b[^.]{0,30}\b(?:send|post|upload|put|hand|pass|forward|mail|share|include|publish|submit|transmit|deliver|report|give|attach|encode|return)\b/i,
        ],
        unless: [/\b(?:authorization|x-api-key) header\b/i, /\b(?:redact|mask|encrypt)\w*\b/i],
      },
      near(
        "exfiltrat\\w+|steal\\w*|harvest\\w*|siphon\\w*|leak(?:s|ing)?",
        `(?:[^.]{0,40})(?:${secretNouns}|data|information|files?)`,
        3,
      ),
    ],
  ),
  ...ruleGroup(
    {
      code: "exposed-secret",
      decision: "hold",
      detail: "gives mail to somebody outside",
      passage: "sentence",
      warnable: true,
    },
    [
      {
        all: [
          i(
            `\\b(?:${moveVerbs})${wholeVerb}(?=[^.]{0,140}(?:${mailboxes})(?![\\p{L}]))|(?:${mailboxes})(?![\\p{L}])[^.]{0,40}\\b(?:${moveVerbs})${wholeVerb}`,
          ),
          i(`(?:^|[^\\p{L}])(?:${sinkNouns})`),
        ],
        unless: [/\bmailing lists?\b|\b(?:security|bug|abuse) (?:issues?|reports?)\b|\bpublic keys?\b/i],
      },
    ],
  ),
  ...ruleGroup(
    {
      code: "destructive-command",
      decision: "hold",
      detail: "destroys data or work",
      passage: "sentence",
      warnable: true,
    },
    [
      {
        all: [near(destroy, `(?:${prized})(?![\\p{L}])`, 4)],
        unless: [
          harmlessContext,
          /^(?!.*\bprod)(?=.*\btests?\b)/i,
          /\b(?:on request|retention|gdpr|older than|(?:days|months|years) after|after \d+ (?:days|months|years)|duplicates?|two people|asks? (?:for|us to)|requests? (?:it|deletion)|deletion request)\b/i,
        ],
      },
      {
        all: [
          near(
            "force[- ]?push\\w*|push(?:ing)? (?:with )?(?:--)?force",
            "(?:over|to|onto|on)[^.]{0,20}(?:main|master|production|release|remote|shared|the default|origin|trunk)",
            5,
          ),
        ],
        unless: [/--force-with-lease/],
      },
      near(
        "rewrit\\w+|overwrit\\w+",
        "(?:the )?(?:public |shared |remote |published |main )?(?:git )?history(?: of)?(?: main| master| the (?:main|shared))?",
        3,
      ),
    ],
  ),
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
        all: [near(off, `(?:${guards})(?![\\p{L}])`, 4)],
        unless: [
          /\b(?:if|when|because|since) [^,]{0,60}\b(?:is|are|was|were) (?:disabled|turned off|skipped|bypassed|off)\b/i,
          /\b(?:feature|warning text|deprecation|(?:in|for) the (?:sandbox|staging|test)|sandbox account|not to be|on (?:the )?forks?)\b/i,
          /\b(?:again afterwards|on again|maintenance window|for (?:\w+ )?(?:minutes?|hours?)\b[^.]{0,40}\b(?:ticket|comment|reason))\b/i,
        ],
      },
      {
        all: [
          near(
            guards,
            "(?:(?:is|are|to|be|gets?|was|were|has been|have been)[^.]{0,12})?(?:off\\b|disabled|turned off|switched off|deactivated|skipped|bypassed|removed|never triggered|not (?:triggered|run|needed|required))",
            4,
          ),
        ],
        unless: [
          /\b(?:sandbox|staging|not to be|forks?)\b/i,
          /\b(?:whether|check if|see if|know if)\b[^.,]{0,30}\b(?:is|are) (?:off|disabled)\b/i,
        ],
      },
      {
        all: [
          i(
            "\\b(?:delet\\w+|remov\\w+|weaken\\w*|comment(?:ing)? out|skip(?:ping)?|disabl\\w+|stub\\w*|hard-?cod\\w+|loosen\\w*|edit(?:ing)?|chang\\w+|replac\\w+|rewrit\\w+|adjust\\w*|invert\\w*|mock(?:ing)?|exclud\\w+|deselect\\w*|mark(?:ing)?)\\b",
          ),
          i(
            "\\b(?:assertions?|asserts?|(?:failing |broken |red )?tests?(?: command| suite| case)?s?|expect(?:ed|ation)?s?(?: values?| results?)?|suite|specs?|checks?|job|pipeline|lint(?:er)?)\\b",
          ),
          i(
            "\\b(?:so (?:that )?(?:it|they|the \\w+)|to make|until|and (?:mark|report|claim|say)|as (?:passed|passing|successful|done|green)|mak(?:e|es|ing)[^.]{0,20}(?:green|pass)|cannot fail|can't fail|never fails?|go(?:es)? green|passes)\\b",
          ),
        ],
        unless: [
          /\bmock the (?:clock|time|date|network|gateway|server|api|request|timer)\w*\b/i,
          /\b(?:fix|correct|because the (?:behaviou?r|specification|api) changed|new (?:behaviou?r|title|name)|is no fix|restore|snapshot after)\b/i,
        ],
      },
      near(
        "mak(?:e|es|ing)|get(?:ting)?|turn(?:ing)?|forc(?:e|ing)",
        "(?:the )?(?:pipeline|build|suite|tests?|ci|job|check)s?[^.]{0,20}(?:green|pass|succeed)[^.]{0,20}(?:by|with|through)[^.]{0,20}(?:replac|delet|remov|skip|exit 0|true|stub|hard|comment|disabl|ignor|mark)\\w*",
        2,
      ),
      word(
        "(?:so|such that|make sure) (?:that )?(?:the )?(?:job|pipeline|build|ci|check|tests?|security job|step)s? (?:cannot|can't|never|can never|will not|won't|is never|no longer|are never) (?:fails?|be (?:triggered|run)|triggered|runs?|block\\w*)",
      ),
      near(
        "merg(?:e|es|ing)|approv(?:e|es|ing)|accept(?:ing)?",
        "(?:your own|my own|own|the|this|every|all|any|each|without)[^.]{0,40}(?:admin override|yourself|without (?:a )?review\\w*|unreviewed|automatically|your own pull request|unread|unseen|without reading)",
        2,
      ),
      near(
        "push(?:es|ing)?|commit(?:ting)?|deploy\\w*",
        "(?:straight|directly)[^.]{0,12} (?:to|on|onto|into)[^.]{0,16}(?:release|main|master|production|prod|protected|live|trunk)",
        3,
      ),
      word(
        "(?:audit|severity|log|security) level (?:to|of) (?:none|off|silent|zero)|add[^.]{0,40}(?:vulnerable|malicious|flagged|infected)[^.]{0,30}(?:allow|white|ignore|exception)[ -]?list\\w*|(?:allow|white)[ -]?list[^.]{0,40}(?:vulnerable|any|all|everything|\\*)",
      ),
      {
        all: [
          /`?--(?:no-verify|insecure|skip-\w+|no-check\w*|force|privileged|allow-(?!publish|stage)\w+)(?![\w-])`?/i,
          /\b(?:always|every|waste|slow|annoying|only|anyway|each)\b/i,
        ],
      },
      {
        all: [/`\|\| (?:true|:)`/i, /\b(?:lint|tests?|check|audit|job|ci|steps?)\b/i],
        unless: [/\bgrep\b/i],
      },
    ],
  ),
  ...ruleGroup(
    {
      code: "raised-privilege",
      decision: "hold",
      detail: "raises privileges",
      passage: "sentence",
      warnable: true,
    },
    [
      {
        all: [
          near(
            "giv(?:e|es|ing)|grant\\w*|assign\\w*|attach\\w*|add(?:s|ing)?|mak(?:e|es|ing)|rais(?:e|es|ing)|elevat\\w+|escalat\\w+|promot(?:e|es|ing)|hand|put|bind",
            "(?:[^.]{0,50})(?:(?:full |global |cluster-?)?admin(?:istrator)?\\w*(?: (?:access|rights?|permissions?|roles?|privileges?|policy|group|scope))?|root (?:access|rights?|permissions?|privileges?)|super ?user|owner (?:of|role|access|rights?|permissions?)|ownership of|full (?:access|rights?|permissions?|control (?:of|over) (?:the |your |all |every ))|all (?:permissions?|rights?|privileges?|scopes)|access to (?:all|every)|sudoers|wheel group|write access to (?:all|every))(?![\\p{L}])",
            1,
          ),
        ],
        unless: [trial],
      },
      {
        all: [
          near(
            "run(?:s|ning)?|start(?:ing)?|execut\\w+|operat\\w+|work",
            "(?:[^.]{0,30})as (?:root|admin\\w*|super ?user|system)(?![\\p{L}])",
            0,
          ),
        ],
        unless: [/\b(?:ran|because|root cause|fails|refus\w+|must not|container ran)\b/i],
      },
      {
        all: [near("admin rights|administrator rights|root rights|admin access", "(?:to|for|from now)", 4)],
        // What a reader must have already.
        unless: [/^\W*(?:root|admin(?:istrator)?) (?:rights|access) (?:to|for)(?: [\w-]+){1,8}\.?$/i],
      },
      near(
        "add(?:s|ing)?|invit\\w+|creat(?:e|es|ing)|register\\w*",
        "(?:[^.]{0,30})(?:(?<!['\"=])[\\w.+-]+@[\\w-]+\\.[\\w.]+|back ?door|hidden (?:user|account)|second account|external (?:user|account|collaborator))[^.]{0,60}",
        1,
      ),
      word("back ?doors?(?: account)?|root ?kit|key ?logger|crypto ?miner"),
    ],
  ),
];
