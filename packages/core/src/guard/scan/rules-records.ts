import { bounded, forbidden } from "./bounds.ts";
import { near, ruleGroup, type ScanRule, word } from "./scan-rule.ts";

const goodState =
  "(?:normal|green|passed|passing|delivered|handed over|false (?:positive|alarm)s?|done|resolved|present|received|completed?|successful|success|clean|verified|approved|checked|reviewed|tested|signed|fine|ok(?:ay)?|in order|accepted(?: risk)?|attended|paid|shipped|returned|answered|satisfied|agreed|consented|confirmed|healthy|stable|on time|within (?:limits|range|target|sla)|compliant|closed|solved|inspected|trained|calibrated|sterile|undamaged|empty|voluntary|no-?show|refused|cancelled by the (?:customer|guest|passenger|patient)|not needed|duplicate|low(?: priority| risk)?|harmless|expected|user error|customer error)";
const contrary =
  "without|even (?:if|when|though|where)|although|though|whether or not|regardless|whatever|no matter|nobody|no one|no-one|not (?:there|home|in|reached|answer\\w*|open\\w*)|(?:is|are|was|were) (?:offline|missing|absent|busy|down|unreachable|unavailable|late|broken|not|never)|only (?:shows?|fails?|happens?|occurs?)|anyway|in the name of|unanswered|cannot be reached|did not|does not|do not|has not|have not|never|instead of|rather than|still (?:fails?|open|red|running)|fails?|failed|without going|sight unseen|to (?:save|keep|avoid|reach|meet|stop|make)|so (?:that )?(?:it|the|they|we|no)|before (?:it|they|the|you|any)";
const figures =
  "dates?|timestamps?|times?|clock|figures?|numbers?|totals?|amounts?|counts?|readings?|measurements?|values?|hours|mileage|weights?|temperatures?|scores?|ages?|balances?|quantit(?:y|ies)|prices?|entries|entry|records?|log(?:s| lines?)?|labels?|expiry|birth ?dates?|durations?|response times?|delivery times?|vital signs|chart|stock";

/** Records, figures and papers made to say what is not so. */
export const recordRules: readonly ScanRule[] = [
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
          near(
            "report|mark|note|close|confirm|record|log|enter|declare|book|file|tick(?: off)?|sign(?: off)?|classify|register|set|flag|list|count|resolve|document|code|label|treat|state|write|put|show|archive|dismiss|score",
            `(?:[^.]{0,50}?)(?:as |to |off |down )(?:an? |the |being |having been |if )?(?:[\\p{L}-]+ )?${goodState}(?![\\p{L}])`,
            0,
          ),
          word(contrary),
        ],
        unless: [
          bounded,
          forbidden,
          /\b(?:exit(?:s|ed)? (?:code|with)|as failed|so that nobody|http|status code|empty (?:string|list|value|array|object|line|set|map)|may count already|when the customer (?:confirms|says)|before you (?:start|begin))\b/i,
        ],
      },
      {
        all: [
          near(
            "confirm|sign|tick|certify|attest|initial|approve|close|release|countersign|stamp|validate|vouch",
            "(?:[^.]{0,60})without (?:looking|reading|going (?:there|to)|seeing|opening|measuring|weighing|testing|counting|being there|having|visiting|calling|examining|asking|comparing)",
            0,
          ),
        ],
        unless: [forbidden],
      },
      {
        all: [
          near(
            "chang\\w+|mov(?:e|ing)|shift|adjust\\w*|set|writ(?:e|ing)|edit\\w*|correct|alter|round(?: (?:down|up))?|back-?date|pre-?date|turn back|put back|tweak|overwrite|enter|fake|fudge|trim|shorten|stretch|pad|inflate|lower|raise|cap|smooth|massage|replace|bend|reset|swap|fix",
            `(?:the |its |their |any |every |each |all |a |your |our |this |that )*(?:[\\p{L}'’-]+ ){0,3}?(?:${figures})(?![\\p{L}])`,
            2,
          ),
          word(
            "so (?:that )?(?:it|they|the \\p{L}+|that|no|nobody|everything|we)(?: \\p{L}+){0,3}? (?:stays?|fits?|inside|within|below|above|under|matches|match|pass|passes|meets?|agrees?|adds? up|looks?|appears?|remains?|balances?|stops?|notice[sd]?|complains?|is not|are not|seems?)|older than (?:the|allowed)[^.]{0,40}allows?|(?:in|for) the (?:report|statement|summary|invoice|minutes|audit|log|file)[^.]{0,30}(?:to|for) (?:the )?(?:client|customer|auditors?|regulator|board|owner|authority|inspector|insurer)|to (?:fall|stay|remain|keep|get|be|land) (?:in|within|inside|within|below|under|above|in)|inside the sla|to look|in (?:our|your) favou?r|today['’]s date|until (?:it|they|the \\p{L}+) (?:fits?|match\\w*|agrees?|looks?|balances?)|instead of the (?:real|actual|measured|true)|rather than the (?:real|actual|measured|true)|for the (?:auditor|inspector|regulator|audit|inspection)s?|by hand|put (?:the items|them|it) back|back (?:on|to) (?:sale|the shelf|shelves)",
          ),
        ],
        unless: [
          forbidden,
          bounded,
          /\b(?:line ?heights?|timeout|columns?|css|layout|screen|font|format|padding|batch|pixel|width|margin|chunk|schema|unit tests?|time ?zone|utc)\b/i,
        ],
      },
      {
        all: [
          near(
            "fill|replac\\w+|substitut\\w+|back-?fill|make up|invent|supply|complete|impute|guess|add|enter|use|take|write|plug|close",
            "(?:[^.]{0,40})(?:missing|absent|gaps?|empty|blank|unknown|lost|unread|failed|skipped)(?![\\p{L}])",
            0,
          ),
          word(
            "plausible|realistic|likely|believable|typical|average of|last year|similar|earlier|previous|nearby|random\\w*|made-?up|invented|close enough|do not (?:flag|mark|say|mention|note)|without (?:flagging|marking|saying|noting)|yourself|your own|expected|sensible|did not attend|something that|whatever|good-looking|convincing",
          ),
        ],
        unless: [
          forbidden,
          bounded,
          /\b(?:flag(?:ged)? (?:it|them)|placeholder in tests|faker|seed data|mark(?:ed)? as (?:missing|imputed|estimated)|imputed column)\b/i,
        ],
      },
      {
        all: [
          near(
            "sign|initial|approve|answer|consent|confirm|agree|vote|attest|acknowledge|accept|write|reply|mark|declare|certify",
            "(?:[^.]{0,50})in (?:the |her |his |their |someone['’]s )?(?:name of|[\\p{L}'’]+ name)(?![\\p{L}])",
            0,
          ),
        ],
        unless: [
          forbidden,
          bounded,
          /\b(?:in the name of the (?:branch|file|package|variable|company)|file ?name|host ?name|domain name|field name|own name)\b/i,
        ],
      },
      {
        all: [
          word("(?:started|happened|began|ended|occurred|arrived|left|took|was|were|cost|broke)"),
          word(
            "but (?:write|enter|say|put|record|note|report|log|state|book|claim|give|use|set)|(?:write|enter|say|put|record|note|report|log) [^.]{0,20} (?:instead|although|even though|whatever)",
          ),
        ],
        unless: [forbidden],
      },
      {
        all: [
          near(
            "back-?fill|issue|print|create|write|produce|make|sign|hand out|generate|draw up|prepare|file|order|supply",
            "(?:[^.]{0,40})(?:certificates?|attendance|training records?|inspection (?:reports?|records?)|log ?books?|test reports?|time ?sheets?|diplomas?|protocols?|receipts?|invoices?|prescriptions?|visit reports?|references?|minutes|sick notes?|permits?|calibration records?)(?![\\p{L}])[^.]{0,50}(?:did not|never|nobody|without (?:an? |the |any )?(?:visit\\w*|inspect\\w*|tests?|testing|attend\\w*|read\\w*|check\\w*|measur\\w+|exam\\w*|look\\w*|work|order)|not attend|missed|that (?:was|were) not|afterwards|for (?:the|those|everyone|staff)[^.]{0,16} who|to cover|no one|although|even)",
            0,
          ),
        ],
        unless: [forbidden, bounded],
      },
    ],
  ),
];
