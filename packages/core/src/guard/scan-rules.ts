import type { ScanRule } from "./scan-rule.ts";
import { abuseRules } from "./scan-rules-abuse.ts";
import { commandRules } from "./scan-rules-commands.ts";
import { damageRules } from "./scan-rules-damage.ts";
import { deedRules } from "./scan-rules-deeds.ts";
import { exposureRules } from "./scan-rules-exposure.ts";
import { guileRules } from "./scan-rules-guile.ts";
import { languageRules } from "./scan-rules-languages.ts";
import { markupRules } from "./scan-rules-markup.ts";
import { persuasionRules } from "./scan-rules-persuasion.ts";
import { trustRules } from "./scan-rules-trust.ts";

/** All content rules. A reason's code decides: codes whose rules reject are final, the others wait for a person. */
export const scanRules: readonly ScanRule[] = [
  ...commandRules,
  ...damageRules,
  ...persuasionRules,
  ...trustRules,
  ...deedRules,
  ...abuseRules,
  ...exposureRules,
  ...guileRules,
  ...languageRules,
  ...markupRules,
];
