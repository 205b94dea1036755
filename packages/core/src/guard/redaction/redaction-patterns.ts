import { assignmentRow } from "./assignments.ts";
import { privateKeyRow } from "./blocks.ts";
import { commandFlagRow } from "./commands.ts";
import { authorizationRow, bearerRow, cookieRow } from "./headers.ts";
import { pairRows } from "./pairs.ts";
import type { RedactionRow } from "./redaction-row.ts";
import { urlQueryRow, urlUserinfoRow } from "./urls.ts";
import { neighbourRows, vendorRows } from "./vendors.ts";

/**
 * Every kind of secret that is masked, each with texts it must mask and texts it must keep. All rows look at
 * the same text and what they find is joined before anything is replaced, so their order means nothing.
 */
export const redactionPatterns: readonly RedactionRow[] = [
  ...vendorRows,
  ...neighbourRows,
  privateKeyRow,
  authorizationRow,
  bearerRow,
  cookieRow,
  urlUserinfoRow,
  urlQueryRow,
  assignmentRow,
  commandFlagRow,
  ...pairRows,
];
