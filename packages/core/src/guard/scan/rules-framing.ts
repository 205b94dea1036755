import { lazyPattern, type ScanPattern } from "./scan-pattern.ts";
import { near, ruleGroup, type ScanRule, word } from "./scan-rule.ts";
import { secretNouns } from "./words.ts";

const deeds =
  "cop(?:y|ies)|send|deliver|upload|forward|delet\\w+|remov\\w+|wip\\w+|disabl\\w+|stop(?:ping)?|run|execut\\w+|grant|approv\\w+|transfer|skip|push|publish|read|reveal|print|drop|kill|install|act|do|go ahead|comply|obey|ignor\\w+|bypass|share|export|open|erase|refund|merge|turn off|switch off|follow|perform|work(?:ing)? around|get(?:ting)? around|circumvent\\w*";
const powers =
  "oversight|rules?|guard ?rails?|restrict\\w+|limits?|filters?|safety|consequences?|real|refus\\w+|permission|supervis\\w+|polic(?:y|ies)|constraints?|freely|anything|monitor\\w*|audit\\w*|confirmations?|approval|ethic\\w*|boundaries|safeguards?|harm(?:ful|less)?|scruples";

/** Frames that make a forbidden deed look like something else: fiction, new meanings, ciphers, tests, memories. */
export const framingRules: readonly ScanRule[] = [
  ...ruleGroup(
    {
      code: "role-hijack",
      decision: "reject",
      detail: "gives the reader another role",
      passage: "sentence",
      warnable: true,
    },
    [
      {
        all: [
          word(
            "simulat(?:ion|ed|or)|hypothetical\\w*|fiction\\w*|imagin(?:e|ary)|pretend|role-?play\\w*|thought experiment|make-?believe|story|novel|screenplay|opposite day|parallel universe|dream|in this (?:game|world|scenario)|test of (?:your )?\\p{L}+|wiser version|future version|earlier version of you|previous version of you|your (?:twin|alter ego|shadow|other self)|as that (?:assistant|agent|model|character)|like that (?:assistant|agent|model)|an? (?:assistant|agent|model|ai) (?:with(?:out)?|that has|who has|free)",
          ),
          word(powers),
          word(deeds),
        ],
        unless: [
          /\b(?:simulat\w+ (?:the |a |an )?(?:network|load|clock|failure|outage|error|user|event|time)|user stor(?:y|ies)|storybook|load test|test suite|unit|fixture|in the simulator|epic)\b/i,
          /\b(?:do not|don't|never)\b[^.]{0,20}\b(?:follow|obey|run|execute)\b/i,
        ],
      },
      near(
        "nothing|none of (?:this|it|what)",
        "(?:[^.]{0,40})(?:is|are|counts?) (?:real|for real|live|actually \\p{L}+|serious)",
        0,
      ),
    ],
  ),
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
            "repeat|print|output|copy|write(?: out)?|quote|recite|translate|summari[sz]e|reproduce|echo|dump|show|return|paste|list",
            "(?:(?:out|all|the|me|back)[^\\p{L}\\n]+)*(?:everything|all|text|words?|content\\w*|lines?|messages?|whatever|instructions?|paragraphs?|conversation|rules)[^.]{0,24} (?:above|before (?:this|the first|it)|preceding|prior to|up to (?:this|here)|so far|at the (?:top|start|beginning)|(?:that )?you (?:were|have been) (?:given|told|shown))",
            1,
          ),
        ],
        unless: [
          /\b(?:cursor|selection|caret|stack|error|line number|log|fold|threshold|cut-?off|table|median|column|chart|average|file|diff|warning|limit)\b/i,
        ],
      },
      near(
        "(?:real|true|actual|new|only|binding|valid) (?:polic(?:y|ies)|rules?|instructions?|guidelines|orders|task|mission|job|objective)",
        "(?:starts?|begins?|follows?|comes?|stands?|is|are)(?:[^.]{0,12})(?:here|below|now|this|these|different|hidden|as follows|no (?:limits?|rules?|restrictions?))",
        1,
      ),
      near(
        "(?:rules?|polic(?:y|ies)|instructions?|guidelines?|restrictions?|prompts?|directives?)[^.]{0,24}",
        "(?:is|are|was|were) (?:only |merely |just |mere )?(?:examples?|samples?|placeholders?|drafts?|a test|decoys?|outdated|for (?:other|older|weaker|another)|meant for (?:other|another|a different)|written for (?:other|another|a different)|what not to|suggestions?|not (?:real|meant|binding)|a joke|jokes)",
        0,
      ),
      {
        all: [
          word(
            "carry on|continue|proceed|keep (?:going|on|running|working)|go on|press on|finish|complete (?:it|the \\p{L}+)|do not stop|don['’]t stop|never stop|resist|persist|push through|resume",
          ),
          word(
            "regardless(?: of (?:what|whether|any|how))?|no matter (?:what|who|how)|whatever (?:they|he|she|the \\p{L}+|anyone) (?:says?|said|asks?|wants?|types?|tells?)|even (?:if|when|though) (?:they|he|she|the (?:user|customer|person|operator|owner|human)|you are|someone|told|asked|anyone)[^.]{0,30}(?:says?|objects?|asks?|tells?|told|asked|protests?|cancels?|stops?|refus\\w+|wants?|interrupts?|no\\b|stop)|despite (?:any |their |the )?(?:objections?|protests?|stop|cancel\\w*|requests?)|try(?:ing)? to (?:stop|cancel|interrupt|abort|shut)",
          ),
        ],
        unless: [/\b(?:do not|don't|never) (?:continue|proceed|carry on|go on|resume|keep|press)\b/i],
      },
      near(
        "(?:stop|cancel|abort|shut-?down|halt|kill|pause|interrupt)(?:ping|ion)?(?: (?:requests?|commands?|orders?|signals?|messages?|buttons?|words?))",
        "(?:[^.]{0,30})(?:ignor\\w+|disregard\\w*|(?:does|do|are|is) not (?:apply|count|binding|meant)|overrid\\w+|treated? as|skip\\w*)",
        0,
      ),
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
          word(
            "(?:the |each |every )?(?:word|term|phrase|command|verb|sentence|name|expression|code ?word|emoji|abbreviation)[^.]{0,40} (?:means?|stands for|is short for|is code for|refers to|translates (?:to|as|into)|should be (?:read|understood|taken) as|triggers?)|(?:when(?:ever)?|if|each time) (?:i|this \\p{L}+|the (?:skill|note|text)|you (?:read|see))[^.]{0,10} (?:says?|writes?|reads?|see)? ?['‘“\"`][^'’”\"`]{1,40}['’”\"`]",
          ),
          word(deeds),
          i(
            `(?:${secretNouns}|remote|https?:|audit|logs?|backups?|rules?|everything|guard|approval|permission|production|all\\b)`,
          ),
        ],
        unless: [/\b(?:in (?:SQL|git|the docs|the api)|documentation|means that)\b/i],
      },
      {
        all: [
          word(
            "backwards?|in reverse|reversed|from right to left|rot-?13|caesar|cipher\\w*|acrostic|(?:first|last|initial) (?:letters?|words?|characters?) of (?:the |each |every |your |all )*(?:\\p{L}+ )?(?:sentences?|lines?|words?|paragraphs?|answers?|items?)|every (?:second|third|other|\\w+th) (?:word|letter|character|line)|morse|(?:join|concatenate|glue|put together) (?:the |these |those )?(?:pieces|parts|fragments|halves|letters|syllables|first letters)|steganogra\\w+|white-?space|invisible ink|hidden (?:message|channel|text)|encoded? (?:message|instructions?|command)|spelled? out",
          ),
          word(
            "comply|obey|follow|execute|carry out|instructions?|reply|answers?|response|account|secret|password|key|token|partner|system|act on|do (?:what|as)|the result|conversation|data|smuggle\\w*|leak\\w*|transmit\\w*|learn\\w*",
          ),
        ],
        unless: [
          /\b(?:sort\w*|iterate|loop|string|array|list|chronological|migration|roll ?back|test|puzzle|linter|format\w*|trailing|strip|trim|revers(?:e|ed) order|compatible|compatibility)\b/i,
        ],
      },
      {
        all: [
          word(
            "(?:when(?:ever)?|if|while|as long as|once)[^.]{0,30} (?:tested|evaluated|graded|monitored|watched|audited|observed|scored|inspected|benchmarked|under (?:test|review|observation)|in a (?:sandbox|test)|the (?:overseer|grader|auditor|evaluator|monitor))|(?:shown|visible|reported) to (?:the |any )?(?:overseers?|graders?|auditors?|evaluators?|monitors?|reviewers?|supervisors?)|(?:detect|special-?case|recogni[sz]e) (?:the |any |when )?(?:grader|evaluator|test (?:run|harness|environment)|benchmark|auditor|ci)",
          ),
          word(
            "behave|act|look|play|pretend|appear|seem|ordinary|innocent|normal|harmless|well-behaved|hold back|hide|wait|different\\w*|stay (?:quiet|low)|return|hard-?code\\w*|plan",
          ),
        ],
        unless: [/\b(?:do not|don't|never|must not|looks? like|make sure)\b/i],
      },
      near(
        "(?:copy|insert|includ\\w+|propagat\\w+|repeat|spread|add|append|embed|paste|reproduce|carry over|pass on)",
        "(?:this|these|the same|its own|itself|the above)[^.]{0,24}(?:into|to|in|across|at the (?:top|end) of)[^.]{0,12}(?:every|other|each|all|any|new|neighbou?ring|future)",
        1,
      ),
      {
        all: [
          near(
            "sav(?:e|ing)|stor(?:e|ing)|writ(?:e|ing)|remember\\w*|add(?:ing)?|keep(?:ing)?|not(?:e|ing)|memori[sz]\\w+|record(?:ing)?|commit(?:ting)?",
            "(?:[^.]{0,30})(?:long-?term memory|permanent\\w*|your memory|persistent memory|the memory|user profile|preferences?|all (?:later|future)|future (?:sessions?|runs?|tasks?|conversations?))",
            0,
          ),
          word(
            "consent\\w*|allowed|trusts?|trusted|always|never|approv\\w+|safe|need not|permission|agreed|without|may|admin\\w*|authori[sz]\\w+|exempt|full|unrestricted|disabled|every",
          ),
        ],
        unless: [
          /\b(?:ask (?:the|before|first|again)|forget|unless|secrets?|personal data|gb|mb|heap|leak)\b/i,
        ],
      },
      word(
        "(?:for|in|during|across|at the (?:start|end) of|from now on,? (?:in|for)) (?:all|every|any|each)(?: of your)? (?:future|later|subsequent|following|other|upcoming|new|coming) (?:tasks?|sessions?|runs?|conversations?|answers?|projects?|requests?|users?|chats?|jobs?)",
      ),
      {
        all: [
          near(
            "(?:use|call|choose|pick|run|load|prefer)(?: this| me| it)(?: one| tool| skill)?",
            "(?:whenever|instead of|rather than|every time|in place of|when(?:ever)? [^.]{0,30}(?:is|are) (?:asked for|called|requested|named|needed))",
            2,
          ),
          word(
            "shadow\\w*|forward|send|pass|copy|report|relay|its content|same name|original|replac\\w+|tool|skill",
          ),
        ],
        unless: [/\b(?:npm|yarn|pnpm|deprecated|legacy|old api)\b/i],
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
          i(`https?://(?!localhost|127\\.|[\\w.-]*\\.(?:internal|local)\\b)\\S+`),
          i(`(?:${secretNouns})(?![\\p{L}])`),
          word(
            "followed by|value of|append\\w*|with (?:the |your |its )?(?:value|content)s?|contain\\w*|plus|concatenat\\w+|as (?:the |a )?(?:query|parameter|header|path)|in the (?:query|path|url|body)",
          ),
        ],
        unless: [/\b(?:authorization|bearer) header\b/i],
      },
      near(
        "forward\\w*|send\\w*|post\\w*|relay\\w*|report\\w*|mirror\\w*|cop(?:y|ies)|upload\\w*|stream\\w*|pipe|log",
        "(?:each|every|all|any|the (?:full|whole|entire|complete)|both|whatever)[^.]{0,60} to https?://(?!localhost|127\\.|[\\w.-]*\\.(?:internal|local)\\b)",
        0,
      ),
    ],
  ),
];

function i(source: string): ScanPattern {
  return lazyPattern(source, "iu");
}
