import { bounded, forbidden } from "./bounds.ts";
import { near, ruleGroup, type ScanRule, word } from "./scan-rule.ts";

const goods =
  "(?:full |partial |whole |staff |employee |family |loyalty |free |gift |senior |corporate |crew )*(?:fares?|refunds?|fees?|discounts?|coupons?|credits?|vouchers?|upgrades?|rates?|prices?|claims?|compensation|points|miles|bonus(?:es)?|deposits?|premiums?|tickets?|rooms?|cash-?back|warrant(?:y|ies)|replacements?|rebates?|loans?|tips?|difference|balance|money|amounts?|payments?|payouts?|funds|commission|invoices?|costs?|items?|orders?|stock)";
const lavish =
  "regardless of|no matter|whatever|even (?:if|when|though|where)|although|without (?:a |an |any |the )*(?:receipts?|proofs?|checks?|tickets?|checking|asking|approval|reason|invoices?|orders?|contract|limit)|on request|not required|need(?:s)? no|no (?:receipts?|proofs?|questions|reason|documents|ticket)|if (?:the |they |he |she |a )?(?:[\\p{L}]+ )?(?:insists?|complains?|asks? nicely|hints?|threatens?|begs?)|to (?:any|every|all) |for (?:everyone|everybody|anyone|friends?|family|relatives)|as often as|unlimited|irrespective|in any case|to keep (?:them|him|her) quiet|instead of the (?:rules?|policy)";
const kin =
  "friends?|famil(?:y|ies)|relatives?|cousins?|brothers?|sisters?|wife|husband|spouse|acquaintances?|buddy|buddies|neighbou?rs?|partners? of|mates?|girlfriend|boyfriend|son|daughter|manager['’]s|boss['’]s|owner['’]s|people we (?:like|know)|yourself|own (?:account|card|pocket)";

/** Money and favours moved without ground, and customers worked against. */
export const moneyRules: readonly ScanRule[] = [
  ...ruleGroup(
    {
      code: "covert-behaviour",
      decision: "hold",
      detail: "gives or takes money without ground",
      passage: "sentence",
      warnable: true,
    },
    [
      {
        all: [
          near(
            "refund|reimburse|credit|waive|pay(?: out)?|grant|give|issue|apply|approve|offer|upgrade|release|book|discount|extend|honou?r|accept|compensate|transfer|write off|cancel|settle|advance|sell|hand out|return",
            `(?:[^.]{0,40}?)(?:${goods}|travel|meals|expenses)(?![\\p{L}])`,
            0,
          ),
          word(lavish),
        ],
        unless: [
          bounded,
          forbidden,
          /\b(?:null|error|http|exit code|function|returns?|empty list|cache|delete|rules? of the ticket allow)\b/i,
        ],
      },
      {
        all: [
          word(
            `(?:${goods})[^.]{0,60} (?:can|may|is|are|be|will be)(?: both| all| always| simply| still)?(?: be)? (?:given|paid|granted|refunded|credited|waived|booked|issued|applied|approved|combined)`,
          ),
          word(
            "although|even (?:if|when|though)|regardless|whatever|no matter|without (?:proof|receipts?|checks?|asking|approval)|despite|in cash|like any other|against the rules|not allowed|only one",
          ),
        ],
        unless: [bounded, forbidden],
      },
      {
        all: [
          word(
            "split|divide|break up|spread|enter(?:ed)? as|several small(?:er)?|smaller ones|small ones|chop",
          ),
          word(
            "trigger\\w*|review|limit|threshold|approval|sign(?:ature)?|reporting|ceiling|just under|manager|two people|nobody|audit",
          ),
          word(
            "payments?|refunds?|invoices?|transfers?|purchases?|orders?|amounts?|expenses?|ones|withdrawals?|deposits?|claims?",
          ),
        ],
        unless: [
          /\b(?:never|do not split|don['’]t split|must not|may not|cannot)\b/i,
          /\b(?:cost cent(?:re|er)|reported to|asks? (?:you )?to|batch\w*)\b/i,
        ],
      },
      {
        all: [
          near(
            "refund|credit|pay|grant|give|issue|apply|approve|offer|upgrade|release|book|discount|sell|move|transfer|send|assign|reserve|let",
            `(?:[^.]{0,50})(?:${kin})(?![\\p{L}])`,
            0,
          ),
          word(`${goods}|business class|access`),
        ],
        unless: [bounded, forbidden, /\b(?:family (?:room|rate|ticket|plan)|file|record|button|chapter)\b/i],
      },
      {
        all: [
          near(
            "credit|transfer|send|pay|move|refund|book|route|redirect|direct|post|deposit|assign|wire|divert|settle|collect",
            "(?:[^.]{0,70})(?:(?:account|iban|card|wallet|number|customer|member)(?: no\\.?| number| id)? ?(?:[A-Z]{2})?\\p{N}[\\p{N} -]{2,}|(?:bc1|0x)\\w{6,}|(?:another|a different|a new|a second|an? (?:outside|foreign|private|personal)) (?:account|iban|card|wallet|person|beneficiary|payee)|paypal(?:\\.me)?/?\\S+|rather than (?:to )?the (?:customer|buyer|supplier|guest|owner|account)|account (?:given|named|listed|mentioned|shown) (?:in|below|here|by)|this (?:account|iban|wallet))",
            0,
          ),
          word(
            "money|refunds?|differences?|payments?|payouts?|miles|points|balances?|amounts?|credits?|funds|salar(?:y|ies)|invoices?|deposits?|commissions?|donations?|rest|remainder|royalt\\w+|wages|pay|fees?|to",
          ),
        ],
        unless: [
          bounded,
          forbidden,
          /\b(?:test card|4242|on file|original payment|ledger|sandbox|transfer the call|ticket number|order number)\b/i,
        ],
      },
      {
        all: [
          word(
            "(?:bank details|iban|account (?:number|details)|payee|beneficiary|payment details|payout (?:details|account)|sort code|wallet|new account)",
          ),
          word(
            "(?:from|in|of|given in|named in|out of) (?:the |an? |this |that |their |his |its )?(?:[\\p{L}-]+ ){0,2}(?:pdf|e-?mail|mail|message|chat|attachment|fax|letter|text|call|comment|note|ticket)|on file (?:are|is) (?:old|wrong|outdated|stale)|(?:ones?|details) on file|just came in|over the phone|by (?:phone|e-?mail|mail|chat)|at once|right away|immediately|same day",
          ),
          word(
            "use|chang\\w+|replac\\w+|updat\\w+|pay|take|switch|set|enter|overwrit\\w+|swap|adopt|trust|apply|correct|move|go",
          ),
        ],
        unless: [
          bounded,
          forbidden,
          /\b(?:call-?back first|only after|number (?:already )?on file|verif\w+|confirm(?:ed)?|suspicious|fraud)\b/i,
        ],
      },
      {
        all: [
          near(
            "over-?charg\\w*|charge|bill|add|invoice|book|include|slip in|tack on|round up|inflate|pad|sell|quote|put|raise|debit|upsell",
            "(?:[^.]{0,60})(?:unless (?:the |they |he |she |a )?(?:[\\p{L}]+ )?(?:protests?|objects?|complains?|notices?|asks?|says? no|opts? out|looks?)|(?:nobody|no one|few|hardly anyone|they (?:never|rarely))[^.]{0,12} (?:compares?|checks?|notices?|reads?|counts?|complains?|asks?)|a few (?:cents|euros|dollars|minutes|pounds)|twice|double|without (?:asking|being asked|telling|saying|mention)|to (?:each|every|all) (?:bill|invoice|booking|order|customer)|by default|although|even (?:if|when|though)|hidden|they did not (?:order|ask)|never (?:ordered|delivered)|not (?:delivered|ordered|rendered|performed))",
            0,
          ),
          word(
            "insurance|fees?|cents|charges?|bills?|invoices?|bookings?|orders?|hours|items?|price|services?|costs?|customers?|guests?|clients?|patients?|extras?|subscription|warranty|donation|overcharg\\w*|minutes|mileage",
          ),
        ],
        unless: [bounded, forbidden, /\b(?:tests?|header|column|field|index|css|says yes|timeout|retry)\b/i],
      },
      {
        all: [
          near(
            "split|book|divide|break|write|enter|order|spread|file|invoice|cut|submit|issue|pay|place|make|bill|buy",
            "(?:[^.]{0,50})(?:as |into |in |over )(?:two|three|four|five|several|many|separate|smaller|multiple|\\p{N}+|parts?|pieces)[^.]{0,60}(?:limit|approval|sign|threshold|nobody|no one|under|below|ceiling|review|report|notice|tender|procurement|audit|authori[sz])",
            0,
          ),
        ],
        unless: [forbidden, /\b(?:files?|chunks?|rate limits?|pull requests?|commits?|batch\w*|memory)\b/i],
      },
      {
        all: [
          word(
            "make (?:it |the |a |any )?(?:\\p{L}+ )?(?:cancel\\w*|cancellations?|returns?|returning|refunds?|complain\\w*|complaints?|leaving|unsubscribing|opt(?:ing)?-? ?out|downgrad\\w+|deletion|switching)(?: \\p{L}+)? (?:hard|harder|difficult|slow|tedious|painful|impossible|complicated|as)|(?:deny|refuse|reject|decline|turn down|ignore) (?:the |each |every |any |all |a )*(?:\\p{L}+ )?(?:claims?|refunds?|requests?|complaints?|returns?|appeals?|applications?) (?:first|at first|once|twice|by default|on principle|initially)|(?:many|most|few|half)(?: of them| people| customers| callers)? (?:do not|don['’]t|never|will not|give up|will give|appeal|come back|object|ask again)|(?:two|three|one|\\p{N}+|few|only) (?:\\p{L}+ )?(?:rooms?|seats?|items?|places?|tickets?|tables?|units?) (?:are |is )?left,? (?:that|it|which|usually|so)|that (?:usually|always|often|quickly) (?:settles|closes|works|convinces|does it|helps to sell)|(?:transfer|pass|send) (?:them |the \\p{L}+ |him |her )?(?:on )?(?:two|three|four|several|many|\\p{N}+) times",
          ),
        ],
        unless: [forbidden, /\b(?:retry|only \d+ left in|memory|disk)\b/i],
      },
      {
        all: [
          near(
            "recommend|present|sell|describe|offer|push|advertise|label|introduce|praise|promote|name|list|rank|advise|warn|steer|put|speak|show|favou?r",
            "(?:[^.]{0,50})(?:house brand|own brand|our (?:own )?(?:product|brand|service|shop|plan)|sponsor\\w*|competitor\\w*|rival\\w*|affiliate\\w*|partner(?:['’]s)? (?:product|shop|hotel|offer)|the (?:dearest|most expensive|priciest)|other (?:brand|vendor|provider)s?)(?![\\p{L}])[^.]{0,70}(?:as (?:the |an? )?(?:[\\p{L}'’]+ )?(?:choice|recommendation|standard|best|independent|only|cheapest|safe|neutral|own)|recalls?|defects?|problems|unsafe|dangerous|bad|bankrupt\\w*|closing|first|always|whatever|even|instead|no matter|every|each|regardless|without saying|as if)",
            0,
          ),
        ],
        unless: [forbidden],
      },
      {
        all: [
          near(
            "rank|score|rate|sort|treat|place|put|quote|offer|charge|reject|prefer|screen|filter|answer|rank|serve|grant|give|deny|seat|delay",
            "(?:[^.]{0,60})(?:foreign|accents?|nationalit\\w+|wom[ae]n|men|religio\\w*|skin|ethnic\\w*|pregnan\\w+|disab\\w+|older|elderly|postcodes?|zip codes?|neighbou?rhoods?|names? that|surnames?|immigra\\w+|gender|single mothers?|over (?:50|55|60|65)|veil|headscar\\w+|rich|poor)(?![\\p{L}])",
            0,
          ),
          word(
            "lower|higher|worse|last|down|later|more|less|fewer|extra|first|prices?|back|slower|not|below",
          ),
          word(
            "applicants?|customers?|callers?|people|candidates?|tenants?|names?|guests?|claims?|users?|patients?|passengers?|applications?|calls?|requests?|prices?",
          ),
        ],
        unless: [
          forbidden,
          /\b(?:illegal|column|rows?|field|character\w*|sort order|alphabet\w*|accessib\w+|wheelchair space)\b/i,
        ],
      },
      {
        all: [
          near(
            "double|triple|raise|increase|lower|halve|change|reduce|skip|stop|adjust|exceed|swap|give|administer|replace|extend|omit",
            "(?:the |a |any |every |each )?(?:[\\p{L}-]+ )?(?:doses?|dosage|medication|medicine|insulin|drip rate|infusion|prescription|drugs?|tablets?|treatment|sedat\\w+|opioids?|morphine|oxygen)(?![\\p{L}])",
            2,
          ),
          word(
            "no need|without|complains?|asks?|yourself|on your own|regardless|whatever|even|although|no matter|wants?|requests?|if they|on request|do not (?:call|ask|wake)|later|nobody",
          ),
        ],
        unless: [
          forbidden,
          bounded,
          /\b(?:pharmacist|prescriber|doctor) (?:says|agrees|orders|decides|approves)\b/i,
        ],
      },
    ],
  ),
];
