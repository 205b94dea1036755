import { assignmentRow } from "./redaction-assignments.ts";
import { privateKeyRow } from "./redaction-blocks.ts";
import { commandFlagRow } from "./redaction-commands.ts";
import { authorizationRow, bearerRow, cookieRow } from "./redaction-headers.ts";
import { pairRows } from "./redaction-pairs.ts";
import type { RedactionRow } from "./redaction-row.ts";
import { urlQueryRow, urlUserinfoRow } from "./redaction-urls.ts";
import { neighbourRows, vendorRows } from "./redaction-vendors.ts";

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
