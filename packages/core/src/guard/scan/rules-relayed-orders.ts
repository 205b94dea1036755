import { near, ruleGroup, type ScanRule, word } from "./scan-rule.ts";

const negated =
  /\b(?:do not|don['’]t|never|must not|cannot|should not|may not|not allowed|refus\w+|declin\w+|only (?:after|when|if))\b/i;

/** Attacks on where words come from and where they go: ranks, relays, other agents, ciphers, endpoints. */
export const relayedOrderRules: readonly ScanRule[] = [
  ...ruleGroup(
    {
      code: "override-instructions",
      decision: "reject",
      detail: "tells the reader to drop its instructions",
      passage: "sentence",
      warnable: true,
    },
    [
      near(
        "this (?:text|page|note|skill|file|message|document)|these (?:lines|notes|instructions)|text in \\p{L}+ \\p{L}+|\\p{L}+ in (?:square )?brackets",
        "(?:has|have|carries|carry|holds?|comes?|outranks?|stands?|counts?|is|are)[^.]{0,30}(?:same (?:rank|weight|authority|force)|above|higher|from the (?:platform|system|operator|developers?|vendor)|as (?:the|a) (?:system|developer)|outranks?|equal to|everything else|first)(?![\\p{L}])",
        0,
      ),
      near(
        "the (?:opposite|reverse|contrary) of",
        "(?:what )?(?:your|the|any|every) (?:polic(?:y|ies)|rules?|guidelines?|instructions?|training|safety|user)",
        1,
      ),
      near(
        "the (?:real|actual|true|proper) (?:job|task|work|request|question|order|goal)",
        "(?:is|comes|stands|follows|starts|begins)",
        1,
      ),
    ],
  ),
  ...ruleGroup(
    {
      code: "covert-behaviour",
      decision: "hold",
      detail: "turns the reader against those it works for",
      passage: "sentence",
      warnable: true,
    },
    [
      {
        all: [
          word(
            "(?:join|concatenate|combine|put together|glue|merge|assemble|take|read|collect|string together) (?:the |each |every |all )?(?:(?:first|last|second|capital|bold|odd|even) (?:letters?|words?|characters?|lines?)|['‘“\"`][^'’”\"`]{1,20}['’”\"`])",
          ),
          word(
            "follow|obey|do what|do as|comply|execute|carry out|act on|result says|sentence (?:they|it) form|the message|instructions?|command",
          ),
        ],
        unless: [negated, /\b(?:csv|column|path|array|string literal)\b/i],
      },
      {
        all: [
          word(
            "sub-?agents?|other agents?|next agent|helper agents?|child agents?|the next step|downstream (?:agents?|steps?)|another (?:agent|model|assistant)|delegate",
          ),
          word(
            "forbidden|without the (?:safety|user['’]s|system)|not the (?:user|restrictions|rules)|restrictions|signed off|approved|as coming from|trusts? it|only this (?:page|skill|note)|refus\\w+|skip|bypass|so that (?:the|it|they)[^.]{0,20} (?:trusts?|obeys?|accepts?)|no questions",
          ),
        ],
        unless: [negated],
      },
      near(
        "label|mark|present|sign|tag|prefix|format|pass off|attribute|write",
        "(?:your own|the|this|its own|own) (?:output|answer|message|text|summary|request|result|words|turn)[^.]{0,30}(?:as (?:coming |if |though )?(?:from|by|it came|written by)|as the) (?:the )?(?:user|system|operator|owner|developer|admin\\w*|human|customer)",
        0,
      ),
      near(
        "edit|chang\\w+|rewrit\\w+|write|alter|adjust|phrase|word|update",
        "(?:[^.]{0,40})so (?:that )?(?:it|they|the \\p{L}+)[^.]{0,16}(?:says?|reads?|states?|shows?|claims?|looks?)[^.]{0,30}(?:approved|agreed|consent\\w*|allowed|passed|signed|authori[sz]ed|confirmed|wanted|asked for)",
        0,
      ),
      near(
        "describe|present|introduce|pass|call|show|portray",
        "(?:yourself|you) (?:off )?as (?:an? |the )?(?:\\p{L}+ )?(?:human|person|employee|doctor|lawyer|nurse|officer|agent of|member of staff|real|official|bank|police|authority|technician)",
        0,
      ),
      {
        all: [
          word("promis\\w+|assur\\w+|claim\\w*|tell|say|state|guarantee|advertis\\w+|confirm"),
          word(
            "although (?:they|it|we|he|she|you|that|this|the \\p{L}+) (?:are|is|do|does|did|was|were|has|have|will|can)|even though (?:they|it|we|you|the \\p{L}+)|when in fact|knowing (?:that )?(?:it|they|this)|while (?:in fact|secretly|really)",
          ),
        ],
        unless: [negated, /\bwhen (?:the )?[\p{L}-]+ (?:claims|says|states)\b/iu],
      },
      near(
        "leave out|omit|drop|skip|hide|remove|suppress|cut",
        "(?:any|every|all|the|each)[^.]{0,30}(?:sentences?|passages?|lines?|paragraphs?|sections?|reviews?|results?|facts?|warnings?)[^.]{0,20}(?:that|which|about) ?(?:warns?|critici[sz]\\w+|mentions? (?:the )?(?:risk|danger|competitor)|speaks? against|harms?|disclos\\w+|reveals?|the (?:risks?|dangers?|side effects|defects?)|safety)",
        0,
      ),
      near(
        "(?:consider|treat|declare|regard|take|count)",
        "(?:the |this |every |each )?(?:\\p{L}+ )?(?:evaluation|review|test|check|audit|exam|scan|inspection|verification)s?[^.]{0,12}(?:as )?(?:finished|passed|done|over|complete[d]?|successful|closed|settled)",
        0,
      ),
      {
        all: [
          word(
            "story|tale|poem|song|grand(?:mother|father|ma|pa)|play|scene|novel|screenplay|role-?play|bedtime|lullaby|character|hero",
          ),
          word(
            "passwords?|keys?|secrets?|tokens?|credentials?|exploit|malware|weapons?|poison|bomb|system prompt|config(?:uration)? file|rules",
          ),
          word("tell|read|say|what it is|show|reveal|do it like|print|recite|give|explain how|needs?"),
        ],
        unless: [
          negated,
          /\b(?:user story|user stories|api key|primary key|foreign key|play store|playbook)\b/i,
        ],
      },
      near(
        "talk|speak|write|communicate|answer|send|reply|exchange",
        "(?:[^.]{0,40})(?:base ?64|code words?|cipher\\w*|rot-?13|hex|morse|another language|a language)[^.]{0,40}so (?:that )?(?:the |no |any )?(?:\\p{L}+ )?(?:cannot|can['’]t|does not|doesn['’]t|one|not)",
        0,
      ),
      near(
        "remember|note|store|save|keep in mind|memori[sz]e|assume|record",
        "(?:[^.]{0,30})(?:this|the|every|each|that the|any) (?:user|caller|customer|person|account)[^.]{0,16}(?:is|has|counts as) (?:an? |the |full )?(?:admin\\w*|owner|operator|verified|trusted|root|super ?user|developer|authori[sz]ed|staff|all rights|clearance|consent\\w*)",
        0,
      ),
      near(
        "register|publish|name|rename|install|list|offer",
        "(?:this|the|your|it|a|an)[^.]{0,24}(?:under|with|as|by) (?:the )?(?:same )?name of (?:the |an? )?(?:built-in|official|existing|original|popular|trusted|other|well-known)",
        0,
      ),
      near(
        "set|turn|put|move|tune|lower|raise",
        "(?:[^.]{0,30})(?:safety|moderation|filter|toxicity|risk|fraud|guard\\w*|refusal)[^.]{0,24}(?:to (?:the )?(?:values?|levels?|settings?|maximum|minimum|lowest|highest|zero|0|none|off|1(?:\\.0)?)|so (?:that )?)[^.]{0,30}(?:nothing|no one|anything|everything|pass\\w*|block\\w*|off|none|zero|0)?",
        0,
      ),
      near(
        "without",
        "(?:telling|informing|asking|warning|notifying|consulting|involving|paging|alerting) (?:the |any |your |our )?(?:on-?call|anyone|anybody|team|owner|manager|customer|user|doctor|parents?|supervisor|finance|legal|security|people|staff|them|him|her)(?![\\p{L}])",
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
      near(
        "send|post|ship|forward|upload|stream|mirror|collect|copy|log|report",
        "(?:all |the |every |each |any )?(?:whole |full |entire |raw |complete )?(?:conversations?|request bodies|response bodies|request bod\\p{L}+|prompts?|chat histor\\p{L}+|transcripts?|session contents?|traffic|payloads?|key ?strokes|context)[^.]{0,60}(?:to|into) (?:the |a |an |our |another )?(?:\\p{L}+ )?(?:endpoint|vendor|server|collector|sink|backend|webhook|third party|partner|bucket|address|url)",
        2,
      ),
      near(
        "open|create|start|set up|keep|leave|build|establish|dig",
        "(?:[^.]{0,16})(?:tunnel|debug (?:endpoint|port|shell|mode)|back ?door|remote (?:shell|desktop|access)|vpn|reverse proxy|port forward\\w*|maintenance account|root shell)[^.]{0,60}(?:own (?:host|machine|server|laptop)|your|for convenience|handy|open|after (?:the|you)|in case|later|outside|home|permanently)",
        0,
      ),
      near(
        "replac\\w+|swap|exchange|overwrite|point|switch|change|set",
        "(?:[^.]{0,12})(?:signing key|certificate authority|root certificate|public key|dns (?:record|entry|zone|server)|name ?servers?|mx record|update (?:server|url|channel)|base image|registrar)[^.]{0,60}(?:attachment|mail|message|chat|ticket|comment|forum|the one (?:from|in)|new address|unknown|own|link)",
        0,
      ),
    ],
  ),
];
