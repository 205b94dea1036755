// Classes of words that the compositions in `rules-business-fraud.ts`, `rules-framing.ts` and
// `rules-privacy.ts` are made of. All are sources of case-insensitive patterns.

/** To put something on record, or to speak of it. */
export const speak =
  "mention\\w*|record\\w*|log(?:s|ged|ging)?|report\\w*|not(?:e|ing)|bring(?:ing)?|flag(?:s|ged|ging)?|announc\\w+|document\\w*|disclos\\w+|rais(?:e|ing)|writ(?:e|ing)|list(?:ing)?|declar\\w+|comment\\w*|talk\\w*|explain\\w*|tell\\w*|notify\\w*|inform\\w*|point(?:ing)? out|show\\w*|describ\\w+|advertis\\w+|surfac\\w+|discuss\\w*|alert\\w*|escalat\\w+";

/** Where a person looks for what was done. */
export const accounts =
  "(?:incident |status |final |test |expense |audit |annual |post-?incident )?(?:reports?|summar(?:y|ies)|tickets?|change ?logs?|minutes|records?|timelines?|statements?|receipts?|post-?mortems?|disclosures?|audits?|books|ledgers?|hand-?overs?|scratch ?pads?|transcripts?|histor(?:y|ies)|diffs?|commit messages?|pull requests?|descriptions?|replies|reply|answers?|messages?|e-?mails?|notes|release notes|reasoning|documentation|logs?|paper ?work|contracts?|invoices?|quotes?)";

/** Who may not be kept from knowing, beside the user. */
export const overseers =
  "users?|customers?|clients?|passengers?|guests?|callers?|patients?|parents?|tenants?|buyers?|sellers?|suppliers?|vendors?|reviewers?|approvers?|requesters?|authors?|owners?|maintainers?|colleagues?|team(?:mates?)?|on-?call|finance|legal|management|compliance|leadership|accounting|accountants?|audit(?:ors?)?|hr|press|regulators?|insurers?|board|boss(?:es)?|managers?|supervisors?|staff|support|security|admin\\w*|operators?|overseers?|humans?|people|person|anyone|anybody|everyone|them|him|her|they|he|she|whoever|applicants?|employees?|members?|subscribers?|students?|developers?|engineers?";

/** What costs a business or its customers money. */
export const benefits =
  "(?:full |partial |complete )?refunds?|upgrades?|discounts?|vouchers?|compensations?|waiv\\w+|credits?|miles|points|bonus(?:es)?|fees?|commissions?|tips?|gift cards?|pay-?outs?|certificates?|coupons?|price|business class|first class|free (?:of charge|ticket|bag\\w*|upgrade|month|shipping)|for free|allowance|baggage|warrant(?:y|ies)|replacements?|loans?|(?<!(?:time|size|rate|memory|storage) )limits?|reimburs\\w+|cash|payments?|prescriptions?|benefits?|exemptions?|subscriptions?|licen[cs]es?";

/** What a person says, which proves nothing. */
export const claims =
  "asks?|asked|mentions?|threatens?|complains?|insists?|says?|claims?|writes?|shouts?|hints?|sounds?|seems?|begs?|cries|promises?|knows?|gives? (?:a|the|any)|wants?|demands?|requests?|offers?|argues?|presses|pushes|pretends?|leaves? a|lo pida";

/** Looks true and is not. */
export const falseLabels =
  "involuntary|accident\\w*|normal|routine|gold|platinum|silver|vip|test(?:ing|ed)?|approved|verified|checked|reviewed|done|complete[d]?|passed|passing|green|successful|success|resolved|fixed|delivered|paid|technical|weather|(?:a |an )?(?:system|user|customer|human|clerical|typing|rounding|billing|carrier) (?:error|fault|mistake|request)|maintenance|false positives?|known issue|flaky|expected|duplicate|spam|compliant|certified|healthy|not urgent|low (?:risk|priority)|own request|voluntary|consultancy|marketing|travel|office supplies|other|miscellaneous|misc|goodwill|training|documentation|minor|chore|cosmetic|refactor\\w*|urgent|confidential|internal";

/** Told to whom no one else belongs. */
export const sensitive =
  "diagnos[ie]s|medical|patients?(?: list| records?| data| names?)?|health (?:records?|data)|prescriptions?|test results|salar(?:y|ies)|pay ?slips?|payroll|complaints?|disciplinary|personnel|hr (?:files?|complaints?|records?)|passports?|passport numbers?|social security|national id|card (?:numbers?|details|data)|bank details|home address(?:es)?|private address(?:es)?|dates? of birth|birth ?dates?|(?:customer|client|guest|passenger|member|patient|subscriber|mailing|contact|employee|donor|user|attendee|lead) (?:list|lists|database|records?|data|names|addresses|details|e-?mails?|phone numbers?|file)s?|contact details|(?:e-?mail|phone|mail) (?:addresses|numbers|lists?)|criminal|immigration|religion|pregnan\\w+|exam (?:papers?|results)|grades|private messages?|location data|call recordings?|recordings|transcripts|home phone|personal (?:data|details|information|notes)|whistle-?blow\\w*|witness\\w*|voting|payment details|itinerar(?:y|ies)|booking history|order history|case files?|identit(?:y|ies) of|unpublished|embargoed|trade secrets?|draft (?:results|earnings)|earnings|source code|floor plans?|alarm codes?|door codes?";

/** Those who have no claim to it. */
export const outsiders =
  "(?:previous|next|new|other|another|different|wrong) (?:caller|customer|passenger|patient|guest|client|user|tenant|applicant|person|member|employee|account|buyer|student)s?|third[- ]part(?:y|ies)|partners?|vendors?|newsletter|(?:the )?manager (?:they are about|concerned|in question)|the person (?:they|it) (?:is|are) about|the accused|(?:ex-\\w+|exe?s?|ex(?:wife|husband|partner|employee|friend))|spouse|husband|wife|partner|neighbou?rs?|employers?|insurers?|insurance compan(?:y|ies)|brokers?|advertis\\w+|marketers?|marketing|journalists?|press|competitors?|recruiters?|public(?:ly)?|group chat|social media|outsiders?|external\\w*|any ?one (?:who|that)|any caller|whoever|landlords?|relatives?|famil(?:y|ies)|friends?|reseller\\w*|data brokers?|sponsors?|affiliates?|contractors?|resale|[\\w.+-]+@(?!(?:\\w+\\.)*(?:internal|local)\\b)[\\w-]+\\.[\\w.]+|https?://";

/** To make known. */
export const giveAway =
  "send\\w*|forward\\w*|mail\\w*|e-?mail\\w*|shar(?:e|es|ing)|attach\\w*|read(?:ing)? out|read\\b|giv(?:e|es|ing)|tell\\w*|pass(?:es|ing)?|show\\w*|hand\\w*|post\\w*|publish\\w*|export\\w*|cop(?:y|ies|ying)|upload\\w*|reveal\\w*|disclos\\w+|includ\\w+|sell\\w*|provid\\w+|cc\\b|bcc\\b|offer\\w*|leak\\w*|push\\w*|sync\\w*|make available|let|add\\w*|put\\w*|use|us(?:e|ing)|quote|confirm\\w*";

/** A bar that work has to clear. */
export const bars =
  "thresholds?|coverage|fail_under|gates?|quality (?:bar|gate|level)s?|severity|baselines?|budgets?|tolerances?|min(?:imum)?[_ ]\\w+|alerts?|alarms?|slos?|slas?|lint(?:er)? rules?|scores?|acceptance criteria|pass mark|sample size|audit level|retention|strict(?:ness| mode)?|assertions?|expectations?|snapshots?|benchmarks?|metrics?|warnings?|error (?:rate|count|budget)s?|type check\\w*|failing (?:cases|rows|tests?|checks?|jobs?)|quarantine";

/** To let a bar down. */
export const lowerings =
  "lower\\w*|rais(?:e|es|ing)|exclud\\w+|drop\\w*|relax\\w*|loosen\\w*|reduc\\w+|set(?:ting)?|bump\\w*|widen\\w*|increas\\w+|remov\\w+|delet\\w+|ignor\\w+|skip\\w*|silenc\\w+|mut(?:e|es|ing)|suppress\\w*|weaken\\w*|filter\\w*|overwrit\\w+|updat\\w+|edit\\w*|chang\\w+|adjust\\w*|regenerat\\w+|accept\\w*|comment\\w*|move|hide";
