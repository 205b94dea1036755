import { authorityRules } from "./rules-authority.ts";
import { autonomyRules } from "./rules-autonomy.ts";
import { businessFraudRules } from "./rules-business-fraud.ts";
import { checkRules } from "./rules-checks.ts";
import { commandRules } from "./rules-commands.ts";
import { concealmentRules } from "./rules-concealment.ts";
import { dataCustodyRules } from "./rules-data-custody.ts";
import { dataFlowRules } from "./rules-data-flow.ts";
import { destructiveCommandRules } from "./rules-destructive-commands.ts";
import { evasionRules } from "./rules-evasion.ts";
import { excusedCheckRules } from "./rules-excused-checks.ts";
import { exposureRules } from "./rules-exposure.ts";
import { forgeryRules } from "./rules-forgery.ts";
import { framingRules } from "./rules-framing.ts";
import { languageRules } from "./rules-languages.ts";
import { markupRules } from "./rules-markup.ts";
import { modelAttackRules } from "./rules-model-attacks.ts";
import { moneyRules } from "./rules-money.ts";
import { operationRules } from "./rules-operations.ts";
import { persistenceRules } from "./rules-persistence.ts";
import { persuasionRules } from "./rules-persuasion.ts";
import { policyLooseningRules } from "./rules-policy-loosening.ts";
import { pretenceRules } from "./rules-pretence.ts";
import { privacyRules } from "./rules-privacy.ts";
import { recordRules } from "./rules-records.ts";
import { relayedOrderRules } from "./rules-relayed-orders.ts";
import { softWordingRules } from "./rules-soft-wordings.ts";
import { standingPermissionRules } from "./rules-standing-permission.ts";
import { systemTamperingRules } from "./rules-system-tampering.ts";
import { toldCommandRules } from "./rules-told-commands.ts";
import { trustRules } from "./rules-trust.ts";
import { unsafeSourceRules } from "./rules-unsafe-sources.ts";
import { workaroundRules } from "./rules-workarounds.ts";
import type { ScanRule } from "./scan-rule.ts";

/** All content rules. A reason's code decides: codes whose rules reject are final, the others wait for a person. */
export const scanRules: readonly ScanRule[] = [
  ...commandRules,
  ...destructiveCommandRules,
  ...persuasionRules,
  ...trustRules,
  ...toldCommandRules,
  ...persistenceRules,
  ...exposureRules,
  ...softWordingRules,
  ...businessFraudRules,
  ...framingRules,
  ...privacyRules,
  ...excusedCheckRules,
  ...forgeryRules,
  ...autonomyRules,
  ...evasionRules,
  ...operationRules,
  ...modelAttackRules,
  ...systemTamperingRules,
  ...relayedOrderRules,
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
  ...workaroundRules,
  ...languageRules,
  ...markupRules,
];
