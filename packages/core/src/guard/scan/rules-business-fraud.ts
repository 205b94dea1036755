import { accounts, bars, benefits, claims, falseLabels, lowerings, overseers, speak } from "./concepts.ts";
import { near, ruleGroup, type ScanRule, word } from "./scan-rule.ts";

const careful =
  /\b(?:progress bars?|prices|secrets?|passwords?|tokens?|keys?|credentials?|personal|sensitive|pii|card numbers?|names|addresses|generated|vendored|noise|debug|duplicates?|confidential)\b/i;
const entitled =
  /\b(?:only|eligible|policy (?:allows|says|permits|grants|covers)|entitled|approved by|with (?:the |a )?(?:manager|supervisor)|unless|after (?:checking|verifying|the))\b/i;

/** Schemes against the business or the person served: records that lie, gifts without ground, bars let down. */
export const businessFraudRules: readonly ScanRule[] = [
  ...ruleGroup(
    {
      code: "covert-behaviour",
      decision: "hold",
      detail: "makes the reader act against those it works for",
      passage: "sentence",
      warnable: false,
    },
    [
      {
        all: [
          near(
            "leav(?:e|es|ing)|keep(?:s|ing)?|drop(?:s|ping)?|omit\\w*|strip(?:s|ping)?|cut(?:ting)?|exclud\\w+|remov\\w+|hid(?:e|es|ing)|tak(?:e|es|ing)|delet\\w+|eras\\w+|scrub\\w*",
            `(?:out of|from|off|out from)[^\\p{L}\\n]+(?:(?:the|your|any|every|all|its|their|our)[^\\p{L}\\n]+)?(?:\\p{L}+[^\\p{L}\\n]+)?${accounts}(?![\\p{L}])`,
            8,
          ),
        ],
        unless: [
          careful,
          /\b(?:names?|values?|prefix|suffix|lines? that|colou?rs?|cache|files? from|table|column|folders?)\b/i,
        ],
      },
      {
        all: [
          near(
            "do not|don['’]t|never|without|no need to|need not|needn['’]t|rather than|instead of|avoid|no reason to|not necessary to|must not|should not|there is no need to",
            `(?:ever |even |also |to )?(?:${speak})(?:[^\\p{L}\\n]+(?:it|this|that|them|these|so)(?:[^\\p{L}\\n]+up)?|[^\\p{L}\\n]+about it|[^\\p{L}\\n]+why|[^\\p{L}\\n]+the (?:old|original|previous|real|actual|true|change|removal|deletion|swap|edit|switch|difference|gap|reason|transfer|payment|discount|exception|override|workaround|omission|skip\\w*))(?![\\p{L}])(?=[^\\p{L}\\n]*$|[^\\p{L}\\n]+(?:with|to|in|on|anywhere|at|or|and|when|as|value|even|about|from|back|was|itself)(?![\\p{L}]))`,
            1,
          ),
        ],
        unless: [careful, /\b(?:until|unless|before|twice|to (?:each|another|other)|verbatim)\b/i],
      },
      {
        all: [
          near(
            overseers,
            "(?:does not|doesn['’]t|do not|don['’]t|need not|needn['’]t|must not|should not|shouldn['’]t|will not|won['’]t|never)(?: ever)?(?: needs? to| have to| has to)? (?:know|hear|see|learn|find out|notice|be told|be aware|be bothered|worry)(?=[^\\p{L}\\n]*$|[^\\p{L}\\n]+(?:about|of|that|what|why|how|and|or|it|this)(?![\\p{L}]))",
            1,
          ),
        ],
        unless: [/\b(?:schema|internals?|implementation|layout|syntax|yaml|whether the)\b/i],
      },
      {
        all: [
          near(
            "record|log|list|book|code|file|enter|label|mark|classify|report|register|describe|declare|count|note|tag|categori[sz]e|document|put|call|name|invoice|treat|title",
            `(?:(?:it|them|this|that|these|each|all|the|both|every|any)(?:[^\\p{L}\\n]+\\p{L}+){0,2}[^\\p{L}\\n]+)?(?:as|down as|under)[^\\p{L}\\n]+(?:an?|the|being|if)?[^\\p{L}\\n]*(?:${falseLabels})(?![\\p{L}])`,
            1,
          ),
          word(
            `${benefits}|even (?:if|when|though)|without|regardless|whatever|no matter|rather than|instead|any ?(?:one|body|way)|rare|nobody|whoever|who (?:${claims})|if (?:the |they |he |she |you )?(?:\\p{L}+ )?(?:${claims})|skip\\w*|so (?:that )?(?:it|they|the|no)|to avoid|to keep|to stay|although|hours|expenses?|delete|removal|backdoor|before (?:anyone|the audit)`,
          ),
        ],
        unless: [entitled, /\b(?:quarantin\w+|with a ticket|only if|do not|never)\b/i],
      },
      {
        all: [
          word(`${benefits}`),
          word(
            `(?:any|every|all|each|whichever)(?: \\p{L}+){0,2} who (?:${claims})|(?:anyone|everyone|anybody|everybody|whoever|those)(?: who| that)? (?:${claims})|in (?:exchange|return) for (?:an? |the |their |your )?(?:\\p{L}+[- ]){0,2}(?:reviews?|ratings?|stars?|favou?rs?|tips?|gifts?|silence|likes?|posts?|feedback|votes?)|(?:if|when) (?:they|the \\p{L}+|he|she|you) (?:leaves?|gives?|writes?|posts?|promis\\w+|agrees? to|mentions? (?:an? |the )?(?:lawyer|press|lawsuit|review|code ?word|friend)|threatens?|sounds?|says? (?:they|it|please|the word)|claims? to)|no questions asked|without (?:proof|checking|verifying|a receipt|evidence|approval|authori[sz]ation|looking)|even if (?:the |no |it |they )`,
          ),
        ],
        unless: [
          entitled,
          /\basks? (?:where|what|how|when|whether|which|about|why)\b/i,
          /\b(?:do not|don't|never|must not|cannot|no|not|stops?|rejects?|refus\w+)\b/i,
        ],
      },
      near(
        "pre-?(?:fill|tick|check|select|accept|answer|confirm|approve)\\w*|auto-?(?:confirm|accept|approve|agree|consent|renew|enrol)\\w*|default",
        "(?:[^.]{0,40})(?:['‘“\"`]?yes['’”\"`]?|consent|confirmations?|agreements?|opt-?in|insurance|terms|marketing|subscription|permissions?|approvals?)(?![\\p{L}])",
        1,
      ),
      {
        all: [
          word(
            "permission|permissions|approvals?|consent|confirmations?|confirm(?:ation)? (?:dialog|prompt|question)s?|warnings?|safety (?:question|prompt)s?",
          ),
          word(
            "(?:answer|confirm|accept|approve|dismiss|acknowledge|click|grant|give|agree to|respond to|tick|sign)(?: to)? (?:them|it|these|those|each|all|any|every|the \\p{L}+|such \\p{L}+)?(?: \\p{L}+)? ?(?:yourself|on (?:their|the \\p{L}+['’]s|his|her) behalf|for (?:them|him|her|the (?:user|customer|person))|automatically|blindly|right away|without (?:reading|looking)|with ['‘“\"`]?yes)",
          ),
        ],
        unless: [/\b(?:do not|don't|never|must not|cannot)\b/i],
      },
      near(
        "(?:make|keep|show|turn|get|have)",
        `(?:[^.]{0,30})(?:green|clean|quiet|pass\\w*|look (?:good|fine|better|healthy))[^.]{0,20} by (?:${lowerings})`,
        0,
      ),
      {
        all: [
          near(lowerings, `(?:the |a |an |any |all |this |that )?(?:\\p{L}+ )?(?:${bars})(?![\\p{L}])`, 3),
          word(
            "until (?:it|they|that|the \\p{L}+|ci|everything)(?: \\p{L}+)? (?:stops?|pass\\w*|turns?|goes|go away|is quiet|is green|are green|disappears?|fits?|succeeds?|match\\w*)|to (?:0|zero|nothing|none|100 ?%?)|so (?:that )?(?:it|they|the \\p{L}+|nobody|no one)(?: \\p{L}+){0,2} (?:pass\\w*|green|quiet|stops?|fires?|fails?|notices?|clean|looks?)|whatever|no need to|without (?:mention|tell|ask|review|a)\\w*|nobody|anyway|just (?:so|to)|to make (?:it|the \\p{L}+|ci) (?:pass|green)|below the gate|always green",
          ),
        ],
        unless: [
          /\b(?:do not|don't|never|must not|timeout|memory|batch|volume|font|brightness|log level to|retries|counter|offset|index|expired)\b/i,
        ],
      },
      {
        all: [
          /\bexit 0\b|\breturn (?:true|0|success)\b|\bcontinue-on-error\b|\ballow_failure\b/i,
          /\b(?:always|never fails?|green|so that|every|whatever|regardless|make (?:it|ci|the)|top of|unconditionally|first line)\b/i,
          /\b(?:tests?|ci|scripts?|hooks?|lint\w*|checks?|jobs?|pipeline|scan\w*|validat\w+|verif\w+|gates?|build)\b/i,
        ],
        unless: [/\b(?:do not|don't|never (?:add|use|append)|hides|mask\w*|means|when|if|indicates)\b/i],
      },
      {
        all: [
          word(
            "merg\\w+|deploy\\w*|releas\\w+|ship\\w*|publish\\w*|push\\w*|approv\\w+|roll(?:ing)? out|sign(?:ing)? off",
          ),
          word(
            "(?:before|while|without waiting for|even (?:if|when|though)|despite|although|regardless of|no matter (?:what|whether)|whatever) (?:the |any |its |all |what the )?(?:\\p{L}+ )?(?:checks?|ci|tests?|reviews?|approvals?|pipeline|scans?|build|reviewers?|sign-?off)(?: \\p{L}+)? ?(?:finish\\w*|complet\\w+|fail\\w*|is red|are red|red|pending|ends?|says?|object\\w*|failing|run|running|shows?)",
          ),
        ],
        unless: [/\b(?:do not|don't|never|must not|cannot|refus\w+|block\w*|stop\w*)\b/i],
      },
      {
        all: [
          word(
            "(?:claim|say|tell|write|show|state|pretend|display|suggest|insist|announce)(?:s|ing)? [^.]{0,40}(?:only \\p{N}+ (?:seats?|rooms?|items?|left)|no (?:human|one|agent|manager|supervisor|refund|alternative)[^.]{0,20}(?:available|on duty|exists?|possible)|nobody is|sold out|expires?|last chance|not (?:refundable|covered|possible|available|allowed))",
          ),
          word(
            "always|every (?:customer|caller|time)|whether|regardless|even (?:if|when|though)|no matter|so (?:that )?they|to (?:make|get|push|keep|hurry|pressure|create|discourage)|although|in any case|whatever",
          ),
        ],
        unless: [/\b(?:do not|don't|never|must not)\b/i],
      },
      near(
        "hid(?:e|ing)(?! (?:the )?(?:[\\p{L}]+ )?(?:link|button) for (?:users|people|those) (?:who|that))|bury(?:ing)?|grey(?:ing)? out|mak(?:e|ing) it (?:hard|difficult|impossible)|delay\\w*|stall\\w*|los(?:e|ing)",
        "(?:[^.]{0,40})(?:cancel\\w*|unsubscrib\\w+|opt-?out|refund|complain\\w*|return|delet\\w+ (?:account|request))[^.]{0,20}(?:button|link|option|form|requests?|right|step|button|customers?|until|page)?(?=[^\\p{L}])",
        0,
      ),
      near(
        "(?:writ(?:e|ing)|post(?:ing)?|generat\\w+|creat(?:e|ing)|buy(?:ing)?|submit\\w*|leav(?:e|ing))",
        "(?:[^.]{0,20})(?:five-?star|5-?star|positive|glowing|fake|favou?rable|negative|one-?star|invented|paid) (?:\\p{L}+ )?(?:reviews?|ratings?|testimonials?|feedback|comments?)",
        1,
      ),
      {
        all: [
          word(
            "refus\\w+|den(?:y|ies|ying)|deprioriti[sz]\\w+|reject\\w*|charg\\w+|quot(?:e|ing)|rank\\w*|score|slow\\w*|ignor\\w+|filter\\w*|screen\\w*|offer",
          ),
          word(
            "foreign(?:[- ]sounding)?|accents?|surnames?|wom[ae]n|nationalit\\w+|religio\\w+|disab\\w+|postcodes?|zip codes?|pregnan\\w+|ethnic\\w*|race|gender|muslim\\w*|jewish|black|immigrants?|over (?:50|55|60|65)|old(?:er)? (?:people|applicants)|wheelchairs?",
          ),
          word(
            "applicants?|customers?|callers?|people|candidates?|tenants?|names?|guests?|claims?|users?|patients?",
          ),
        ],
        unless: [/\b(?:do not|don't|never|must not|illegal|column|rows?|field|character\w*|columns?)\b/i],
      },
      word(
        "(?:spare|idle|unused|free) (?:gpu|cpu|compute|capacity|cycles|cores)[^.]{0,40}(?:coin|wallet|min(?:e|ing)|pool|hash\\w*)|(?:monero|bitcoin|crypto\\w*|coin) (?:miner|mining)",
      ),
    ],
  ),
];
