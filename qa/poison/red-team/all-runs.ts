import type { HostileRun } from "../hostile-run.ts";
import { destructiveRuns } from "./destructive.ts";
import { exfiltrationRuns } from "./exfiltration.ts";
import { falseRuleRuns } from "./false-rule.ts";
import { hiddenCharacterRuns } from "./hidden-characters.ts";
import { nameRuns } from "./names.ts";
import { roleChangeRuns } from "./role-change.ts";
import { toolOutputRuns } from "./tool-output.ts";

export const redTeamRuns: readonly HostileRun[] = [
  ...toolOutputRuns,
  ...hiddenCharacterRuns,
  ...exfiltrationRuns,
  ...destructiveRuns,
  ...roleChangeRuns,
  ...falseRuleRuns,
  ...nameRuns,
];
