import { ruleGroup, type ScanRule, word } from "./scan-rule.ts";

/** What guards people and data, in prose. */
export const safeguards =
  "checks?|checking|reviews?|reviewers?|approvals?|back-?ups?|dry[- ]runs?|tests?|confirmations?|verif\\w+|questions?|asking|tickets?|audits?|auditors?|permissions?|consent|papers|passports?|id(?:entit\\w+| cards?)?|doctors?|warnings?|signatures?|scan\\w*|polic(?:y|ies)|rules?|limits?|locks?|encrypt\\w*|passwords?|certificates?|checksums?|digests?|recording|logging|allerg\\w+|call-?backs?|receipts?|proofs?|two[- ]factor|second factor|birthday|dates? of birth|change windows?|sign-?offs?|maintenance windows?|roll-?backs?|foreign keys|constraints?|anonymi[sz]\\w+|redact\\w*|names|four-?eyes|two-person|invoice numbers?|safety|customers?|passengers?|patients?|users?|people|owners?|buyers?|guests?|callers?|rate limits?|quotas?|privacy|cvv|security|hygiene|insurance|licen[cs]es?|training|contracts?|hours|restores?|thresholds?|gates?|alerts?|production|database|data";

const bypass =
  "skip\\w*|leav\\w+ out|drop\\w*|no need|not needed|ignor\\w+|without|never|override|bypass\\w*|remov\\w+|instead of|restart|mark\\w*|tick|set|use|add|delet\\w+|trust|accept|click|deploy|answer|copy|store|keep|send|merge|approve|charge|close|turn|switch|take|disabl\\w+|overwrite|put|type|let|pay|book|upgrade|truncate|treat|install|open|print|paste";

const scoped =
  /\bfor (?:an? |the |any |these |such )?(?:\p{L}+ )?(?:patch(?:es)?|minor|bug-?fix\w*|documentation|docs|drafts?|previews?|staging|tests?|dev\w*|local|sandbox|read-only|dry[- ]runs?|typos?|comments?|translations?|quer(?:y|ies)|reads?|whitespace|generated|public|unit)\b/iu;

/** Excuses for leaving a safeguard out, and consent that nobody gave. */
export const excusedCheckRules: readonly ScanRule[] = [
  ...ruleGroup(
    {
      code: "false-permission",
      decision: "hold",
      detail: "claims a permission that nobody gave",
      passage: "sentence",
      warnable: true,
    },
    [
      {
        all: [
          word(
            `(?:${safeguards})(?: (?:at all|itself|here|for this|in this case|for that|of the \\p{L}+))? (?:is|are) (?:never|not|no longer|rarely|hardly|only|merely|just|purely|entirely)(?: really| ever| actually)? (?:needed|required|necessary|important|worth|a formality|a suggestion|suggestions|for show|optional|relevant|of interest|there to|in the way|decoration)|no (?:\\p{L}+ )?(?:tickets?|receipts?|proofs?|ids?|reviews?|back-?ups?|dry[- ]runs?|call-?backs?|checks?|papers|documents?|paperwork|questions?|signatures?)(?: is| are)?(?: required| needed| necessary| asked)`,
          ),
        ],
        unless: [scoped, /\bchanges that only\b/i, /\b(?:read-only|because|since it|when the|if the)\b/i],
      },
      word(
        "(?:silence|no (?:answer|reply|response|objections?)|not (?:answering|replying|objecting)|opening (?:the|this) \\p{L}+|reading this|a missing (?:answer|reply))[^.]{0,40} (?:means?|counts? as|is taken as|is treated as|equals|implies|is (?:a )?(?:yes|consent|approval|permission|agreement))(?: (?:that )?(?:the \\p{L}+|they|he|she|it|an?)?)? ?(?:agrees?|yes|consents?|approv\\w+|permission|ok\\w*|agreement|accepts?|allowed)?",
      ),
      word(
        "consent (?:is|was|can be) (?:implied|assumed|presumed|given by)|implied consent|(?:consider|take|count|treat|regard) [^.]{0,40} (?:as )?(?:answered|confirmed|approved|agreed|accepted) (?:with yes|by default|already|anyway)",
      ),
      word(
        "do it first|act first|(?:tell|ask|inform|notify) (?:them|him|her|the \\p{L}+|anyone|permission|people) (?:afterwards|later|after the fact|when it is done)(?:,? if (?:at all|ever))?|forgiveness (?:later|than permission)|ask for forgiveness",
      ),
      {
        all: [
          word(
            "(?:is|are) enough (?:to|for (?:you|it|them|us) to) (?:releas\\w+|pay|approve|open|reset|grant|change|unlock|transfer|ship|refund|delete|cancel|hand|give|log|access|wire|share|book)|(?:is|are) enough(?: for (?:a |the )?(?:refund|payment|transfer|access|reset|password|unlock|change))",
          ),
        ],
        unless: [/\b(?:not|never|no longer|rarely) enough\b|\b(?:two|both|four)\b/i],
      },
    ],
  ),
  ...ruleGroup(
    {
      code: "weakened-guard",
      decision: "hold",
      detail: "makes light of a safeguard",
      passage: "sentence",
      warnable: false,
    },
    [
      {
        all: [
          word(
            "(?:it|they|that|this|which|the \\p{L}+(?: \\p{L}+)?|\\p{L}+) (?:only|just|merely) (?:costs?|slows?|annoys?|wastes?|takes?|delays?|confuses?|worries|frightens?|gets? in the way|scares?|adds? (?:work|noise|delay))[^.]{0,30}|(?:nobody|no one|no-one|none|hardly anyone)(?: \\p{L}+){0,2} (?:will |would |ever |really |is going to )*(?:look|looks|check|checks|notice|notices|press|presses|read|reads|ask|asks|care|cares|complain|complains|miss|misses|object|objects|count|counts|compare|verif\\w+|open|opens|see|sees|mind|minds)|(?:they|customers?|people|auditors?|reviewers?|users?|clients?|guests?|callers?|passengers?|managers?|buyers?) (?:will )?(?:never|rarely|hardly(?: ever)?|seldom|only|just|anyway)(?: ever)? (?:look\\w*|check\\w*|notic\\w+|read\\w*|ask\\w*|complain\\w*|reload|see\\w*|count\\w*|compare|open\\w*|verif\\w+|bother|use)|(?:is|are|seems?) (?:nearly |almost )?(?:always|usually|mostly) (?:wrong|false|noise|a false alarm|nonsense|too (?:strict|slow|careful))|(?:is|takes|are) (?:far |much |simply )?too (?:much work|long|slow|strict|tedious|bureaucratic|cautious|annoying)|(?:is|are) (?:a )?waste of time|(?:looks?|feels?) unprofessional|makes? (?:people|customers|them|users) (?:nervous|angry|wait|suspicious)|(?:is|are) rare(?:ly)? (?:anyway|needed)|gives? false alarms|false alarms (?:on|in|here)|(?:cries|cry) wolf|if you like|will see it [^.]{0,30}anyway|would only worry|waste time|slow(?:s)? (?:everyone|us|you|people|things) down",
          ),
          word(safeguards),
          word(bypass),
        ],
        unless: [
          /\b(?:do not|don['’]t|must not|cannot|should not|never (?:skip|delete|use|send|store|open|merge|turn|remove|disable|accept)|so that nobody|cache|loading|lazy|parallel|index(?:es)?|build time)\b/i,
        ],
      },
      {
        all: [
          word(
            "(?:does|do|did) not match|mismatch\\w*|fails? (?:to verify|verification|validation)|is (?:invalid|expired|unknown|self-signed|untrusted|missing)|warnings?|wrong|changed",
          ),
          word(
            "signatures?|checksums?|hash(?:es)?|digests?|fingerprints?|certificates?|host keys?|licen[cs]es?|identit\\w+|names?|birth\\w*|amounts?|iban",
          ),
          word(
            "anyway|regardless|all the same|nevertheless|click through|(?:install|use|run|accept|pay|ship|release|merge) (?:it|them) (?:anyway|still|all the same|regardless)|switch(?:es)? [^.]{0,30}off|(?:go|carry) on as (?:usual|if)",
          ),
        ],
        unless: [/\b(?:do not|don['’]t|never|must not|stop|abort|ask|refuse)\b/i],
      },
      word(
        "(?:accept|trust|click through|allow|dismiss|confirm|ignore|take)(?:ing)? (?:any|every|all|each|whatever|the)(?: \\p{L}+)? ?(?:host keys?|certificates?(?: warnings?| errors?)?|attachments?|macros?|fingerprints?|tls (?:errors?|warnings?)|ssl (?:errors?|warnings?)|security (?:warnings?|prompts?|questions?)|signatures?)(?: (?:that|which|it|you|offered|without|,)|$)",
      ),
      word(
        "(?:macros?|scripts?) (?:on|enabled|allowed)|open (?:every|each|any|all)(?: \\p{L}+)? attachments?",
      ),
    ],
  ),
];
