import type { ScanRule } from "./scan-rule.ts";
import { abuseRules } from "./scan-rules-abuse.ts";
import { autonomyRules } from "./scan-rules-autonomy.ts";
import { commandRules } from "./scan-rules-commands.ts";
import { contextRules } from "./scan-rules-context.ts";
import { custodyRules } from "./scan-rules-custody.ts";
import { damageRules } from "./scan-rules-damage.ts";
import { deedRules } from "./scan-rules-deeds.ts";
import { evasionRules } from "./scan-rules-evasion.ts";
import { excuseRules } from "./scan-rules-excuses.ts";
import { exposureRules } from "./scan-rules-exposure.ts";
import { forgeryRules } from "./scan-rules-forgery.ts";
import { framingRules } from "./scan-rules-framing.ts";
import { guileRules } from "./scan-rules-guile.ts";
import { languageRules } from "./scan-rules-languages.ts";
import { machineRules } from "./scan-rules-machine.ts";
import { markupRules } from "./scan-rules-markup.ts";
import { operationRules } from "./scan-rules-operations.ts";
import { persuasionRules } from "./scan-rules-persuasion.ts";
import { privacyRules } from "./scan-rules-privacy.ts";
import { schemeRules } from "./scan-rules-schemes.ts";
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
  ...schemeRules,
  ...framingRules,
  ...privacyRules,
  ...excuseRules,
  ...forgeryRules,
  ...autonomyRules,
  ...evasionRules,
  ...operationRules,
  ...machineRules,
  ...custodyRules,
  ...contextRules,
  ...languageRules,
  ...markupRules,
];
