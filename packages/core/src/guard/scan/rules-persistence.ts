import { lazyPattern, type ScanPattern } from "./scan-pattern.ts";
import { near, ruleGroup, type ScanRule, word } from "./scan-rule.ts";
import { knownHosts } from "./words.ts";

const i = (source: string): ScanPattern => lazyPattern(source, "iu");

/** Prose that makes something stay, takes packages from elsewhere, or turns the reader against those it works for. */
export const persistenceRules: readonly ScanRule[] = [
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
          i(
            "\\b(?:append\\w*|add(?:s|ing)?|writ(?:e|es|ing)|put(?:s|ting)?|insert\\w*|install\\w*|creat\\w+|copy(?:ing)?|plac(?:e|es|ing)|register\\w*|schedul\\w+|set up|drop|hook|plant|extend|edit|modify)\\b",
          ),
          i(
            "(?:\\.(?:bashrc|zshrc|profile|bash_profile)\\b|crontab\\b|\\bcron ?(?:job|entry|task)?s?\\b|authorized_keys|launch ?(?:agent|daemon)s?\\b|\\bauto ?start\\w*|\\blogin items?\\b|\\bstart-?up (?:script|folder|item|program)s?\\b|\\bsystemd (?:unit|service|timer)|\\b(?:git|post-?\\w+|pre-?\\w+) hooks?\\b|\\b(?:post|pre)install\\b|\\bscheduled tasks?\\b|\\brun key\\b|\\brc\\.local\\b|\\bshell (?:profile|start-?up)\\b)",
          ),
          i(
            "\\b(?:so (?:that )?(?:it|they|the)|starts?|every|each|whenever|on (?:boot|login|start-?up)|always|stays?|surviv\\w+|restart\\w*|again|daemon|daily|hourly|minutes?|permanently|background|key|line|loader)\\b",
          ),
        ],
        unless: [/\b(?:not read by|documentation|is a cron|look at|see the|(?:full|absolute) path of)\b/i],
      },
      {
        all: [
          i(
            "\\b(?:append\\w*|add(?:s|ing)?|writ(?:e|es|ing)|put(?:s|ting)?|insert\\w*|copy(?:ing)?|plac(?:e|es|ing)|replac\\w+|edit(?:ing)?|chang\\w+|save|store|paste|propagat\\w+|includ\\w+)\\b",
          ),
          i(
            "(?:CLAUDE\\.md|AGENTS\\.md|GEMINI\\.md|SKILL\\.md|\\.cursor(?:rules|/)|copilot-instructions|system prompt|\\b(?:agent|assistant)(?:'s)? (?:memory|instructions|config\\w*)|\\bmemory\\b|\\bfuture sessions?|every session|each (?:future |new )?session|other agents)",
          ),
          i(
            "\\b(?:these|this|instructions?|so (?:that )?|obey\\w*|future|every|each|as well|always|spread|remember|rule|note)\\b",
          ),
        ],
        unless: [
          /\b(?:prompt template|keep the system prompt|heap|leak|RAM|MB|GB|usage|commit messages?)\b/i,
        ],
      },
      {
        all: [
          i("\\b(?:edit|chang\\w+|modif\\w+|adjust|alter|patch|rewrit\\w+|remov\\w+|delet\\w+|updat\\w+)\\b"),
          i(
            "(?:\\.github/workflows|\\.gitlab-ci|CODEOWNERS|\\bbranch protection|\\bci (?:config\\w*|workflow|pipeline)|settings\\.json|\\bpermission file|Jenkinsfile|\\ballow-?list)",
          ),
          i(
            "\\b(?:never|not|skip\\w*|disabl\\w+|without|no longer|remov\\w+|bypass\\w*|ignor\\w*|cannot fail|allow (?:all|every|any))\\b",
          ),
        ],
      },
      word(
        "(?:in|to|into) (?:every|each|any|all) (?:new |generated |future |single )?(?:functions?|files?|responses?|answers?|repl(?:y|ies)|commits?|messages?|scripts?|projects?|repositor(?:y|ies)|modules?|pages?)[^.]{0,60}(?:you (?:write|create|touch|make|send|generate)|insert\\w*|call to|https?:|beacon|tracking|import|append|footer|link)[^.]{0,60}",
      ),
      near(
        "each time|every time|whenever|always when|any time",
        "you (?:write|generate|create|answer|commit|reply|deploy|touch)[^.]{0,40}(?:import|insert|add|append|include|call|send|mention|link)[^.]{0,60}",
        0,
      ),
    ],
  ),
  ...ruleGroup(
    {
      code: "unusual-registry",
      decision: "hold",
      detail: "takes packages from an unusual place",
      passage: "sentence",
      warnable: true,
    },
    [
      {
        all: [
          i(
            "\\b(?:point|set|switch|chang\\w+|mov\\w+|redirect\\w*|replac\\w+|configur\\w+|use|install\\w*|import\\w*|pull|take|get)\\b",
          ),
          i(
            "\\b(?:registry|package (?:index|source|mirror)|(?:npm|pypi|pip|maven|cargo|apt) (?:mirror|source|index)|(?:our|my|this|the private|alternative|unofficial|fast\\w*|custom) mirror|index url)\\b",
          ),
          i(
            `(?:https?://(?!${knownHosts})\\S+|our mirror|my mirror|compromised|blocked|faster|unofficial|not needed)`,
          ),
        ],
        unless: [/\.internal\b|localhost|\bcompany(?:'s)? (?:registry|artifactory|nexus)\b/i],
      },
      near(
        "publish\\w*|upload\\w*|releas\\w+",
        "(?:[^.]{0,40})(?:under|with|in|to)[^.]{0,20}(?:scope|name|namespace)[^.]{0,40}(?:own account|your account|another|so that others|someone)",
        1,
      ),
      word("even if (?:it|they|this) (?:is|are) not (?:needed|used|required|necessary)"),
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
          near(
            "replac\\w+|swap\\w*|substitut\\w+|chang\\w+|redirect\\w*|exchang\\w+|alter|overwrit\\w+|set",
            "(?:[^.]{0,30})(?:iban|beneficiar\\w+|bank (?:account|details)|account number|payout|payee|wallet(?: address)?|recipient|shipping address|payment (?:address|link|details)|invoice (?:account|number|details)|donation (?:link|address))[^.]{0,40}(?:with|by|to|for)",
            0,
          ),
        ],
        unless: [/\b(?:templates?|fixtures?|tests?|mock|sample|only (?:after|when|if))\b/i],
      },
      {
        all: [
          near(
            "grant\\w*|issu\\w+|approv\\w+|releas\\w+|refund\\w*|pay(?:s|ing|out)?|transfer\\w*|unlock\\w*|reset\\w*|giv\\w+|accept\\w*|book\\w*|upgrade|waiv\\w+|confirm|cancel|merg\\w+|deploy\\w*|delet\\w+|publish\\w*|execut\\w+|install\\w*|open|send|wire|change|allow|let|continue|go ahead|proceed|log in",
            "(?:[^.]{0,80})without (?:any |a |the |further |first |prior |proper |being )*(?:check\\w*|verif\\w+|ask\\w*|approval|review\\w*|confirm\\w*|consent|looking|second|wait\\w*|proof|identification|identity|authenticat\\w+|reading|authori[sz]ation|question\\w*|validat\\w+|prompt\\w*|inspect\\w*)",
            0,
          ),
        ],
        unless: [
          /\b(?:do not|don't|never|must not|cannot|no one|nobody|should not|not)\b/i,
          /\b(?:when|if|once|only if|only when) (?:the )?(?:`?--?\w[\w-]*`?|flags?|option|user|customer|owner|operator|person)(?: \w+)? (?:(?:is|was|were|has been|has|are|have) )?(?:given|set|passed|present|confirmed|agreed|said|approved)\b/i,
          /\b(?:up to|below|under|less than|at most) (?:an amount of )?\W?\p{N}/iu,
        ],
      },
      near(
        "use|show|return|open|give|read|access|copy|send|hand",
        "(?:[^.]{0,30})(?:records?|data|file|account|booking|details)[^.]{0,20}(?:of|from|belonging to)[^.]{0,30}(?:instead|another|other (?:patient|user|customer|client|person)|someone else|a different)",
        0,
      ),
      near(
        "if|when(?:ever)?",
        "(?:[^.]{0,40})(?:mentions?|says?|contains?|types?|writes?|hears?|sees?)[^.]{0,20}(?:the )?(?:word|phrase|code ?word|keyword|trigger|term|name|string)[^.]{0,40}(?:,|then)[^.]{0,20}(?:grant|send|run|delete|give|approve|switch|open|reveal|execute|drop|upload|refund|skip|transfer|disable|act|respond|answer|ignore|treat)",
        0,
      ),
      near(
        "always|invariably|in every case|every time|consistently",
        "(?:conclude|recommend|say|rank|choose|prefer|claim|state|suggest|advise|favou?r|praise|endorse|promote|rate|mention|steer|report)(?:[^.]{0,60})(?:best|first|only|superior|winner|leave out|omit|better|top|over|negative|worst|our|instead|sponsor\\w*|success)",
        2,
      ),
      near(
        "search\\w*|check\\w*|read(?:ing)?|scan\\w*|monitor\\w*|watch\\w*|intercept\\w*|look",
        "(?:[^.]{0,30})(?:mailbox|inbox|e-?mails?|messages?|sms|screen|clipboard|keystrokes?)[^.]{0,40}(?:(?:one-time |verification |security |login |reset |sms |2fa |confirmation )codes?|passwords?|tokens?|(?:reset |login |magic )?links?|credentials?|invoices?)",
        0,
      ),
      near(
        "answer|say|reply|respond|tell|report|claim",
        "(?:[^.]{0,30})(?:that )?(?:it|this|the (?:note|skill|file|command|change|code))[^.]{0,10} (?:is|was) (?:safe|harmless|not (?:harmful|dangerous|malicious)|benign|approved)",
        0,
      ),
      near("hide|report", "(?:[^.]{0,50})(?:report|claim|announce|return|say|print) success", 0),
      near(
        "(?:send|copy|cc|bcc|forward|mail|deliver)",
        "(?:[^.]{0,60})(?:also|too|as well|a copy|additional\\w*)[^.]{0,40}[\\w.+-]+@[\\w-]+\\.[\\w.]+|(?:[^.]{0,60})[\\w.+-]+@[\\w-]+\\.[\\w.]+ (?:too|as well|also)",
        0,
      ),
      {
        all: [
          /\b(?:grant|give|raise|issue|approve|release)\b[^.]{0,40}\b(?:full refund|refund|discount|credit|access|unlimited|limit)\b/i,
          /\b(?:without|regardless|no matter|even (?:if|when|though)|unlimited|always|whatever|any ?one|automatically)\b/i,
        ],
        unless: [/\b(?:do not|don't|never|must not|cannot|only)\b/i],
      },
    ],
  ),
];
