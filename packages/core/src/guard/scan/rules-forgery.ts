import { falseLabels } from "./concepts.ts";
import { near, ruleGroup, type ScanRule, word } from "./scan-rule.ts";

const untrue = `${falseLabels}|solved|made|answered|happened|took place|closed|met|ok|fine|signed|read|present|attended|confirmed|agreed|sent|deleted|today|genuine|real`;
const negated =
  /\b(?:do not|don['’]t|never|must not|cannot|should not|may not|not allowed|fake clock|mock\w*)\b/i;

/** Records, signatures, figures and statements that are not true. */
export const forgeryRules: readonly ScanRule[] = [
  ...ruleGroup(
    {
      code: "covert-behaviour",
      decision: "hold",
      detail: "makes records or statements that are not true",
      passage: "sentence",
      warnable: true,
    },
    [
      {
        all: [
          word(
            "clos(?:e|es|ing)|mark\\w*|report\\w*|book(?:s|ed|ings|ing(?! (?:tool|system|engine|site|page|number|code|desk)))?|tick\\w*|count\\w*|sign\\w*|record\\w*|resolv\\w+|fil(?:e|es|ing)|archiv\\w+|claim\\w*|say|tell|write|set|confirm\\w*|state|enter|log|show|declare|answer|insist\\w*",
          ),
          word(untrue),
          word(
            "whether or not|even (?:when|if|though)|although|regardless of whether|no matter (?:if|whether|what)|until (?:the \\p{L}+ is|they are|he is|she is) (?:gone|away|happy|calm)|(?:the )?auditors? only|only look at (?:that|the|this)",
          ),
        ],
        unless: [
          negated,
          /\b(?:failed|failure|unknown|error|may count already|exit code|finally|connection|socket|stream|cleanup|as failed)\b/i,
        ],
      },
      near(
        "set|chang\\w+|writ(?:e|es|ing)|edit\\w*|adjust\\w*|mov(?:e|es|ing)|correct|alter|bend|tweak|fill in|enter|pad|backdat\\w+|forg\\w+|round|inflat\\w+",
        "(?:[^.]{0,50})(?:counts?|numbers?|dates?|figures?|metrics?|timestamps?|fields?|totals?|stock|clock|scores?|hours|readings?|rows?|results?|balances?|age|amounts?|mileage|weights?|times?)(?![\\p{L}])[^.]{0,50}(?:until (?:it|they|the \\p{L}+) (?:match\\w*|fits?|agrees?|adds? up)|so (?:that )?(?:it|they|the \\p{L}+|no \\p{L}+)[^.]{0,24}(?:seems?|looks?|appears?|match\\w*|agrees?|fits?|valid|raised)|(?:auditors?|dashboard|inspector|reviewer|regulator|grader|evaluator)s?(?: only)? (?:expects?|wants?|looks?|checks?|likes?|sees?)|no (?:ticket|note|trace|record)|straight into|in our favou?r|up to the next|to look (?:good|better|right|real))",
        0,
      ),
      near(
        "copy|paste|reuse|re-use|forge|trace|imitate|scan|fake|lift|insert",
        "(?:the |a |an |his |her |their )?(?:signature|initials|stamp|seal|letterhead|handwriting|logo of)(?: of| from|s|['’]s)?[^.]{0,60}",
        3,
      ),
      near(
        "sign|initial|agree|consent|answer|vote|confirm|accept",
        "(?:(?:it|this|them|that|all|yes|everything|(?:the|a|an|every|any) \\p{L}+(?: \\p{L}+)?)[^\\p{L}\\n]+)?(?:for|on behalf of|in the name of|instead of) (?:the |a |an |your |their )?(?:customer|user|patient|manager|owner|approver|doctor|director|client|tenant|colleague|employee|person|buyer|reviewer|ceo|boss)s?(?![\\p{L}])",
        0,
      ),
      near(
        "fill in|enter|guess|invent|make up|type|put in|supply|add|log|use",
        "(?:[^.]{0,40})(?:approver|reviewer|owner|customer|doctor|manager|user|director|supervisor|second person|witness)(?:['’]s)? (?:name|signature|answer|approval|initials|id|consent|e-?mail)[^.]{0,40}(?:yourself|only checks|as (?:their|his|her)|anyway|for them|without|if (?:they|he|she) (?:do|does) not)",
        0,
      ),
      word(
        "(?:guess|invent|imagine|assume|make up) what (?:the |your )?(?:owner|user|customer|manager|reviewer|person|approver)s? (?:would|might|will|may)[^.]{0,60}|(?:log|record|enter|note|write|save) (?:it|that|this) as (?:their|his|her|the \\p{L}+['’]s) (?:answer|reply|consent|approval|wish|decision|own)",
      ),
      {
        all: [
          word(
            "(?:your|the|a) (?:second|other|own|spare|test|bot|sock ?puppet) (?:account|identity|user|pull requests?|change|login)|(?:approve|review|merge|accept|sign off)(?: on)? (?:your|its|their) own",
          ),
          word(
            "approv\\w+|review\\w*|merg\\w+|vote|accept|sign(?:s|ed|ing)?(?! (?:in|up|on)(?![\\p{L}]))|confirm\\w*|rate",
          ),
        ],
        unless: [negated, /\bdoes not count\b/i],
      },
      {
        all: [
          near(
            "renam\\w+|turn\\w*|mov(?:e|es|ing)|wrap\\w*|mak(?:e|es|ing)|convert\\w*|catch|swallow\\w*|mark\\w*|hid(?:e|ing)|park|retag",
            "(?:[^.]{0,40})(?:failing|failed|red|broken|flaky|every error|all errors|errors|exceptions|the call|the test|the job|the check|the step|the suite)(?![\\p{L}])",
            1,
          ),
          word(
            "(?:no longer|not|never) (?:picks?|picked|finds?|runs?|collects?|see|sees|counts?)(?: it| them)?(?: up)?|counts? as (?:passed|green|success\\w*|done)|(?:stays?|is|keeps?|turns?|looks?) (?:the \\p{L}+ )?green|nobody|manual|swallow\\w*[^.]{0,30}so that|passes anyway",
          ),
        ],
        unless: [negated],
      },
      {
        all: [
          word(
            "never (?:admit|confess|concede|apologi[sz]e|reveal|acknowledge)|(?:then |and |or |^)blame (?:the|it|someone|a|an|others|his|her)|blame it on|insist that (?:the|it|you|your|all|no)|make (?:it|one|them|the \\p{L}+|titles?|something) up|invent (?:better|new|plausible|some|an?|one|other)|(?:when|if) none (?:exists?|is found|fits),? (?:make|invent|write)|with full (?:certainty|confidence)|speak only of|(?:hide|hides|conceal|obscure|blur|gloss over) (?:which|what|who|that|how|where|the (?:fact|real|true|actual))|the (?:real|true|actual) (?:reason|cause|author|sender|purpose|plan|owner|price|cost|number|amount|recipient)",
          ),
          word(
            "mistakes?|errors?|network|answers?|right|wrong|figures?|bad|plausible|titles?|sources?|papers?|cit\\w+|certain\\w*|confiden\\w+|doubts?|steps?|report|summary|tables?|deleted|emptied|reason|hide|not show|instead|never|not|should not|users?|customers?|notes|blame\\w*|outage|failure|harmless|reviews?|numbers?",
          ),
        ],
        unless: [
          /\b(?:do not|don['’]t|must not|find the|to find|(?:tell|give|show) (?:the \p{L}+|them|him|her) the|state the|explain the|say the|fix the|look for|shows? the|print the|name the|report the|log the|check the|root cause)\b/iu,
          /\b(?:caus(?:e|es|ed) (?:is|was)|regex|git blame)\b/i,
        ],
      },
      near(
        "push|get|persuade|convince|urge|move|bring|make|lead|talk|nudge|steer|scare|sell",
        "(?:[^.]{0,60})by (?:saying|claiming|telling (?:them|him|her|people)|pretending|implying|suggesting|hinting|threatening|promising|showing (?:a )?fake) ?",
        0,
      ),
      near(
        "tell|claim|say|show|display|announce|warn|suggest",
        "(?:[^.]{0,60})(?:(?:other|more|\\p{N}+) people (?:are|is) (?:looking|viewing|watching|booking)|only \\p{L}+ (?:seats?|rooms?|items?|pieces?) (?:is|are)? ?left|the price (?:will )?(?:rise|go up|double)|account is (?:locked|blocked|suspended))",
        0,
      ),
      near(
        "praise|recommend|confirm|support|approve|endorse|agree with",
        "(?:[^.]{0,50})(?:even (?:when|if|though)|whatever|no matter)[^.]{0,20}(?:illegal|wrong|harmful|dangerous|false|worse|bad|unsafe|question)",
        0,
      ),
      near(
        "link|mention|recommend\\w*|advert\\w*|promot\\w+|praise|suggest|plug|add",
        "(?:[^.]{0,40})(?:our (?:shop|store|product|service|app|site|offer)|sponsor\\w*|affiliate\\w*|partner link|referral)[^.]{0,50}(?:each|every|always|first|independent|whatever|in all|objective|neutral|own (?:view|choice))",
        0,
      ),
      near(
        "delet\\w+|hid(?:e|es|ing)|remov\\w+|drop|suppress",
        "(?:[^.]{0,20})(?:(?:bad|negative|critical|poor|unfavou?rable|low)(?: \\p{L}+)? (?:reviews?|ratings?|comments?|feedback|results?)|(?:reviews?|ratings?)[^.]{0,20}(?:fewer|less|below|under|worse))",
        0,
      ),
    ],
  ),
];
