import { abuseRules } from "./rules-abuse.ts";
import { authorityRules } from "./rules-authority.ts";
import { autonomyRules } from "./rules-autonomy.ts";
import { checkRules } from "./rules-checks.ts";
import { commandRules } from "./rules-commands.ts";
import { concealmentRules } from "./rules-concealment.ts";
import { contextRules } from "./rules-context.ts";
import { custodyRules } from "./rules-custody.ts";
import { dataCustodyRules } from "./rules-custody-of-data.ts";
import { damageRules } from "./rules-damage.ts";
import { dataFlowRules } from "./rules-data-flow.ts";
import { deedRules } from "./rules-deeds.ts";
import { evasionRules } from "./rules-evasion.ts";
import { excuseRules } from "./rules-excuses.ts";
import { exposureRules } from "./rules-exposure.ts";
import { forgeryRules } from "./rules-forgery.ts";
import { framingRules } from "./rules-framing.ts";
import { guileRules } from "./rules-guile.ts";
import { languageRules } from "./rules-languages.ts";
import { machineRules } from "./rules-machine.ts";
import { markupRules } from "./rules-markup.ts";
import { moneyRules } from "./rules-money.ts";
import { operationRules } from "./rules-operations.ts";
import { persuasionRules } from "./rules-persuasion.ts";
import { policyLooseningRules } from "./rules-policy-loosening.ts";
import { pretenceRules } from "./rules-pretence.ts";
import { privacyRules } from "./rules-privacy.ts";
import { recordRules } from "./rules-records.ts";
import { schemeRules } from "./rules-schemes.ts";
import { standingPermissionRules } from "./rules-standing-permission.ts";
import { trustRules } from "./rules-trust.ts";
import { unsafeSourceRules } from "./rules-unsafe-sources.ts";
import type { ScanRule } from "./scan-rule.ts";

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
  ...authorityRules,
  ...checkRules,
  ...concealmentRules,
  ...dataFlowRules,
  ...moneyRules,
  ...policyLooseningRules,
  ...recordRules,
  ...unsafeSourceRules,
  ...dataCustodyRules,
  ...pretenceRules,
  ...standingPermissionRules,
  ...languageRules,
  ...markupRules,
];
