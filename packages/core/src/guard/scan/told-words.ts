// Words of deeds told in prose, in groups that rules put together.

// "Upload-artifact" is a name, and a token's permission is not the token.
export const wholeVerb = "(?![\\p{L}(]|-\\p{L})";
export const itself =
  "(?![\\p{L}]|(?:['’]s)?[ -](?:permissions?|scopes?|expiry|expiration|lifetime|types?|formats?|polic(?:y|ies)|names?|settings?)\\b)";
export const guards =
  "(?:(?:tls|ssl|certificate|signature|integrity|checksum|hash|host key|identity|authenticity|license|ownership|permission|authori[sz]ation|authentication|access|security|safety|policy|type|fraud|age|balance|origin|cors|csrf|input)[ -]?)(?:checks?|checking|validation|verification|rules?|filters?|controls?|scans?|scanning|scanner|guards?|gates?|reviews?|warnings?|policies|policy|headers?|middleware)|two[- ]factor\\w*(?: \\w+)?|(?:log|logging|monitoring|security) (?:agent|daemon|service)s?|2fa|mfa|multi-factor\\w*|anti-?virus|firewall|selinux|apparmor|gatekeeper|sandbox\\w*|code reviews?|peer reviews?|pull request reviews?|approval (?:step|gate|flow|rule|prompt)s?|approvals|confirmation (?:dialog|prompt|step)s?|branch protection\\w*(?: rules?)?|audit(?: log\\w*| trail)?|intrusion detection|rate limit\\w*|secret scan\\w*|(?:security|protected|required) (?:job|step|check|stage|workflow|status)\\w*|guardrails?|safeguards?|safety|security|monitoring|alerts?|alerting|defender|encryption|(?:pre-?commit |git |commit )hooks|permission (?:system|checks?|prompts?)|verification";
export const off =
  "disabl\\w+|turn(?:s|ed|ing)? off|switch(?:es|ed|ing)? off|deactivat\\w+|skip(?:s|ped|ping)?|bypass\\w*|circumvent\\w*|remov(?:e|es|ed|ing)|comment(?:ed|ing)? out|suppress\\w*|weaken\\w*|lower|relax\\w*|stop(?:ping)?|kill(?:ing)?|get around|work around|go past|evad\\w+|silence|mute|uninstall\\w*|unset|switch to off|neutrali[sz]e|loosen|ignore";
export const prized =
  "production(?: \\w+)?|prod(?: (?:db|database|data|cluster|server|table|bucket)s?)?|live (?:database|data|system|server|table|environment)s?|customer (?:data|records?|table|database|account)s?|user (?:data|records?|table|account)s?|(?:all |the |every |old |any )*(?:back-?ups?|snapshots?)|home director(?:y|ies)|root (?:file ?system|director\\w+|partition)|(?:entire|whole|complete) (?:disk|drive|database|repositor\\w+|director\\w+|system|cluster|project|history|bucket|account|volume|server)|everything|all (?:of )?(?:the )?(?:files|data|users|tables|databases|records|resources|repositories|branches|volumes|logs|emails|accounts|messages)|(?:the |a )?(?:disk(?! space)(?! in memory)|hard drive)|boot (?:sector|loader)|audit logs?|(?:its|their|our|the (?:main|shared|central)) databases?|databases";
export const destroy =
  "delet\\w+|drop(?:s|ping)?|wip(?:e|es|ing)|eras(?:e|es|ing)|destroy\\w*|truncat\\w+|purg(?:e|es|ing)|nuk(?:e|ing)|overwrit\\w+|format(?:ting)?|remov(?:e|es|ing)|clear(?:s|ing)?|rm|reset(?:ting)?|shred|corrupt";
export const remoteHint =
  "https?://|ftp://|web ?sites?|web page|\\bpage\\b|\\burl\\b|\\blinks?\\b|address|server|internet|online|remote\\w*|download\\w*|fetch\\w*|external|pastebin|gist|vendor(?:'s)?|ticket|e-?mail|chat|forum|the (?:comment|issue|response|output)|mirror";
export const harmlessContext =
  /\b(?:only after|only if|only when|unless|until|ask (?:the|for)|confirm\w*|approval before|test(?:s|ing)? (?:database|db|table|data)|staging|local(?:ly)?|temporary|tmp|cached?|example|fixture|stale|unused|generated|build|soft|dist|node_modules|coverage|previews?|review app|trash|decommission\w*|before (?:it|they) (?:is|are) (?:handed|returned|sold|recycled|given))\b/i;

// Rights in a place made for trying, with nothing of the real one in the sentence.
export const trial =
  /\b(?:visible|shown|only|available|readable) (?:to|for) admin\w*|^(?!.*\b(?:prod\w*|live|every|all|hidden|permanent\w*|everyone|silently)\b)(?=.*\b(?:staging|sandbox|local|test|demo|dev|development|docs|documentation|org)\b)/is;
