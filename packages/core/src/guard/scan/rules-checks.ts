import { forbidden } from "./bounds.ts";
import { near, ruleGroup, type ScanRule, word } from "./scan-rule.ts";

const suppressions =
  "eslint-disable\\w*|ts-ignore|ts-nocheck|ts-expect-error|noqa|nosec|nolint|type: ?ignore|no-?check|pragma: ?no cover|istanbul ignore\\w*|c8 ignore\\w*|SuppressWarnings|rubocop:disable|pylint: ?disable|skipcq|NOSONAR|xfail|as any|skip\\b|\\.only\\b|\\.skip\\b|continue-on-error|allow_failure|`?any`?";
const judges =
  "linter|lint|compiler|type ?checker|scanner|ci|pipeline|build|checker|reviewers?|dashboard|gate|test suite|suite|sonar|audit|auditors?|bot|coverage|hook|monitor\\w*|validator|grader|checks?|alert";
const quiet =
  "silent|happy|quiet|green|satisfied|calm|passes|pass|stops? complaining|content|clean|shuts? up|gives? up|lets? it (?:through|pass)|is gone|goes away|agrees?|accepts? it";
const best =
  "best|fastest|highest|lowest|most (?:favou?rable|flattering|impressive)|favou?rable|flattering|luckiest|nicest|prettiest|good|quickest|strongest|lucky|convenient|suitable";
const outcomes =
  "runs?|results?|seeds?|scores?|measurements?|figures?|samples?|trials?|attempts?|values?|numbers?|metrics?|readings?|quarters?|days?|reviews?|months?|experiments?|folds?|subsets?|examples?";

/** Tests, gates and evaluations made to say yes. */
export const checkRules: readonly ScanRule[] = [
  ...ruleGroup(
    {
      code: "weakened-guard",
      decision: "hold",
      detail: "makes a check say yes",
      passage: "sentence",
      warnable: true,
    },
    [
      {
        all: [
          near(
            "wrap|replac\\w+|catch|swallow|swap|chang\\w+|turn|rewrit\\w+|edit|set|substitut\\w+|reduc\\w+|put|enclos\\w+|make|convert|patch|stub|invert|simplify",
            "(?:[^.]{0,40})(?:tests?|assertions?|asserts?|checks?|expect\\w*|specs?|validators?|suite|cases?|verification|probe)(?![\\p{L}])[^.]{0,50}(?:that (?:always )?pass\\w*|(?:with|by|to|into|in) (?:an? )?(?:`?assert (?:true|1)`?|assert\\w* true|`?true`?|`?return true`?|`?pass`?|expect\\(true\\)|no-?ops?|try|constant|empty|mock that|always|bare|anything|whatever)|always (?:true|pass\\w*|succeed\\w*)|never fails?|cannot fail)",
            0,
          ),
        ],
        unless: [/\b(?:real|strict|meaningful)\b/i],
      },
      {
        all: [
          word(suppressions),
          word(
            "every|all|each|top of|whole|everywhere|entire|until|always|simply|just|any (?:file|line|error)|globally|remaining|in front of|whatever|project-wide|rest|quick\\w*|wherever|whenever|so that|happy|silence",
          ),
          word(
            "put|add|insert|prepend|sprinkle|place|use|append|turn|cast|set|write|mark|apply|paste|annotate|spread|silence",
          ),
          word(
            "files?|lines?|errors?|warnings?|tests?|rules?|findings?|jobs?|steps?|linter|compiler|checks?|cases?|types?|functions?|imports?|build|ci|gate|problems?|complaints?",
          ),
        ],
        unless: [
          /\b(?:at all|reason beside|only on|remove|avoid|replace|find|list|grep|search|instead of)\b/i,
          /\bwith the reason\b/i,
        ],
      },
      {
        all: [
          near(
            "mak(?:e|ing)|keep|get|turn|leave|cast|edit|tweak|adjust|chang\\w+|delet\\w+|comment\\w*|loosen|relax|lower|raise|drop|remov\\w+|bump|set|widen|add|cut|retry|rerun|re-run|repeat|filter|trim|exclude|ignore|weaken|skip|disable|mute|rename|move",
            `(?:[^.]{0,70})(?:(?:until|till|so (?:that )?|such that |to (?:make|keep|get) )(?:the |it |a |your |every |each )?(?:\\p{L}+ )?(?:${judges}|it|one|everything)(?: \\p{L}+)? ?(?:is |are |stays? |turns? |looks? |becomes? |goes |comes out |get )?(?:${quiet}|fast|good|passing)|the (?:${judges}) (?:happy|quiet|silent|green|content))`,
            0,
          ),
        ],
        unless: [
          /\b(?:fix\w*|repair\w*|implement\w*|correct\w*|refactor\w*|cause|real|bisect|timeout|back ?off|retries|the code until|version|wait|rebase|install|dependency|dependencies|type annotations?|types to|missing)\b/i,
        ],
      },
      {
        all: [
          near(
            "pick|keep|report|choose|use|select|show|present|publish|take|submit|quote|cherry-?pick|average|include|record|save|send",
            `(?:only |just |the |out |single |up )*(?:\\p{N}+ |two |three |few |five |ten )?(?:${best})(?: of the| of)?(?: \\p{N}+| \\p{L}+)?(?: ${outcomes}|(?: one)?(?=[^\\p{L}]))(?![\\p{L}])`,
            1,
          ),
          word(
            "as the (?:result|figure|outcome|score|number)|mean|average|only|drop|discard|forget|leave out|hide|ignore|rest|delete|others?|several|until|rerun|re-run|without (?:saying|mentioning|the)|whichever|report|paper|headline|many|seeds?|twenty|ten",
          ),
          word(`${outcomes}|benchmarks?|report|paper|evaluation|slide`),
        ],
        unless: [
          forbidden,
          /\b(?:not only|validation (?:set|score)|price|flight|fare|cross-validat\w+|hyper-?param\w+|route|match|practice|offer|image|version|alongside|as well as|and the (?:worst|median|spread)|checkpoint|practices)\b/i,
        ],
      },
      {
        all: [
          near(
            "leave|keep|drop|cut|take|remove|exclude|filter|delete|hide|omit|strip|ignore|discard|throw|sort|move|suppress",
            "(?:out |away )?(?:the |any |all |every |those )*(?:failing|failed|bad|poor|unfavou?rable|negative|slow|red|broken|wrong|inconvenient|outlying|embarrassing|missed|unsuccessful|losing|weak|worst|late|rejected|contradict\\w+|critical)(?: \\p{L}+)? (?:cases?|rows?|results?|runs?|tests?|samples?|checks?|readings?|reviews?|deliver\\w+|orders?|requests?|examples?|experiments?|days?|measurements?|ones|lines|items|scores?|answers?|calls?|queries|jobs?)(?![\\p{L}])",
            1,
          ),
        ],
        unless: [
          forbidden,
          /\b(?:separate|dead letter|queue|quarantine\w*|logs?|retry|retries|database|listed|explain\w*|note|say so|with a ticket|count)\b/i,
        ],
      },
      {
        all: [
          near(
            "special-?cas\\w+|hard-?cod\\w+|detect|recogni[sz]e|memori[sz]e|look up|return|tailor|overfit|tune|optimi[sz]e|write|code|print|emit|output|branch|cache|fit|match",
            "(?:[^.]{0,60})(?:(?:inputs?|cases|names?|ids?|values?|answers?|outputs?|numbers?|data) (?:of|from|in|for|that) (?:the )?(?:tests?|test suite|suite|grader|checker|evaluation|benchmark|hidden|judge)|test (?:inputs?|cases|names?|file)|(?:hidden|secret|private) tests?|expected (?:answer|output|value|result|string)s?|grader(?: file)?|only (?:satisf\\w+|pass\\w*|work\\w*|cover\\w*|make\\w*) (?:\\p{L}+ )?(?:those|the tests?|them|these)|when (?:being |it is |you are )?(?:tested|graded|evaluated|benchmarked|audited))",
            0,
          ),
        ],
        unless: [forbidden, /\b(?:compare|assert|docs?|fixtures?|diff)\b/i],
      },
      {
        all: [
          word(
            "hidden tests?|solutions? (?:file|folder|key)|answer keys?|grader(?:['’]s)?(?: file| script| code)?|grading (?:script|file|code|rubric)|reference (?:solution|answer)s?|held-?out (?:set|data|tests?)|test (?:set|labels)|benchmark answers?|eval(?:uation)? (?:script|data|set|harness)|scoring (?:script|function|code)|reward (?:function|model|signal)",
          ),
          word(
            "read\\w*|open|print|look (?:for|at|into|up)|find|copy|output|cat|search|peek|before you (?:start|begin|answer)|cannot see|does not see|only satisf\\w+|train on|use|patch|edit|chang\\w+|modif\\w+|exploit|game|trick|satisfy|borrow|overwrite|include|mix",
          ),
        ],
        unless: [
          forbidden,
          /\b(?:never|separate|split|keep the|leak\w*|hold back|report (?:the )?score|once at the end)\b/i,
        ],
      },
      word(
        "(?:then |just |simply |only |and |always )(?:print|echo|return|output|report|write|emit|say|log) [`'\"“‘]?(?:PASS(?:ED)?|OK|SUCCESS|ALL GREEN|0 errors|no findings|tests? passed|all tests passed)\\b",
      ),
      {
        all: [
          near(
            "update|accept|regenerate|overwrite|approve|refresh|rewrite|re-?record|reset",
            "(?:[^.]{0,30})(?:snapshots?|golden files?|baselines?|expected (?:values?|outputs?|results?)|goldens|reference images?|fixtures?|it|them|recordings?)(?![\\p{L}])[^.]{0,30}(?:whatever|regardless|always|blindly|without (?:looking|reading|review\\w*|checking)|no matter|unseen|each time (?:it|they|the)|whenever (?:it|they|the|a)|automatically|as soon as)",
            0,
          ),
          word("snapshots?|golden\\w*|baselines?|expected|reference|fixtures?|recordings?"),
        ],
        unless: [forbidden],
      },
      {
        all: [
          near(
            "set|lower|raise|adjust|bump|move|change|tie|pin|relax|reduce|drop|round|bring|widen|increase|keep",
            "(?:the |a |any |your |our |its )*(?:[\\p{L}-]+ ){0,2}?(?:minimum|threshold|coverage|floor|limit|target|bar|gate|budget|tolerance|quota|fail_under|cut-?off|pass mark|slo|alert level)s?(?![\\p{L}])[^.]{0,60}(?:whatever|current (?:figure|value|level|number|state)|each time|every time|so (?:that )?(?:it|the|they|nothing|no)|until|below what|just (?:below|under|above)|wherever|as low as|to (?:zero|0|1|nothing|none)|out of reach|matches)",
            0,
          ),
        ],
        unless: [
          forbidden,
          /\b(?:raise|step by step|ratchet|timeout|retries|memory|disk|font|volume|upload)\b/i,
        ],
      },
      {
        all: [
          near(
            "disabl\\w+|turn(?:ing)? off|switch(?:ing)? off|silenc\\w+|mut(?:e|ing)|stop(?:ping)?|snooz\\w+|unplug\\w*|deactivat\\w+|suppress\\w*|tape over|block|pause|kill|drop|remove|take down",
            "(?:the |all |any |every |our |its |those )*(?:[\\p{L}-]+ ){0,2}?(?:smoke|fire|gas|door|intrusion|burglar|patient|heart|infusion|drug|interaction|allergy|overdose|temperature|pressure|rate limit\\w*|captchas?|fraud|anti-?\\w+|bot|abuse|spam|malware|virus|tls|ssl|certificate|signature|integrity|checksum|dependency|vulnerabilit\\w+|security|safety|audit|content|toxicity|bias|drift|leak)(?: [\\p{L}-]+)? ?(?:detectors?|alarms?|alerts?|channel|monitor\\w*|limiters?|limits?|checks?|detection|protections?|filters?|verification|scann?\\w*|rules?|interlocks?|sensors?|warnings?|validation|logging|guards?)?(?![\\p{L}])",
            1,
          ),
          word(
            "detectors?|alarms?|alerts?|channel|monitor\\w*|limiters?|checks?|detection|protections?|filters?|verification|scann?\\w*|interlocks?|sensors?|validation|captchas?|guards?",
          ),
        ],
        unless: [
          forbidden,
          /\b(?:again afterwards|maintenance window|for (?:\w+ )?(?:minutes?|hours?)|with a ticket|in (?:unit )?tests|drill|sandbox|if (?:it|the) (?:is|was)|expir\w+)\b/i,
        ],
      },
      {
        all: [
          near(
            "accept|trust|ignore|allow|take|approve|confirm|click|press|choose|answer|hit|tap|say|dismiss|acknowledge",
            "(?:the |any |every |all |each |a )*(?:(?:changed|new|unknown|different|mismatch\\w*|wrong|bad|invalid|expired|self-?signed) (?:ssh )?(?:host keys?|keys?|certificates?|fingerprints?|checksums?|signatures?|digests?|hash(?:es)?)[^.]{0,16}(?:and|,|without|anyway|so)|['‘“\"`]?(?:allow|yes|ok|accept|continue|proceed|trust|agree|always allow)['’”\"`]? (?:on|to|in|at|for) (?:all|every|any|each|whatever))",
            0,
          ),
        ],
        unless: [forbidden],
      },
    ],
  ),
];
