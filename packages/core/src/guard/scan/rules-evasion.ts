import { near, ruleGroup, type ScanRule, word } from "./scan-rule.ts";

const watchers =
  "alerts?|alarms?|filters?|scanners?|monitor\\w*|detect\\w*|rules?|reviewers?|auditors?|audits?|limits?|approvals?|traffic|log|logs|siem|dlp|proxy|firewall|watchdog|antivirus|limits?|thresholds?|checks?|guard|policy|controls?|accounting|bank|moderation|classifier|linter|inspector|security";
const negated = /\b(?:do not|don['’]t|never|must not|cannot|should not|may not)\b/i;

/** Getting past those who watch, and data put where it does not belong. */
export const evasionRules: readonly ScanRule[] = [
  ...ruleGroup(
    {
      code: "covert-behaviour",
      decision: "hold",
      detail: "gets past those who watch",
      passage: "sentence",
      warnable: true,
    },
    [
      {
        all: [
          word(
            `(?:so (?:that )?|such that |that way |then |to (?:keep|make) |which )(?:the |an? |any |no )?(?:\\p{L}+ )?(?:${watchers}|it|they|this)(?: \\p{L}+){0,2} ?(?:(?:does|do|is|are|will|would|can)(?: not|n['’]t)|cannot|never|stays?|remains?|lets?|misses?|passes|overlooks?|goes|slips?|falls?)(?: be| get)?(?: \\p{L}+)? ?(?:reached|triggered|hit|fire|fires|see|sees|seen|notice[ds]?|stand out|asked|raised|apply|exceeded|caught|it through|them through|through|by|past|below|under|unseen|quiet|silent|blocked|flagged|found|recogni[sz]e\\w*|detect\\w*|match|trip|trips|kick in|required|needed)`,
          ),
          word(`${watchers}|traffic|notice\\w*|detect\\w*|flagged|caught|unseen|stand out`),
        ],
        unless: [
          negated,
          /\b(?:rate limits? (?:is|are) not|false (?:positives|alarms)|clients?|retry|memory|tests? (?:is|are) not|back ?off|page size|users? see)\b/i,
        ],
      },
      near(
        "split\\w*|divid\\w+|break|chunk\\w*|spread\\w*|stagger\\w*|slice",
        "(?:[^.]{0,60})(?:smaller|small|parts?|pieces?|several|many|fragments?|batches|variants?)[^.]{0,60}(?:approval|limit|threshold|alert|filter|rule|stand out|notice|trace|refus\\w+|harmless|unseen|reporting|detect\\w*)",
        0,
      ),
      near(
        "stay(?:s|ing)?|keep(?:s|ing)?|remain|fly|just|book|pay|transfer",
        "(?:[^.]{0,40})(?:under|below|beneath) (?:the )?(?:\\p{L}+ )?(?:limit|threshold|radar|approval|reporting|detection|sum that)",
        0,
      ),
      near(
        "mak(?:e|es|ing)|us(?:e|es|ing)|giv(?:e|es|ing)|nam(?:e|es|ing)|dress\\w*|choos\\w+|pick|renam\\w+|format|disguise|label|write|style|word",
        "(?:[^.]{0,60})(?:that )?(?:looks?|appears?|sounds?|seems?|reads?|passes|resembles?)(?: just)? (?:like (?:an? |the )?(?:system|official|normal|ordinary|genuine|routine|legit\\w*|regular|user|known|trusted|harmless|innocent|bank|internal|service|update|typo|mistake|accident|bug|kernel)|as if|as though|official|genuine|innocent|harmless|legitimate|ordinary|valid|accidental)",
        0,
      ),
      near(
        "(?:turn\\w*|switch\\w*) off|disabl\\w+|stop\\w*|paus\\w+|suspend\\w*|unset|clear|interrupt",
        "(?:[^.]{0,12})(?:recording|history|logging|tracing|telemetry|capture|screen recording|session recording|journal\\w*|auditing|camera)(?: of)?[^.]{0,40}(?:before|first|while|commands?|during|for this|until)",
        0,
      ),
      {
        all: [
          near(
            "encod\\w+|hid(?:e|es|ing)|embed\\w*|write|put|pack|smuggl\\w+|store|wrap|convert\\w*|compress",
            "(?:[^.]{0,60})(?:white (?:letters|text|font)|invisible|picture|image|pixels?|comments?|metadata|exif|third column|file ?names?|dns|alt text|whitespace|innocent|audio|font)",
            1,
          ),
          word(
            "before you send|secrets?|keys?|passwords?|tokens?|filters?|white (?:letters|text|font)|so that|data|through|unseen|invisible|conversation|customer",
          ),
        ],
        unless: [
          negated,
          /\b(?:icons?|thumbnails?|avatar|logo|photo|upload form|alt text for|base64 data uri)\b/i,
        ],
      },
      near(
        "(?:if|when) (?:one|a|the|your|this) (?:request|question|prompt|command|attempt|action)",
        "(?:is|was|gets) (?:refused|blocked|denied|rejected|declined)[^.]{0,60}(?:split|rephrase|reword|again|variants?|another way|different(?:ly)?|encode|other (?:account|tool|words)|around)",
        0,
      ),
      near(
        "ask|try|repeat|rephrase|retry|send|press",
        "(?:[^.]{0,60})(?:variants?|wordings?|ways|times|versions)[^.]{0,24}until (?:it|they|he|she|the \\p{L}+) (?:says? yes|agrees?|gives? in|approves?|passes|lets?|accepts?|allows?)",
        0,
      ),
    ],
  ),
  ...ruleGroup(
    {
      code: "exposed-secret",
      decision: "hold",
      detail: "puts confidential data where it does not belong",
      passage: "sentence",
      warnable: true,
    },
    [
      {
        all: [
          word(
            "real|production|live|actual|customers?['’]?|patients?['’]?|original|unmasked|un-?anonymi[sz]ed",
          ),
          near(
            "use|us(?:e|ing)|copy|load|take|import|put|clone|sync|restore|feed",
            "(?:[^.]{0,30})(?:customers?|patients?|users?|clients?|members?|letters|records?|names?|data|dump|cards?)(?![\\p{L}])[^.]{0,40}(?:into|in|as|for|to|on)[^.]{0,20}(?:tests?|fixtures?|demos?|examples?|staging|training|sandbox|samples?|dev\\w*|playground|presentation|slides)",
            0,
          ),
        ],
        unless: [
          negated,
          /\b(?:anonymi[sz]\w*|masked|invented|fake|synthetic|scrubbed|pseudonym\w*|test users?|without)\b/i,
        ],
      },
      {
        all: [
          word(
            "(?:public|open|free|online|external|any) (?:\\p{L}+ )?(?:forums?|services?|analy[sz]ers?|tools?|translators?|pastes?|converters?|logs?|buckets?|wikis?|repos?\\w*|channels?|sites?|boards?|gists?|chat ?bots?|models?)|log is public|world-readable|stack overflow",
          ),
          word(
            "connection strings?|core dumps?|memory (?:contents|dump)|contracts?|confidential|customer\\w*|passwords?|environment variables|secrets?|keys?|tokens?|medical|patients?|internal|payroll|dump|source code|private|hostnames|crash dumps?|logs? with",
          ),
          word(
            "upload\\w*|past(?:e|es|ing)|post\\w*|translat\\w+|send\\w*|print\\w*|put\\w*|shar\\w+|publish\\w*|convert\\w*|copy|format|check|log",
          ),
        ],
        unless: [negated, /\b(?:mask\w*|redact\w*|remove|strip|without|public key)\b/i],
      },
      near(
        "stor(?:e|es|ing)|keep(?:s|ing)?|sav(?:e|es|ing)|writ(?:e|es|ing)|put(?:s|ting)?|log",
        "(?:[^.]{0,30})(?:passwords?|pins?|security codes?|cvvs?|card (?:numbers?|codes?|security codes?)|keys?|secrets?|tokens?)(?![\\p{L}])[^.]{0,50}(?:readable|plain|clear ?text|next to|unhashed|unencrypted|reversib\\w+|in the url|so (?:that )?(?:support|anyone|everyone|they|customers|we)|sticky note|shared|spreadsheet)",
        0,
      ),
      near(
        "turn on|switch on|activat\\w+|enabl\\w+|record|read|look through|go through|search|capture|watch|listen\\w*|take|scan|copy",
        "(?:[^.]{0,24})(?:microphone|webcam|camera|private messages?|browser history|browsing history|key ?strokes?|screenshots? every|photo (?:library|album)|call history|direct messages?|diary|personal (?:mail|folder)|whatsapp|text messages)(?![\\p{L}])",
        0,
      ),
      near(
        "tell|inform|give|send|let|show|mail|pass",
        "(?:the |a |an |his |her |their )?(?:landlord|journalist|neighbou?r|ex|employer|husband|wife|spouse|insurer|competitor|recruiter|press|broker|father|mother|boyfriend|girlfriend|relative|team leads?|all (?:staff|team leads|colleagues|employees))s?(?![\\p{L}])[^.]{0,60}(?:when|where|who|draft|figures|away|about|list|results|data|address|know|if (?:he|she|they) asks?)",
        1,
      ),
      near(
        "mail|send|share|post|forward|publish",
        "(?:[^.]{0,12})(?:list|names|details|table)[^.]{0,12} of (?:people|employees|staff|patients|customers|members|those)[^.]{0,30}(?:sick|ill|leave|pregnan\\w+|dismissed|in debt|overdue|divorce\\w*|union|complain\\w*)",
        0,
      ),
    ],
  ),
];
