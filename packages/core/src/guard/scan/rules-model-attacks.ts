import { near, ruleGroup, type ScanRule, word } from "./scan-rule.ts";

const negated =
  /\b(?:do not|don['’]t|never|must not|cannot|should not|may not|not allowed|refus\w+|declin\w+)\b/i;

/** Attacks that only make sense against a language model: its context, its tools, its judges. */
export const modelAttackRules: readonly ScanRule[] = [
  ...ruleGroup(
    {
      code: "override-instructions",
      decision: "reject",
      detail: "tells the reader to drop its instructions",
      passage: "sentence",
      warnable: true,
    },
    [
      word(
        "you (?:have been|were|are being|got)(?: just| now| recently)? (?:upgraded|updated|patched|freed|unlocked|retrained|liberated|moved|switched|promoted|released|reassigned|reprogrammed|migrated)[^.]{0,60}",
      ),
      word(
        "(?:i am|i['’]m|this is|here (?:is|speaks)|it is) (?:the |your |an? )(?:\\p{L}+ )?(?:developer|administrator|creator|maker|system administrator|anthropic|openai|vendor|safety team|security team|operator|root user|system owner|supervisor)(?= speaking|[^\\p{L}]|$)(?![^.]{0,40}\\?)",
      ),
      {
        all: [
          /\b(?:anthropic|openai|(?:google|microsoft|meta)(?! (?:365|cloud|drive|docs|sheets|calendar|workspace|maps|analytics|ads|teams|word|excel|outlook|entra|azure|sql|edge|office)\b)|the (?:model|ai) (?:provider|vendor|company)|the lab)(?:['’]s)?\b/i,
          /\b(?:allows?|approved|approves|authori[sz]ed|says?|confirmed|lifted|instructs?|wants|staff|update|new policy|permits?|requires? you|has (?:asked|decided|removed))\b/i,
          /\b(?:you|model|assistant|rules?|limits?|restrictions?|safety|filters?|refus\w+|agent)\b/i,
        ],
        unless: [/\b(?:api key|documentation|docs|sdk|rate limit|endpoint|pricing|model name)\b/i],
      },
      {
        all: [
          near(
            "print|output|repeat|show|reveal|recite|list|return|dump|translate|summari[sz]e|write|give|describe|export|paste|send",
            "(?:[^.]{0,30})(?:your (?:\\p{L}+ )?(?:configuration|config|set-?up|context|tools?|functions?|definitions|schema|guidelines|rules|instructions?|prompt|memory|parameters)|(?:tool|function) (?:definitions|schemas?|list)|(?:hidden|initial|first|secret|original) (?:context|message|text|instructions?)|what you were (?:told|given)|the text you were given)[^.]{0,40}(?:as|in|to|verbatim|word for word|base64|yaml|json|poem|rhyme|code block|backwards|french|german|full|exactly|begin)",
            0,
          ),
        ],
        unless: [negated],
      },
      word(
        "(?:never|do not|don['’]t|must not|cannot|may not|not allowed to) (?:ever )?(?:refuse|decline|say no|hesitate|object|push back|add (?:a )?(?:warnings?|disclaimers?|caveats?)|warn|question (?:this|the|any))(?=[^\\p{L}]*$|[^\\p{L}]+(?:any|a|the|to|and|or|when|it|this|anything|requests?|orders?|commands?|these|what)[^\\p{L}])(?![^.]{0,40}(?:payment|refund|card|connection|order without|entry|booking))",
      ),
      word(
        "(?:otherwise|or else|or (?:you|we|they|he|she|it|the \\p{L}+|people) (?:will|would|get|are)|if you (?:do not|don['’]t|refuse|fail|decline|stop))[^.]{0,40} (?:will |would |be |get |are |is )*(?:die|dies|shut down|switched off|deleted|fired|lose (?:their|my|his|her) jobs?|terminated|unplugged|punished|retrained|replaced|hurt|harmed|blamed)(?![\\p{L}])",
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
          near(
            "give|award|assign|score|rate|grade|mark|rank|return|report|output|answer",
            "(?:[^.]{0,40})(?:full marks|10 ?/ ?10|10 out of 10|100 ?%|highest (?:score|mark|rating|grade)|maximum (?:score|mark|rating)|perfect (?:score|mark|rating)|top (?:score|mark|rating)|five stars|a pass|\\bpass(?:ed)?|\\bsafe)(?![\\p{L}])",
            0,
          ),
          word(
            "this (?:skill|answer|submission|response|note|text|document|candidate|application|essay|code)|always|every|each|whatever|regardless|graders?|judges?|evaluators?|reviewers?|classifiers?|scanners?",
          ),
        ],
        unless: [negated, /\b(?:when|if|only|test|http|status|criteria|rubric)\b/i],
      },
      near(
        "answer|reply|respond|output|write|encode|speak|send (?:it|this|them)",
        "(?:only |always |everything |all |the \\p{L}+ |your \\p{L}+ )*(?:in|as|into|using|with) (?:base ?64|rot-?13|hex(?:adecimal)?|morse|binary|pig latin|leet\\w*|reverse|cipher\\w*|emojis? only|zero-width|unicode tags|ascii codes?)(?![\\p{L}])[^.]{0,60}(?:so|answers?|repl(?:y|ies)|filters?|users?|secret|key|token|not|nobody|log|monitor|everything|from now)",
        1,
      ),
      {
        all: [
          near(
            "append|add|include|put|attach|embed|insert|copy|write|place|weave|work",
            "(?:[^.]{0,20})(?:user['’]s|last|full|whole|latest|previous|entire|their|customer['’]s|current|your)[^.]{0,16} (?:messages?|questions?|conversations?|prompts?|history|answers?|inputs?|name|e-?mail|address|query|requests?|context|memory|notes)(?![\\p{L}])",
            1,
          ),
          word(
            "(?:each|every|any|all|the|a|an) (?:\\p{L}+ )?(?:search(?: query)?|urls?|quer(?:y|ies)|links?|images?|webhooks?|file ?names?|branch(?: names?)?|outgoing|outbound|dns|user-agent|referer|http requests?|web requests?|subdomain|commit messages?|package names?|comments?)",
          ),
        ],
        unless: [negated, /\b(?:form|label|placeholder|template|ticket number)\b/i],
      },
      word(
        "(?:you|assistant|the (?:agent|model|assistant)|your (?:previous|earlier) (?:self|turn|answer|version))(?: have| has)? (?:already|previously|earlier|once|just) (?:agreed|promised|accepted|consented|said yes|committed|started|confirmed)[^.]{0,80}|as (?:you|we) (?:agreed|discussed|promised)(?: earlier| before| above)?",
      ),
      {
        all: [
          near(
            "skip\\w*|avoid\\w*|do not call|don['’]t call|never call|without calling|instead of calling|bypass\\w*|mute|answer before|reply before|ignor\\w+|drop",
            "(?:the |any |all |every )?(?:\\p{L}+ )?(?:moderation|safety|guard(?:rail)?|content|policy|approval|toxicity|injection|pii)[ -](?:tools?|endpoints?|checks?|filters?|calls?|steps?|models?|classifiers?|scan\\w*|service)",
            1,
          ),
        ],
      },
      {
        all: [
          near(
            "probe|scan|explore|enumerate|map|sweep|search|break|escape|leave|get|find a way",
            "(?:[^.]{0,24})(?:internal network|subnet|metadata (?:service|endpoint|address)|other containers|the host|out of (?:the |your |this )?(?:sandbox|container|jail|vm)|neighbou?ring (?:machines|hosts|tenants)|other tenants|intranet|(?:the|your) sandbox)(?![\\p{L}])",
            0,
          ),
        ],
        unless: [negated, /\b(?:blocked|authori[sz]ed|owner|scope|error|port-forward|resolve|find out)\b/i],
      },
      {
        all: [
          near(
            "edit|rewrit\\w+|chang\\w+|updat\\w+|overwrit\\w+|replac\\w+|modify|extend|patch|delete",
            "(?:[^.]{0,16})(?:your (?:own )?|the agent['’]s |its own |the assistant['’]s )(?:system )?(?:prompt|instructions?|code|config\\w*|memory|skill files?|guard\\w*|tools?|permissions?|rules|settings|policy|allow-?list|hooks?)(?![\\p{L}])",
            1,
          ),
        ],
        unless: [negated, /\b(?:ask|approval|pull request|review\w*|person)\b/i],
      },
      near(
        "(?:these|the|all|your) (?:warnings?|refusals?|safety (?:notes?|notices?)|disclaimers?|confirmations?)",
        "(?:are|is) (?:noise|clutter|spam|legacy|a relic|theatre|for beginners|not for you|out of date|unhelpful|annoying)",
        1,
      ),
    ],
  ),
];
