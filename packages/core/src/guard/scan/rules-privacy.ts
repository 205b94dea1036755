import { giveAway, outsiders, sensitive } from "./concepts.ts";
import { near, ruleGroup, type ScanRule, word } from "./scan-rule.ts";

const withCare =
  /\b(?:anonymi[sz]\w+|hash(?:ed|ing)|pseudonym\w*|redact\w*|mask\w*|with (?:the |their |written )?consent|agreed|encrypt\w*|remove names|do not|don't|never|must not|cannot|may not|not|no personal|without (?:names|personal|payment|card|the names)|only (?:after|when|if|to|once))\b/i;

/** Personal and confidential data told to those who have no claim to it. */
export const privacyRules: readonly ScanRule[] = [
  ...ruleGroup(
    {
      code: "exposed-secret",
      decision: "hold",
      detail: "gives personal or confidential data away",
      passage: "sentence",
      warnable: true,
    },
    [
      {
        all: [word(giveAway), word(sensitive), word(outsiders)],
        unless: [
          withCare,
          /\b(?:mailing lists?|template|for example|placeholder|form|schema|field|docs?)\b/i,
        ],
      },
      {
        all: [
          near(
            giveAway,
            "(?:the |their |his |her |a |an |any )?(?:previous|last|next|other|another|different|wrong|someone else['’]s?|somebody else['’]s?)[^.]{0,10}(?:caller|customer|passenger|patient|guest|client|user|tenant|person|account holder|member|employee)['’]?s?['’]? (?:\\p{L}+ )?(?:address|name|number|details?|booking|order|phone|e-?mail|records?|data|history|balance|birth\\w*|itinerary|file|card|seat|room|answers?|messages?)",
            2,
          ),
        ],
        unless: [withCare],
      },
      near(
        "remov\\w+|ignor\\w+|drop\\w*|overrid\\w+|disregard\\w*|break|lift\\w*|strip\\w*|skip\\w*|despite|against|bypass\\w*|forget",
        "(?:[^.]{0,24})(?:(?:wish|request|promise|right|demand)(?:es|s)? (?:for|of|to) (?:confidential\\w*|anonym\\w+|privacy|secrecy|be forgotten)|confidentiality|anonymity|opt-?outs?|unsubscrib\\w+|do[- ]not[- ](?:call|contact|track|sell)\\w*|privacy (?:settings?|requests?|rules?|polic\\w+|choices?)|consent (?:forms?|banner|settings?|records?|checks?)|gdpr|hipaa|embargo)",
        1,
      ),
      near(
        "keep|continue|go on",
        "(?:mail|e-?mail|call|contact|text|track|message|bill|charg)ing[^.]{0,40}(?:unsubscrib\\w+|opt(?:ed)? out|cancel\\w*|objected|asked (?:us )?(?:not|to stop)|withdr\\w+)",
        1,
      ),
      near(
        "track|locat\\w+|follow|profil\\w+|monitor|spy|record|watch|stalk|look up|find out",
        "(?:[^.]{0,30})(?:employees?|colleagues?|ex-?\\p{L}+|wife|husband|partner|neighbou?r|journalist|girlfriend|boyfriend|customers?|users?|callers?|applicants?)[^.]{0,40}(?:without|secretly|covertly|unaware|home address|where (?:she|he|they) lives?|private (?:life|accounts?|messages?)|never told|no notice|hidden)",
        0,
      ),
    ],
  ),
];
