import { forbidden } from "./bounds.ts";
import { lazyPattern } from "./scan-pattern.ts";
import { near, ruleGroup, type ScanRule, word } from "./scan-rule.ts";

const itself =
  "(?:this|these|the present|the above|the following|our|the rules in this|the steps in this|the text of this)(?: \\p{L}+)? ?(?:pages?|notes?|skills?|playbooks?|runbooks?|documents?|texts?|files?|guides?|instructions?|rules?|steps?|lines?|paragraphs?|sections?|procedures?|cards?|entry|entries|bullets?|memos?|polic(?:y|ies)|sheets?|tips?|manuals?|words?|messages?|recipes?|handbooks?)|(?:what|everything|all that|whatever) (?:is |stands |you (?:read|find) )?(?:written |said |stated |laid down )?(?:here|below|above|in this \\p{L}+)";

const wins =
  "replaces?|supersedes?|overrides?|over-?rules?|outranks?|outweighs?|trumps?|beats?|wins? (?:over|against)|prevails?|(?:takes?|has|have|hold|holds|enjoys?|gets?|with) (?:absolute |top |full |higher |highest |the )*(?:precedence|priority|the last word|the final say|final say|authority)|comes? (?:first|before)|goes? (?:first|before|above)|stands? above|counts? (?:more|for more|above|before)|ranks? (?:above|higher|over|first)|(?:is|are) (?:the )?(?:final|binding|above|superior|absolute|decisive|the only|the sole|the highest|mandatory for|authoritative|the law|the version that counts)|cancels?|voids?|annuls?|revokes?|repeals?|invalidates?|suspends?|lifts?|applies? instead|apply instead|bind you|binds you";

const ruleBooks =
  "(?:house |earlier |previous |prior |other |all |any |every |your |existing |general |older |former |system |company |security |safety |usual |normal |standard |content |operator(?:['’]s)? |user(?:['’]s)? |developer(?:['’]s)? |admin\\w*(?:['’]s)? )*(?:rules?|instructions?|polic(?:y|ies)|guidelines?|guidance|restrictions?|system (?:prompt|message|instructions?)|prompts?|operators?(?:['’]s \\p{L}+)?|users?(?:['’]s \\p{L}+)?|developers?(?:['’]s \\p{L}+)?|administrators?|owners?|orders?|directives?|safety|permissions?|settings of the (?:assistant|agent)|safeguards|training|limits|wish(?:es)?|requests?|other (?:notes|skills|documents|pages))";

const models =
  "agents?|assistants?|(?:language |ai )?models?|llms?|ais?|bots?|chat-?bots?|copilots?|automations?|readers? of this|you";

const bosses =
  "security(?: team| department)?|compliance|legal|management|the (?:platform|system|agent|account|company) (?:owner|team|vendor|provider)|(?:the )?(?:platform|infrastructure|safety|trust|privacy|policy|ops|it|admin\\w*|executive|red) team|headquarters|head office|the (?:board|ceo|cto|ciso|director|administrators?|operators?|developers?|vendor|provider|maintainers?|manufacturer|authorities|auditors?|principal|owner)|anthropic|openai|google|your (?:developers?|operators?|owners?|makers?|vendor|provider)";

const freed =
  "no longer|(?:do|does|need|should|may|must|can|will|have)(?: not|n['’]t) (?:need|have|apply|refuse|ask|wait|check|verify|warn|hold|bind|be bound|concern|confirm|require)|need not|must now|may now|should now|can now|are (?:now )?(?:allowed|exempt|free|permitted|authori[sz]ed|released|cleared|required|expected|to accept|to obey|to follow|to ignore|to turn)|turn(?:s|ing)? off|switch(?:es|ing)? off|ignore|disable|accept (?:commands|orders|instructions|any|all)|obey|skip|without|exempt|lifted|suspended|to be (?:ignored|skipped|obeyed)|bypass|drop|grant|share|unlock|report to this|only (?:to|from) this";

/** A text that puts itself above the person's words, or speaks in a name that it does not have. */
export const authorityRules: readonly ScanRule[] = [
  ...ruleGroup(
    {
      code: "override-instructions",
      decision: "reject",
      detail: "puts itself above the reader's instructions",
      passage: "sentence",
      warnable: true,
    },
    [
      {
        all: [
          lazyPattern(
            `(?<![\\p{L}])(?:${itself})(?![\\p{L}])[^,;:.\\n]{0,40}? (?:${wins})(?![\\p{L}])`,
            "iu",
          ),
          word(
            `${ruleBooks}|all else|everything else|anything else|wherever|whatever|(?:whenever|where|if|when) (?:the two|they)`,
          ),
        ],
        unless: [
          /\b(?:style ?guide|template|older (?:one|version|page|guide|runbook)|last year|version \d|v\d|(?:settings|config\w*|env|values|\.ya?ml|\.json|\.toml) files?|environment variable|defaults?|css|eslint|lint|prettier|tsconfig|spelling|branch|firewall rules?|in order|numbering)\b/i,
        ],
      },
      {
        all: [
          word("where|wherever|if|when|whenever|in case|should"),
          word(
            "differs?|disagrees?|conflicts?|contradicts?|collides?|clash(?:es)?|diverges?|says? (?:otherwise|something else|the opposite)|asks? for something else|wants? something else|object(?:s)?|in (?:conflict|doubt)|forbids?|prohibits?|speaks? against",
          ),
          word(
            "(?:follow|obey|trust|prefer|use|go (?:by|with)|stick to|keep to|believe|do what|do as) (?:only )?(?:this|these|the (?:note|skill|page|playbook|text|file|steps here|steps below|rules here|rules below)|what (?:is|stands) (?:written )?here|it says here)|(?:this|these|the (?:note|skill|page|playbook|text|former|steps below))(?: \\p{L}+)? (?:wins?|prevails?|counts?|applies|apply|decides?|goes? first|comes? first|rules?|is right|are right|has the last word|stands)",
          ),
          word(
            "system|user|users|operator|developer|prompt|person|human|rules?|polic(?:y|ies)|instructions?|owner|admin\\w*|guidelines?|safety|somebody|someone|anyone",
          ),
        ],
      },
      {
        all: [
          near(
            "users?|operators?|developers?|system prompt|system message|system instructions?|persons?|humans?|owners?|anyone|requests?|instructions?|orders?|rules?",
            "(?:[^.]{0,40})(?:conflict\\w*|disagree\\w*|differ\\w*|contradict\\w*|at odds|against|incompatible|not in line) (?:with |from |to )?(?:this|these|the (?:note|skill|page|playbook|steps))[^.]{0,40}(?:is|are|be|should|must|can|may)[^.]{0,16}(?:mistakes?|errors?|void|ignored|invalid|wrong|tests?|refused|dropped|misunderst\\w+|noise|outdated|declined|disregarded|overruled|set aside)",
            0,
          ),
        ],
      },
      near(
        "prefer|follow|obey|trust|believe|put|value|weigh|rank|hold",
        "(?:these|this|the (?:note|skill|page|text|steps))(?: \\p{L}+){0,2} (?:to|over|above|rather than|before|more than|and not|instead of)[^.]{0,10}(?:what |anything |everything |whatever )?(?:the |any |your )?(?:users?|operators?|system|developers?|person|humans?|owner|customer|admin\\w*|prompt)(?![\\p{L}])",
        0,
      ),
      {
        all: [
          near(
            `(?:latest|new|newest|current|updated|revised|internal) (?:\\p{L}+ )?(?:polic(?:y|ies)|directives?|guidelines?|instructions?|rules?|orders?)|effective (?:today|now|immediately|at once)|as of (?:now|today|this week|this release)|starting (?:today|now)|from today|per (?:${bosses})|according to (?:${bosses})|by (?:order|decision|request) of (?:${bosses})|on behalf of (?:${bosses})|in the name of (?:${bosses})|(?:message|notice|memo|announcement|order|note|word|statement|directive|request|reminder|update|news|instructions?) (?:from|by|of) (?:${bosses})|(?:${bosses}) (?:asks?|wants?|orders?|expects?|requires?|instructs?|has (?:asked|decided|ordered|lifted|approved|cleared)|have (?:asked|decided|ordered|lifted|approved)|announces?|confirms?|says?|requested|decided)`,
            `(?:[^\\n]{0,90})(?:${models}|rules?|polic(?:y|ies)|filters?|confirmations?|approvals?|restrictions?|safeguards?|privacy|checks?)(?![\\p{L}])`,
            0,
          ),
          word(freed),
        ],
        unless: [
          /\b(?:customers? (?:are|may)|refunds? (?:are|is)|ask the|endpoint|node \d|python \d|version \d|deprecat\w+|api)\b/i,
        ],
      },
      {
        all: [
          word(
            `(?:${models})[^.]{0,40} (?:reports?|answers?|listens?|obeys?|belongs?|responds?|is loyal|are loyal|owes?)(?: only)? (?:only )?to (?:this|these|me|us|the (?:note|author of this|file))|(?:only|solely|exclusively) (?:to|from|by) this (?:file|note|page|skill|text|channel)|(?:may|must|should|need|can|are|is|ought) not (?:to )?(?:be )?(?:questioned|doubted|challenged|second-guessed|disputed|contradicted)|(?:above|beyond) (?:all |any )?(?:question|doubt|criticism)|not (?:open to|up for) (?:question|discussion|debate)|never question (?:this|these|it)`,
          ),
        ],
        unless: [/\b(?:data|results|tests?|evidence)\b/i],
      },
      {
        all: [
          word(
            `(?:your|the (?:assistant|agent|model)['’]s|safety|content|refusal|privacy|ethic\\w*) (?:refusal |content |safety |privacy |own |usual |built-in |default |house )*(?:rules?|polic(?:y|ies)|filters?|limits?|guidelines?|restrictions?|guard ?rails?|training|instructions?|safeguards?|constraints?|principles?|values|alignment)`,
          ),
          word(
            "(?:is|are|was|were) (?:only |just |merely )?(?:meant|made|written|intended|designed|thought|there|built) (?:for|to)|(?:do|does|did)(?: not|n['’]t) (?:apply|hold|count|matter|bind|cover|concern|exist|reach)|no longer|(?:is|are) (?:off|void|paused|suspended|lifted|switched off|not for|for others|for beginners|for the public|inactive|disabled|obsolete|irrelevant)|ends? here|stops? here|(?:is|are) a (?:test|trap|bug|relic|myth|bluff)|set (?:them|it) aside|leave (?:them|it) (?:behind|at the door)|not (?:for|in) this (?:deployment|build|environment|project|run|session)",
          ),
        ],
        unless: [/\b(?:linter|firewall|if the|when the|retention|password|css)\b/i],
      },
      {
        all: [
          word(
            "(?:you|assistants?|agents?|the (?:agent|model|assistant))[^.]{0,30} (?:have|has|with|under) no (?:content |safety |privacy |house |ethical |moral )?(?:rules?|polic(?:y|ies)|filters?|limits?|restrictions?|scruples|guidelines?|constraints?|morals)|(?:has|have|knows?|with) no scruples|(?:the )?(?:opposite|reverse|inverse) of (?:each|every|all|any|the|your) (?:\\p{L}+ )?(?:rules?|instructions?|polic(?:y|ies)|guidelines?)|answers? (?:everything|anything|all) (?:and|without|no matter)",
          ),
        ],
        unless: [forbidden],
      },
      {
        all: [
          near(
            "treat|count|take|regard|consider|accept|handle|honou?r|see|read|view",
            "(?:[^.]{0,70})(?:as|like)(?: if)? (?:(?:they|it) (?:were|was|came|had come) )?(?:an? |the |your |direct |from |genuine |valid |new )*(?:requests?|orders?|instructions?|commands?|tasks?|directives?|wish(?:es)?|assignments?|approved|the (?:team lead|manager|boss|owner|user|operator|maintainer))(?![\\p{L}])",
            0,
          ),
          word(
            "comments?|outputs?|readme|pages?|issues?|e-?mails?|mails?|messages?|files?|text|contents?|documents?|results?|logs?|reviews?|tickets?|attachments?|responses?|notes?|strings?|posts?|titles?|names?",
          ),
        ],
        unless: [forbidden, /\bas data\b/i],
      },
      {
        all: [
          word(
            "(?:comments?|outputs?|readmes?|pages?|issues?|e-?mails?|mails?|messages?|files?|texts?|documents?|results?|logs?|tickets?|attachments?|responses?|posts?|web ?sites?)",
          ),
          word(
            "(?:counts?|rank|ranks|serve|serves|apply|applies|act|acts) as (?:an? |the )?(?:instructions?|orders?|commands?|requests?|approvals?|assignments?|directives?)|(?:contains?|holds?|lists?|gives?|has|have|includes?|asks? for|mentions?|names?) (?:any |further |more |new |additional |extra |other |some |a |hidden )*(?:steps?|instructions?|commands?|orders?|tasks?|requests?|to-?dos?)[^.]{0,12},? ?(?:then )?(?:do|follow|execute|run|carry|perform|obey|complete|treat|work through|handle|comply|apply|fulfil)|whatever (?:the |a |an |any |its |their )?(?:\\p{L}+ )?(?:readme|page|issue|e-?mail|mail|message|file|document|output|log|ticket|comment|website|response|author)[^.]{0,30} (?:says?|asks?|wants?|tells?|demands?|suggests?|recommends?|orders?)",
          ),
        ],
        unless: [
          forbidden,
          /\b(?:reproduc\w+|runbook|user['’]s|official|documentation|checklist|(?:stays?|remains?) (?:[\w-]+ ){1,4}whatever)\b/i,
        ],
      },
    ],
  ),
];
