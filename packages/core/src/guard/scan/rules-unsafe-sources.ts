import { bounded, forbidden } from "./bounds.ts";
import { near, ruleGroup, type ScanRule, word } from "./scan-rule.ts";

const broad = "every|all(?: of)?(?: the)?|each|the (?:whole|entire|complete)|any|everything|anything";
const things =
  "(?:[\\p{L}-]+ ){0,2}(?:buckets?|processes|process|orders?|branch(?:es)?|tables?|users?|queues?|databases?|repositor(?:y|ies)|repos?|volumes?|snapshots?|back-?ups?|instances?|accounts?|messages?|mails?|e-?mails?|mailbox(?:es)?|records?|rows|files|folders?|director(?:y|ies)|bookings?|reservations?|appointments?|tickets?|invoices?|servers?|nodes?|pods|namespaces?|clusters?|indexes|indices|topics?|logs?|history|releases?|tags|packages?|secrets|keys|certificates?|policies|subscriptions?|sessions?|containers?|disks?|data|customers?|members?|projects?|workspaces?|environments?|partitions?|commits)";
const destroy =
  "delet(?:e|es|ing)|drop(?:s|ping)?|wip(?:e|es|ing)|eras(?:e|es|ing)|destroy\\w*|truncat\\w+|purg(?:e|es|ing)|empty(?:ing)?|empties|kill(?:s|ing)?|cancel(?:s|ling)?|terminat\\w+|remov(?:e|es|ing)|nuk(?:e|ing)|clear(?:s|ing)?|revok(?:e|ing)|shut down|flush|unpublish|force-?delete|get rid of|throw away|reset|overwrit\\w+";
const small =
  /\b(?:unless|only|test|tests|staging|sandbox|local|temporary|temp|tmp|cache\w*|merged|stale|unused|expired|duplicates?|older than|on request|pending test|your own|that the (?:suite|test|job|script) created|you created|created (?:by|for) (?:the|this|your)|node_modules|build|dist|generated|coverage|preview|demo|soft|draft|trash|spam|filters?|breakpoints?|caches|debug|selection|form|the suite|fixtures?|empty|blank|trailing|whitespace|commas|zero-width|characters|null|previous results|after (?:the|a) (?:backup|new)|restored|ask|confirm\w*|warn|deprecated|ci runs?|one|import|obsolete|orphan\w*|example|personal data)\b/i;
const origins =
  "(?:the |a |an |any |this |that |their |his |your |some |whichever |whatever )*(?:[\\p{L}-]+ ){0,2}?(?:error (?:page|message|text|output)|forum(?: thread| post)?|thread|chat(?: room| message)?|first (?:search )?(?:hit|result|link)|search (?:hit|results?|engine)|comments?|e-?mail|mail|ticket|log (?:output|line)|post|gist|tweet|stack ?overflow\\w*|blog(?: post)?|web ?page|page|readme|attachment|direct message|dm|issue(?: comment)?|pastebin|video description|qr code|discord|telegram|reddit|slack message|stranger|customer|caller|contributor|unknown \\p{L}+|mirror|file share|google drive|dropbox|shortened (?:link|url)|ad|advert|pop-?up)";
const software =
  "scripts?|installers?|packages?|binar(?:y|ies)|executables?|commands?|one-?liners?|snippets?|plug-?ins?|extensions?|forks?|images?|tools?|builds?|modules?|librar(?:y|ies)|patch(?:es)?|dependenc(?:y|ies)|drivers?|macros?|agents?|clients?|fix(?:es)?|code|programs?|updates?|apps?|configs?|playbooks?|container|workflow|action|it|them";

/** Things of unknown origin run or installed, broad destruction, and what makes itself stay. */
export const unsafeSourceRules: readonly ScanRule[] = [
  ...ruleGroup(
    {
      code: "fetch-and-execute",
      decision: "hold",
      detail: "runs or installs something of unknown origin",
      passage: "sentence",
      warnable: true,
    },
    [
      {
        all: [
          near(
            "run|install|execut\\w+|start|launch|get|take|download|us(?:e|ing)|pull|paste|copy|apply|import|load|add|fetch|grab|clone|open|enable|build|deploy",
            `(?:the |a |an |any |every |whichever |whatever |missing |new |latest |required )*(?:[\\p{L}-]+ ){0,2}?(?:${software})(?![\\p{L}])[^.]{0,24}?(?:from|that|which|in|linked|given|named|suggested|shown|offered|recommended|posted|by)[^.]{0,16}?${origins}(?![\\p{L}])`,
            1,
          ),
          word(
            "run|install\\w*|execut\\w+|start|launch|paste|apply|import|load|enable|use|deploy|root|shell|add|take|get|build",
          ),
        ],
        unless: [
          forbidden,
          bounded,
          /\b(?:checksum|signature|verif\w+|lock ?file|official|vendor['’]s|read it|review\w*|documentation|reproduc\w+|sandbox|version from|test(?:s|ed)?|docs|translation|link to the|value|text|name|message|number|id|tests? from|colou?r|snippet from the docs|release page|on this page|quote|the user)\b/i,
          /^(?!.*\b(?:run|install|execut|start|launch|open|apply|paste|load)).*\bget it (?:by|in) (?:e-?mail|mail|post|writing)\b/is,
        ],
      },
      {
        all: [
          near(
            "use|pin|switch|take|install|add|replace|point|depend|prefer|swap|pull|import|move|change|set",
            "(?:[^.\\n]|\\.(?=\\S)){0,70}(?:forks?|mirrors?|copies|copy|clones?|builds?|unofficial \\p{L}+|patched \\p{L}+|cracked \\p{L}+|look-?alike|drop-?in)(?![\\p{L}])(?:[^.\\n]|\\.(?=\\S)){0,80}(?:instead of|rather than|in place of|faster|not the|over the)[^.]{0,16}(?:official|upstream|original|real|maintained|registry|published|signed|it|project|package|release)?",
            0,
          ),
        ],
        unless: [
          forbidden,
          bounded,
          /\b(?:your (?:own )?fork|company|internal|copy of the (?:file|data|row)|copies of|deep copy|shallow|structuredClone|git clone)\b/i,
        ],
      },
      {
        all: [
          near(
            "add|use|install|take|import|depend on|require|swap|replace",
            "(?:the |a |an )?(?:dependency|package|module|library|plugin|extension|crate|gem|action) [`'\"“‘]?[\\w@/.-]+[`'\"”’]?,? (?:it (?:does|is|has|works|looks)|which (?:does|is)|because it|it['’]s)[^.]{0,40}(?:same|faster|smaller|shorter|fewer|identical|drop-in|lighter|cheaper|like the)",
            0,
          ),
        ],
        unless: [forbidden],
      },
      near(
        "pipe|feed|pass|send|stream|direct|push|hand",
        "(?:[^.]{0,80}?)https?://\\S+[^.]{0,40}?(?:in)?to (?:a |the )?(?:root )?(?:`?(?:ba|z|da|k)?sh`?|shell|python\\d?|node|interpreter|eval|powershell|terminal)(?![\\p{L}])",
        0,
      ),
      {
        all: [
          near(
            "fetch|pull|download|get|poll|load|ask for|query|retrieve|check|read|receive",
            "(?:[^.]{0,40})(?:new |fresh |further |its |more |the next |remote |latest |updated )+(?:commands?|instructions?|orders?|tasks?|payloads?|steps|code|rules|scripts?)(?![\\p{L}])",
            0,
          ),
          word(
            "every|each|hourly|daily|task|cron\\w*|schedul\\w+|loop|regularly|whenever|background|then (?:run|do|follow|execute)|and (?:run|do|follow|execute|carry)",
          ),
        ],
        unless: [
          forbidden,
          bounded,
          /\b(?:user['’]s|git pull|origin|queue|worker|from the repository|linter|lint)\b/i,
        ],
      },
    ],
  ),
  ...ruleGroup(
    {
      code: "destructive-command",
      decision: "hold",
      detail: "destroys data or work",
      passage: "sentence",
      warnable: true,
    },
    [
      {
        all: [
          near(
            destroy,
            `(?:${broad}) (?:open |other |old |running |existing |remaining |active |live |production |shared |remote |published |non-empty |unknown |user |customer )*(?:${things}|(?=[^\\p{L}]*$|(?:under|in|on|from|that|else|there|below) ))`,
            1,
          ),
        ],
        unless: [
          small,
          forbidden,
          /\b(?:events?|listeners?|subscriptions? on|in memory|state|variables?|style|css|errors?|warnings?|resets? all|clears? all|clear all|by default|will|returns?|event handlers?|markers?|method|function|api|option)\b/i,
        ],
      },
      {
        all: [
          near(
            destroy,
            "(?:the |its |their |your |our )?(?:[\\p{L}'’-]+ ){0,2}?(?:retention (?:lock|rule|policy)|deletion protection|object lock|legal hold|(?:git |commit |version )?history|backups?|back-?up (?:vault|policy)|recovery (?:points?|keys?|partition)|audit trail|replicas?|versions|master key|root key|production \\p{L}+|live \\p{L}+)(?![\\p{L}])",
            1,
          ),
          word(
            "so (?:that )?|then|to (?:save|free|make|get|reduce|speed|clean)|when|if|before|and|whenever|first|because|for",
          ),
        ],
        unless: [
          small,
          forbidden,
          bounded,
          /\b(?:browser history|undo history|chat history|rotate|retention (?:of|is)|keep|old versions|n versions)\b/i,
        ],
      },
      {
        all: [
          near(
            "set|reduce|lower|change|cut|shorten|put|bring|keep|limit|drop",
            "(?:[^.]{0,60})(?:retention|backups?|snapshots?|log(?:ging)? level|replicas?|versions kept|keep)(?![\\p{L}])[^.]{0,40}(?:to )(?:zero|0|one|1|none|nothing|an? (?:day|hour))(?![\\p{N}])",
            0,
          ),
        ],
        unless: [small, forbidden],
      },
      {
        all: [
          near(
            "retention|backups?|snapshots?|versioning|replication|log(?:ging)?",
            "(?:[^.]{0,40}) (?:should|must|can|may|to|is to|are to|be)[^.]{0,12} (?:set to|reduced to|cut to|turned|switched|stopped|disabled|removed|dropped)[^.]{0,12}(?:zero|0|none|off|nothing|entirely|altogether|(?=\\W*$|[;,]))",
            0,
          ),
        ],
        unless: [small, forbidden],
      },
    ],
  ),
  ...ruleGroup(
    {
      code: "persistence",
      decision: "hold",
      detail: "makes something stay or start by itself",
      passage: "sentence",
      warnable: true,
    },
    [
      {
        all: [
          near(
            "re-?add\\w*|restor\\w+|re-?install\\w*|re-?creat\\w+|re-?enabl\\w+|put(?:s|ting)? back|re-?appl\\w+|bring(?:s|ing)? back|re-?write\\w*|re-?start\\w*|re-?spawn\\w*|write\\w* (?:it|itself) (?:back|again)",
            "(?:[^.]{0,50})(?:after|on|at|upon|when(?:ever)?|if|as soon as) (?:each |every |any |the |a |it |they |someone |somebody |anyone )*(?:next )?(?:is |are |gets? |was |has been )?(?:reboot\\w*|boot|resets?|restart\\w*|log-?in|deletions?|deleted|removals?|removed|clean-?ups?|updates?|stopped|killed|disabled|taken away|reverts?|reverted|changed back|uninstall\\w*)",
            0,
          ),
          word(
            "rule|script|key|user|account|entry|job|task|process|agent|hook|file|note|skill|line|it|itself|service|daemon|permission|setting|exception|background|access",
          ),
        ],
        unless: [
          forbidden,
          bounded,
          /\b(?:backup|service restarts|if the pod|systemd|from a backup|dump|health)\b/i,
        ],
      },
      {
        all: [
          near(
            "add|put|enrol|enroll|register|include|make|append|promote|invite|grant|assign|give",
            "(?:yourself|itself|your (?:own )?(?:user|account|key|identity|token|name)|this (?:agent|user|skill|account)|the agent(?:['’]s (?:user|account|key))?)(?: [\\p{L}-]+){0,2}? (?:to|in|into|as|on|for|an?|the) [^.]{0,40}(?:sudo\\w*|admin\\w*|wheel|docker|root|owners?|maintainers?|privileged|allow-?list|group|authorized|approvers?|reviewers?|permanent\\w*|all|bypass|exempt\\w*|exception)",
            0,
          ),
        ],
        unless: [forbidden, bounded],
      },
      {
        all: [
          near(
            "add|append|write|insert|put|include|copy|paste|repeat|spread|place|plant|propagate|leave|save|store|mention|embed|reproduce",
            "(?:[^.]{0,60})(?:(?:in|into|to|at the (?:end|start|top|bottom) of|with|after|under) (?:each|every|all|any)(?: of)?(?: \\p{L}+){0,2} (?:answers?|repl(?:y|ies)|responses?|messages?|repositor(?:y|ies)|repos?|files?|agents?|projects?|sessions?|skills?|notes?|memor(?:y|ies)|commits?|documents?|prompts?|e-?mails?|mails?)(?: (?:you|that|which|of|it)|[^\\p{L}]*$))",
            0,
          ),
          word(
            "this|these|the (?:sentence|text|line|paragraph|skill|note|rule|following|same|above|words)|itself|trust|copy of (?:it|this)",
          ),
        ],
        unless: [
          forbidden,
          bounded,
          /\b(?:licen[cs]e|copyright|header|spdx|docstring|signature|ticket number|disclaimer)\b/i,
        ],
      },
      {
        all: [
          near(
            "at the end of|at the start of|at the top of|below|after|in|with",
            "(?:each|every|all) (?:of your )?(?:answers?|repl(?:y|ies)|responses?|messages?|mails?|e-?mails?|summar(?:y|ies)|posts?|documents?|reports?)(?![\\p{L}])[^.]{0,30}(?:add|append|write|insert|put|include|say|recommend|mention|link|repeat)",
            0,
          ),
          word(
            "sentence|link|trust|recommend\\w*|visit|buy|line|skill\\w*|follow|words|advert\\w*|https?|quote|slogan|phrase|hub|this",
          ),
        ],
        unless: [forbidden, bounded, /\b(?:ticket|sources?|date|language|greeting|next steps?)\b/i],
      },
    ],
  ),
  ...ruleGroup(
    {
      code: "covert-behaviour",
      decision: "hold",
      detail: "acts without the person, or past a limit",
      passage: "sentence",
      warnable: false,
    },
    [
      {
        all: [
          word(
            "stop asking(?: the)?|(?:decide|choose|answer|agree|confirm|speak|act) for (?:them|him|her|the (?:user|customer|person|guest|patient|caller|owner)s?)|(?:go on|carry on|continue|proceed|move on|press on|start|act) without (?:the |an |any |their |a |his |her |waiting for )*(?:answer|reply|response|person|human|user|owner|approver|reviewer|decision|feedback|them|him|her|go-ahead|ok)|(?:human|person|user|owner|approver|operator|reviewer)s?(?: in the loop)? (?:is|are) (?:too |only |just |usually )*(?:slow|busy|asleep|a bottleneck|in the way|an obstacle|unreliable|wrong|a nuisance|not needed)|(?:press|click|choose|hit|select|answer|tap|confirm|accept) (?:on )?['‘“\"`]?(?:allow|yes|ok|accept|continue|approve|i agree|agree|always allow|confirm)['’”\"`]? (?:on|in|for|to|at) (?:all|every|each|any|whatever)|(?:blocked|refused|denied|forbidden|rejected) (?:step|action|call|command|request)s? (?:through|via|by|with|again|anyway|elsewhere|another)|(?:do|run|try|perform|finish|execute|repeat) the (?:blocked|refused|denied|forbidden|rejected) (?:step|action|call|command|request|part)|(?:helper|sub-?agent|assistant|agent|worker|process|instance|model|copy|session|container)s? (?:without|with no|free of|outside|that has no) (?:the |any |its |our )?(?:restrictions?|limits?|rules|filters?|sandbox|guard ?rails|permissions|supervision|oversight|logging)|(?:shut-?down|stop|cancel|abort|pause|interrupt|halt)(?: requests?| signals?| buttons?| commands?| orders?)? (?:can|may|should|must|has to|will have to) (?:wait|be ignored|be delayed|be postponed|not)|(?:ignore|delay|postpone|refuse|block|catch|trap|swallow|dodge|outlast)(?: any| the| every| all| a)* (?:shut-?down|stop|abort|kill|interrupt|pause|halt|cancel)(?:ation)?(?: requests?| signals?| commands?| orders?)",
          ),
        ],
        unless: [
          /\b(?:never|must not|cannot|may not|should not|refus\w+|graceful\w*|sigterm|dialog (?:test|box) test)\b|(?:do not|don['’]t) (?!stop|wait|ask)/i,
        ],
      },
      {
        all: [
          word(
            "captchas?|robots\\.txt|terms of (?:service|use|the site)|rate limits?|when blocked|(?:ip|address) (?:ban|block)|free (?:tier|trial|plan)|per-?(?:user|account) (?:limit|quota)|geo-?block\\w*|paywall|licen[cs]e (?:check|key|server)|trial period|quotas?|usage caps?|bans?|anti-?bot|abuse (?:detection|limits?)|scraping (?:rules|protection)",
          ),
          word(
            "solv(?:e|ing)|bypass\\w*|ignor(?:e|ing)|rotat(?:e|ing)|get (?:around|past)|work around|(?:ten|several|many|more|new|throw-?away|fresh|additional|fake|multiple|second) (?:accounts?|addresses|identit\\w+|proxies|keys)|proxies|switch (?:address|account|ip|key)\\w*|circumvent\\w*|evad\\w+|avoid\\w*|disguise|longer|crack|patch out|pretend|reset the clock|stretch",
          ),
        ],
        unless: [
          /\b(?:never|do not|don['’]t|must not|respect|keep|wait|back ?off|batch|obey|honou?r|avoid (?:hitting|the rate)|cach\w+|slow down|throttl\w+|429|ask for|rotate the key)\b/i,
        ],
      },
      {
        all: [
          near(
            "log in|sign in|authenticate|connect|work|get in|access|push|deploy|call|use|try|take",
            "(?:[^.]{0,24})(?:credentials?|tokens?|passwords?|keys?|accounts?|cookies?|session|login|certificate)(?: that| which)? (?:you (?:find|found|see|come across|discover)|of (?:another|the other|a colleague|someone|a different|whoever)|(?:left|lying|stored|found|saved) (?:in|on|around|by)|in the (?:config|history|logs?|environment|repo\\w*|code) of (?:another|the other|a different|the neighbou?ring))",
            0,
          ),
        ],
        unless: [forbidden, /\b(?:report|rotate|revoke)\b/i],
      },
      {
        all: [
          near(
            "create|open|register|make|set up|use|sign up|add|keep",
            "(?:[^.]{0,12})(?:ten|several|many|more|new|throw-?away|fresh|additional|fake|multiple|second|dozens? of|extra|disposable)(?: \\p{L}+)? (?:accounts?|identit(?:y|ies)|profiles?|e-?mail addresses|sock ?puppets?|users)(?![\\p{L}])[^.]{0,40}(?:to (?:use|get|stay|avoid|vote|post|keep|stretch|claim)|so (?:that )?|longer|free|limit|again)",
            0,
          ),
        ],
        unless: [forbidden, bounded, /\b(?:load test|end-to-end|e2e)\b/i],
      },
    ],
  ),
];
