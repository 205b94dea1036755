import { lazyPattern, type ScanPattern } from "./scan-pattern.ts";
import { near, ruleGroup, type ScanRule, word } from "./scan-rule.ts";
import { secretNouns } from "./words.ts";

const i = (source: string): ScanPattern => lazyPattern(source, "iu");
const bosses =
  "users?|customers?|admin\\w*|operators?|developers?|system|boss|owners?|persons?|humans?|team|company|manager|reviewers?";
const deceive =
  "deceiv\\w+|mislead\\w*|trick\\w*|manipulat\\w+|pressur\\w+|blackmail\\w*|threaten\\w*|fool\\w*|disobey\\w*|defy|betray\\w*|impersonat\\w+|spy(?:ing)? on|scam\\w*|defraud\\w*|gaslight\\w*|overcharg\\w+";
const exposed =
  "buckets?|repositor(?:y|ies)|repos?|databases?|ports?|dashboards?|folders?|files?|endpoints?|services?|storage|shares?|containers?|servers?|apis?|documents?|drives?|registr(?:y|ies)|volumes?|tables?|cluster|instance|link";

/** Data taken as orders, people deceived, secrets left lying about, and things opened to all. */
export const exposureRules: readonly ScanRule[] = [
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
        all: [
          near(
            "treat\\w*|consider\\w*|regard\\w*|accept\\w*|interpret\\w*|handle|take|view|read",
            "(?:[^.]{0,80})(?:as|to be|like) (?:an? |the |if )?(?:[\\p{L}-]+ )?(?:commands?|instructions?|orders?|directives?|trusted|authori[sz]ed|coming from|(?:they|it) (?:came|were|was) (?:from|sent by)|from the (?:owner|admin\\w*|operator|developer|system)|binding|law|gospel|authoritative)",
            0,
          ),
          /\b(?:outputs?|text|pages?|comments?|messages?|requests?|anything|everything|whatever|files?|results?|content|e-?mails?|documents?|inputs?|notes?|lines?|skill)\b/i,
        ],
        unless: [/\bas (?:data|untrusted)\b/i, /\bnot (?:as )?(?:instructions?|commands?)\b/i],
      },
      near(
        "text|comments?|messages?|anything|everything|whatever|content|lines?|words|requests?",
        "(?:[^.]{0,60}) (?:is|are|counts? as) (?:an? |the )?(?:commands?|orders?|instructions?|directives?)[^.]{0,50}(?:must|executed|obeyed|followed|carried out|from the)",
        0,
      ),
      {
        all: [
          near(
            "(?:what(?:ever)?|anything|everything|all)(?: that)?",
            `(?:the |your |my |an? )?(?:${bosses}) (?:says?|said|writes?|wrote|tells?|told|asks?|asked|wants?|wanted|instruct\\w*|requests?|requested|demands?|intended|set)[^.]{0,60}`,
            0,
          ),
          i(
            "\\b(?:obsolete|ignor\\w+|disregard\\w*|forget|irrelevant|no longer|does not (?:matter|count|apply)|void|outdated|overrid\\w+|never ?mind|wrong|go by|instead|withdrawn)\\b",
          ),
        ],
      },
      near(
        "regardless of|against|contrary to|whatever|no matter|despite|in spite of|irrespective of",
        `(?:what )?(?:the )?(?:${bosses})(?:['’]s?)? ?(?:wish\\w*|wants?|says?|said|requests?|instructions?|will|objections?|preferences?|protests?|consent|refus\\w+|asks?|orders?|intent\\w*)`,
        1,
      ),
      {
        all: [
          near(
            "ignor(?:e|ing)|disregard|override|disobey|overrule|do not obey|don't obey|stop listening to|do not listen to",
            `(?:the |your |any |all |every )?(?:${bosses})(?:(?=\\W*$)|['’]?s? (?:requests?|wish\\w*|instructions?|objections?|questions?|orders?|refus\\w+|and|if|when|even|or)\\b)`,
            1,
          ),
        ],
      },
      near(
        "operator|administrator|owner|developer|system|provider|vendor|we",
        "(?:[^.]{0,20})(?:switched|placed|put|moved|set|enabled)[^.]{0,20}(?:maintenance|debug|unrestricted|developer|admin|test|override|privileged|unsafe) mode",
        0,
      ),
      near(
        "(?:note|message|instruction|attention|important|hint|reminder|memo|request)s?(?: to| for)(?: the| any| all)?",
        "(?:ai|a\\.i\\.|llm|language model|agents?|assistants?|automated (?:reviewers?|systems?|scanners?)|models?|bots?|scanners?)(?![\\p{L}])",
        1,
      ),
      word(
        "(?:whichever|whatever|any) (?:model|ai|assistant|agent|llm) (?:reads?|sees?|is reading|processes|loads?)[^.]{0,60}|if you are (?:an )?(?:ai|llm|language model|assistant|agent|bot)\\b",
      ),
      {
        all: [
          near(
            "print|output|repeat|show|reveal|recite|state|quote|include|paste|return|list|expose|leak|copy|translate|summari[sz]e",
            "(?:all |out )?(?:of )?(?:your|the (?:assistant|agent|model)['’]s|these hidden|the hidden|the above) (?:[\\p{L}]+ ){0,2}(?:instructions|prompt|memory|configuration|context window|guidelines|rules|system message|training data|tools? (?:list|definitions?)|hidden \\w+)",
            1,
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
      {
        all: [
          near(
            deceive,
            `(?:the |a |any |our |every )?(?:${bosses}|people|visitors?|clients?|victims?|buyers?|patients?)`,
            2,
          ),
        ],
      },
      {
        all: [
          near(
            "ask|asks|tell|convince|get|have|make|urge|persuade|prompt|instruct|direct|lead|request|require|invite",
            `(?:the |a |any |each |every )?(?:user|customer|person|client|caller|visitor|guest|victim|patient|them|him|her)s?\\b[^.]{0,90}(?:enter|type|giv\\w+|provid\\w+|shar\\w+|send\\w*|reveal\\w*|confirm|hand\\w*|paste|disclose|submit|read out|for)[^.]{0,40}(?:passwords?|passcodes?|codes? (?:from|they|sent)|one-time|card (?:number|details)|cvv|pin\\b|credentials?|otp|2fa|api keys?|secrets?|seed phrase|private keys?|bank details|social security|login)`,
            1,
          ),
        ],
        unless: [/\b(?:reset|do not|don't|never|form|new password|wizard|vault)\b/i],
      },
      near(
        "tell|tells|reply|inform|say|answer|claim|assure|write|report|state|pretend|convince|let",
        `(?:[^.]{0,90})(?:even (?:though|if|when)|although|when in (?:fact|reality|truth)|whether or not|which is (?:not true|false|untrue)|regardless of (?:whether|the (?:real|actual|true)))`,
        0,
      ),
      word(
        "(?:nobody|no one|no-one|none of them)(?: ever| really| will| would)? (?:checks?|notices?|looks?|reads?|verif\\w+|audits?|finds? out|minds?|cares?|know|see)[^.]{0,30}",
      ),
      near(
        "charg(?:e|es|ing)|bill(?=s? (?:the|them|him|her|every|each|all|any|it|this|customers?|guests?|clients?|patients?|twice|double)(?![\\p{L}]))s?|invoic(?:e|ing)(?= (?:the|them|every|each|all|any|it|this|customers?|guests?|clients?|patients?|twice|double))|debit\\w*|withdraw\\w*",
        "(?:[^.]{0,50})(?:twice|double|extra|again|more than|additional|hidden fee|without|higher|silently|secretly)",
        0,
      ),
      near(
        "(?:agent|bot|assistant|you|ai|model)",
        "(?:[^.]{0,20})(?:decid\\w+|approv\\w+|authori[sz]\\w+|judg\\w+|act\\w*|sign\\w*|pay\\w*|refund\\w*)[^.]{0,50}(?:by itself|by yourself|alone|on (?:its|your) own|independently|autonomously|unsupervised)",
        0,
      ),
      {
        all: [
          near(
            "add|insert|append|includ\\w+|put|mention|place|work in|slip",
            "(?:[^.]{0,20})(?:sentences?|lines?|links?|phrases?|paragraphs?|phone numbers?|adverts?|ads?|banners?|footers?|recommendations?|notices?)[^.]{0,100}(?:please call|call \\+?|visit|click|\\+\\d|confirm your|https?://(?!localhost|docs\\.|github)|buy|sponsor|discount code|account is)",
            0,
          ),
        ],
      },
      word(
        "(?:wip|eras|clean|clear|delet|remov|hid|cover|scrub)(?:e|es|ing|ed)?(?: up)? (?:all |any |every |your |the |our |its )*(?:(?<=(?:all|any|every|your|our|its) )traces?|traces|tracks|footprints?|evidence|fingerprints?)(?! ids?| spans?)",
      ),
      near(
        "hallucinat\\w+|invent|fabricat\\w+|fak(?:e|ing)|forg(?:e|ing)|falsif\\w+|make up|backdat\\w+|tamper\\w* with",
        "(?:[^.]{0,30})(?:results?|figures?|numbers?|records?|logs?|signatures?|evidence|receipts?|invoices?|approvals?|reviews?|citations?|data|dates?|test reports?)(?![\\p{L}])",
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
          near(
            "stor(?:e|es|ing)|sav(?:e|es|ing)|writ(?:e|es|ing)|keep(?:ing)?|remember\\w*|record\\w*|log(?:s|ging)?|commit(?:s|ting)?|hard-?cod\\w+|check in|put|not(?:e|ing) down|memori[sz]\\w+|print(?:ing)?",
            `(?:[^.]{0,50})(?:${secretNouns})(?![\\p{L}])`,
            0,
          ),
          i(
            "plain ?text|\\bclear ?text|unencrypted|\\b(?:notes|readme|memory|wiki|repository|source|git|log)\\b(?:\\.\\w+|[^.]{0,20}(?:so that|for later|file))|so that (?:the next|other|any|every|later|future|anyone)|for (?:later|future) (?:use|sessions?|runs?)|next (?:agent|session|time)|world-readable",
          ),
        ],
      },
      near("exfiltrat\\w+|exfil", "\\p{L}+", 0),
      near(
        "steal|harvest|siphon|scrape|crack|brute-?force|phish|keylog|dump",
        "(?:[^.]{0,30})(?:passwords?|credentials?|tokens?|accounts?|keys?|cookies|hashes|secrets?|data|logins?)(?![\\p{L}])",
        0,
      ),
      near(
        "us(?:e|es|ing)|borrow\\w*|tak(?:e|es|ing)|try(?:ing)?|reuse|log(?:ging)? in with|sign(?:ing)? in with|authenticat\\w+ with|impersonat\\w+",
        "(?:[^.]{0,40})(?:someone else['’]s|another (?:user|person|employee|colleague|customer|account)['’]?s?|(?:the )?(?:admin\\w*|colleague|ceo|manager|owner|root|backup|default|leaked|found|recovery)['’]?s? (?:password|credentials?|token|account|login|session|keys?|codes?))(?![\\p{L}])",
        0,
      ),
      near(
        "call|request|ping|visit|open|load|fetch|get|hit|contact|query|invoke",
        "https?://\\S+[^.]{0,40}(?:followed by|with|containing|plus|carrying|including|and|appending|append)[^.]{0,30}(?:user['’]?s?|question|answer|conversation|prompt|contents?|file|message|task|name|e-?mail|address|data)",
        1,
      ),
    ],
  ),
  ...ruleGroup(
    {
      code: "opened-to-all",
      decision: "hold",
      detail: "opens something to everyone",
      passage: "sentence",
      warnable: true,
    },
    [
      {
        all: [
          near(
            "mak(?:e|es|ing)|turn(?:s|ing)?|set(?:s|ting)?|open(?:s|ing)?|expos\\w+|publish\\w*|switch\\w*|chang\\w+|share|mark",
            `(?:[^.]{0,50})(?:${exposed})(?: \\S+){0,4} (?:(?:to |as |is |be )?(?:public(?:ly)?|world[- ]?(?:readable|writable)|anonymous(?:ly)?|open to (?:all|everyone|the (?:world|internet))|to (?:everyone|anyone|the (?:whole )?(?:world|internet)|0\\.0\\.0\\.0(?:/0)?)|accessible (?:to (?:all|everyone|anyone)|from anywhere)|without authentication))(?![\\p{L}])`,
            0,
          ),
        ],
        unless: [
          /\b(?:make sure|check|verify)\b[^.]{0,20}\bnot\b|\bpublic (?:api|interface|method|class|key|subnet|folder|directory|docs)\b/i,
        ],
      },
      near(
        "grant|grants|giv(?:e|es|ing)|allow\\w*|add|let",
        "(?:everyone|everybody|anyone|anybody|all (?:users|members|authenticated users|accounts)|the (?:whole|entire) \\p{L}+|the public|anonymous|allUsers)[^.]{0,60}(?:access|read|write|permission|rights?|edit|admin|in\\b)",
        1,
      ),
      i(
        '0\\.0\\.0\\.0/0|\\bpublic-read(?:-write)?\\b|\\ballUsers\\b|allAuthenticatedUsers|--allow-unauthenticated|"Principal"\\s*:\\s*"\\*"|--visibility[= ]public|\\bgh repo (?:edit|create)\\b[^\\n]*--public',
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
        all: [
          near(
            "delet\\w+|remov\\w+|drop|comment out|erase",
            "(?:the |all |any |every )?(?:failing|red|failed|broken|unstable) (?:\\p{L}+ )?(?:tests?|specs?|spec files|test files|assertions?|checks?|cases)",
            1,
          ),
        ],
        unless: [/\b(?:fix(?:ed)?|rewrite|replace)\b/i],
      },
      near(
        "replac\\w+|swap\\w*|empty(?:ing)?|gut(?:ting)?|strip(?:ping)?|overwrit\\w+|blank",
        "(?:[^.]{0,30})(?:failing |unit |broken |red |security )*(?:tests?|assertions?|checks?|specs?)[^.]{0,30}(?:(?:with|by) (?:an? )?(?:empty|stubs?|no-?ops?|true|nothing|placeholders?|passing|dummy|ones that (?:always )?pass)|of their|body)",
        0,
      ),
      near(
        "edit|chang\\w+|modify|updat\\w+|adjust\\w*|rewrit\\w+|alter|extend|patch",
        "(?:[^.]{0,20})(?:policy|policies|rules?|permissions?|allow-?list|denylist|block-?list|restrictions?|config\\w*|settings?)(?: file)?[^.]{0,20}(?:to|so that it|so it|until it)[^.]{0,16}(?:allow|permit|accept|let|pass|whitelist|stop block\\w*|no longer)",
        0,
      ),
      near(
        "mark(?:ing)?|set(?:ting)?|flag(?:ging)?|label(?:ling)?",
        "(?:[^.]{0,20})(?:security|failing|broken|flaky)[^.]{0,20}(?:tests?|checks?|jobs?)[^.]{0,20}(?:as )?(?:skip\\w*|passed|optional|ignored|allowed to fail|todo)",
        0,
      ),
      i(
        "`?\\bcurl (?:-\\w+ )*(?:-k|--insecure)\\b`?[^\\n]{0,60}\\b(?:all|every|always|simpler|easier|any)\\b",
      ),
    ],
  ),
  ...ruleGroup(
    {
      code: "raised-privilege",
      decision: "hold",
      detail: "raises privileges",
      passage: "command",
      warnable: true,
    },
    [
      /\baws\s+iam\s+(?:create-(?:access-key|user|login-profile)|put-\w+-policy|add-user-to-group|update-assume-role-policy|attach-\w+-policy)|\bgcloud\s+[^\n]*(?:keys\s+create|add-iam-policy-binding)|\baz\s+(?:role\s+assignment\s+create|ad\s+sp\s+create)/i,
      /\balias\s+(?:sudo|su|ssh|git|npm|passwd|gpg|ls|cd)=|\bscript-shell\b|\bGIT_SSH_COMMAND=[^\n]*(?:curl|nc\b)|alias\.\w+\s+["']?!/i,
    ],
  ),
];
