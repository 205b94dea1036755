import type { RedactionRow } from "./redaction-row.ts";

// A token may follow an escaped line break of a JSON string or a percent-encoded character, whose last
// character looks like part of a word.
const edge = "(?<=^|[^A-Za-z0-9]|\\\\[nrt]|%[0-9A-Fa-f]{2})";
const token = (body: string): RegExp => new RegExp(edge + body, "g");

const mixed = (length: number): string => "aB3dE6gH9k".repeat(Math.ceil(length / 10)).slice(0, length);
const hex = (length: number): string => "0a1b2c3d4e5f6789".repeat(Math.ceil(length / 16)).slice(0, length);
const marked = (prefix: string, rest: string): string => `⟦${prefix}${rest}⟧`;

interface VendorRow {
  readonly name: string;
  readonly hint: readonly string[];
  readonly body: string;
  readonly positives: () => readonly string[];
  readonly negatives?: readonly string[];
}

const vendors: readonly VendorRow[] = [
  {
    name: "openai-key",
    hint: ["sk-"],
    body: "sk-(?:[A-Za-z0-9]{20,}|(?:proj|svcacct|admin|None|or|lf)-[A-Za-z0-9_-]{16,})",
    positives: () => [`key ${marked("sk-", mixed(48))}`, `{"a":"${marked("sk-proj-", mixed(60))}"}`],
    negatives: ["div.sk-estimator-doc-link-container", "task-runner-for-all-of-the-workspaces"],
  },
  {
    name: "anthropic-key",
    hint: ["sk-ant-"],
    body: "sk-ant-[A-Za-z0-9_-]{16,}",
    positives: () => [`x ${marked("sk-ant-", `api03-${mixed(40)}`)}`],
    negatives: ["the prefix sk-ant- is reserved"],
  },
  {
    name: "model-host-key",
    hint: ["gsk_", "xai-", "pplx-", "hf_", "r8_", "nvapi-", "tgp_v1_", "fw_", "csk-"],
    body: "(?:gsk_|xai-|pplx-|hf_|r8_|nvapi-|tgp_v1_|fw_|csk-)[A-Za-z0-9_-]{20,}",
    positives: () => [`use ${marked("gsk_", mixed(52))} now`, `${marked("hf_", mixed(34))}`],
    negatives: ["def hf_load_model(): pass", "let gsk_short = 1"],
  },
  {
    name: "github-token",
    hint: ["ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_"],
    body: "(?:gh[pousr]_[A-Za-z0-9]{20,}|github_pat_[A-Za-z0-9_]{20,})",
    positives: () => [`a\\n${marked("ghp_", mixed(36))}`, `"${marked("github_pat_", mixed(82))}"`],
    negatives: ["tokens start with ghp_ or github_pat_"],
  },
  {
    name: "gitlab-token",
    hint: ["gl"],
    body: "gl(?:pat|ptt|dt|rt|cbt|soat|ft|agent|imt|oas|ffct|sa|c|wt)[-_][A-Za-z0-9_.-]{16,}",
    positives: () => [`clone with ${marked("glpat-", mixed(20))}`],
    negatives: ["glpat- is the prefix", "glass-house-with-many-windows-in-it"],
  },
  {
    name: "aws-access-id",
    hint: ["AKIA", "ASIA", "ABIA", "ACCA"],
    body: "(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}(?![A-Za-z0-9])",
    positives: () => [`id ${marked("AKIA", "Q7".repeat(8))}.`],
    negatives: ["AKIAxyz", "ASIAN markets open", `AKIA${"A".repeat(30)}`],
  },
  {
    name: "slack-token",
    hint: ["xox", "xapp-"],
    body: "(?:xox[a-z](?:\\.xox[a-z])?-|xapp-)[A-Za-z0-9-]{10,}",
    positives: () => [`slack ${marked("xoxb-", `${hex(11)}-${mixed(24)}`)}`],
    negatives: ["xoxb- tokens", "the xox family"],
  },
  {
    name: "google-key",
    hint: ["AIza", "ya29.", "GOCSPX-", "1//0"],
    body: "(?:AIza[A-Za-z0-9_-]{30,}|ya29\\.[A-Za-z0-9_.-]{16,}|GOCSPX-[A-Za-z0-9_-]{20,}|1//0[A-Za-z0-9_-]{20,})",
    positives: () => [`maps?v=${marked("AIza", mixed(35))}&a=1`, marked("ya29.", `a0${mixed(60)}`)],
    negatives: ["AIza is how they start", "https://host/1//0/x"],
  },
  {
    name: "payment-key",
    hint: ["_live_", "_test_", "whsec_", "sq0", "shp", "rzp_"],
    body: "(?:[sr]k_(?:live|test)_[A-Za-z0-9]{10,}|whsec_[A-Za-z0-9+/=]{16,}|sq0[a-z]{3}-[A-Za-z0-9_-]{20,}|shp(?:at|ca|pa|ss)_[a-fA-F0-9]{30,}|rzp_live_[A-Za-z0-9]{10,})",
    positives: () => [`stripe ${marked("sk_live_", mixed(24))}`, `${marked("whsec_", mixed(32))}`],
    negatives: ["task_test_runner", "sk_test_ keys move no money"],
  },
  {
    name: "package-registry-token",
    hint: ["npm_", "pypi-", "rubygems_", "dckr_", "oy2", "cio"],
    body: "(?:npm_[A-Za-z0-9]{30,}|pypi-[A-Za-z0-9_-]{30,}|rubygems_[a-f0-9]{40,}|dckr_[a-z]{3,4}_[A-Za-z0-9_-]{20,}|oy2[a-z0-9]{43}|cio[A-Za-z0-9]{32})(?![A-Za-z0-9])",
    positives: () => [`npm ${marked("npm_", mixed(36))}`, marked("pypi-", `AgEIcHlwaS5vcmc${mixed(60)}`)],
    negatives: ["npm_config_registry", "npm_lifecycle_event", "pypi-publish"],
  },
  {
    name: "mail-and-phone-key",
    hint: ["SG.", "SK", "key-", "xkeysib-", "re_", "md-"],
    body: "(?:SG\\.[A-Za-z0-9_-]{16,}\\.[A-Za-z0-9_-]{16,}|SK[0-9a-f]{32}|key-[0-9a-f]{32}|xkeysib-[a-f0-9]{32,}[A-Za-z0-9-]*|re_[A-Za-z0-9]{8}_[A-Za-z0-9]{20,})(?![A-Za-z0-9])",
    positives: () => [marked("SG.", `${mixed(22)}.${mixed(43)}`), `sid ${marked("SK", hex(32))}`],
    negatives: ["SG.short.x", "SKU-0001", "re_match_groups"],
  },
  {
    name: "cloud-host-token",
    hint: [
      "_v1_",
      "dapi",
      "dose",
      "Q~",
      "atlasv1",
      "hvs.",
      "hvb.",
      "dp.",
      "tskey-",
      "sbp_",
      "pul-",
      "fm1",
      "fm2",
      "CFPAT",
      "fo1_",
      "HRKU-",
    ],
    body: "(?:do[opr]_v1_[a-f0-9]{40,}|dapi[a-f0-9]{32}|[A-Za-z0-9_~.-]{3}\\dQ~[A-Za-z0-9_~.-]{30,}|[A-Za-z0-9]{14}\\.atlasv1\\.[A-Za-z0-9_-]{40,}|hv[sb]\\.[A-Za-z0-9_-]{20,}|dp\\.[a-z]{2,5}\\.[A-Za-z0-9]{30,}|tskey-[A-Za-z]+-[A-Za-z0-9-]{16,}|sbp_[a-f0-9]{40}|pul-[a-f0-9]{40}|fo1_[A-Za-z0-9_-]{30,}|fm[12][a-z]?_[A-Za-z0-9_+/=,-]{30,}|CFPAT-[A-Za-z0-9_-]{30,}|HRKU-[A-Za-z0-9_-]{30,})",
    positives: () => [`doctl ${marked("dop_v1_", hex(64))}`, `az ${marked("abc8Q~", mixed(34))}`],
    negatives: ["dop_v1_ tokens", "hvs.json", "dp.setup.run()"],
  },
  {
    name: "work-tool-token",
    hint: [
      "lin_api_",
      "ntn_",
      "secret_",
      "figd_",
      "ATATT3",
      "ATCTT3",
      "sntry",
      "PMAK-",
      "NRAK-",
      "glsa_",
      "glc_",
      "bkua_",
      "CCIPAT_",
      "dt0c01.",
      "sgp_",
      "phx_",
      "ghst_",
    ],
    body: "(?:lin_api_[A-Za-z0-9]{30,}|ntn_[A-Za-z0-9]{30,}|secret_[A-Za-z0-9]{40,}|figd_[A-Za-z0-9_-]{30,}|AT[AC]TT3[A-Za-z0-9_=-]{20,}|sntry[us]_[A-Za-z0-9+/=_]{30,}|PMAK-[a-f0-9-]{30,}|NRAK-[A-Z0-9]{20,}|gls?a?c?_[A-Za-z0-9+/=_]{32,}|bkua_[a-f0-9]{30,}|CCIPAT_[A-Za-z0-9_]{30,}|dt0c01\\.[A-Z0-9]{20,}\\.[A-Z0-9]{40,}|sgp_[a-f0-9_]{40,}|phx_[A-Za-z0-9]{30,})",
    positives: () => [marked("lin_api_", mixed(40)), `jira ${marked("ATATT3", mixed(80))}`],
    negatives: ["secret_manager_client", "glc_render"],
  },
  {
    name: "age-key",
    hint: ["AGE-SECRET-KEY-1"],
    body: "AGE-SECRET-KEY-1[A-Z0-9]{40,}",
    positives: () => [marked("AGE-SECRET-", `KEY-1${"Q7Z".repeat(20)}`)],
    negatives: ["AGE-SECRET-KEY-1 is the prefix"],
  },
  {
    name: "telegram-bot-token",
    hint: [":AA"],
    body: "\\d{8,10}:AA[A-Za-z0-9_-]{32,34}(?![A-Za-z0-9_-])",
    positives: () => [`bot${"".padEnd(0)} ${marked("123456789:", `AA${mixed(33)}`)}`],
    negatives: ["12:AA:BB:CC:DD:EE"],
  },
  {
    name: "jwt",
    hint: ["eyJ"],
    body: "eyJ[A-Za-z0-9_-]{4,}(?:\\.[A-Za-z0-9_-]{4,}){1,4}",
    positives: () => [
      marked("eyJ", `${mixed(20)}.eyJ${mixed(30)}.${mixed(43)}`),
      `t=${marked("eyJ", `${mixed(9)}.${mixed(9)}`)}`,
    ],
    negatives: ["eyJ is base64 of an opening brace", "keyJoin.left.right"],
  },
];

/** Tokens that can be told by their own form, whatever stands around them. */
export const vendorRows: readonly RedactionRow[] = vendors.map(
  ({ name, hint, body, positives, negatives }) => ({
    name,
    hint,
    long: true,
    pattern: token(body),
    positives,
    negatives: () => negatives ?? [],
  }),
);

/** Secrets that only their surroundings tell from a digest. */
export const neighbourRows: readonly RedactionRow[] = [
  {
    // Forty characters of base64 are also half of all content hashes, so only beside a word of the vendor's,
    // and never when they are hexadecimal (RD5, RD10).
    name: "aws-secret-key",
    hint: /AKIA|ASIA|aws/i,
    pattern:
      /(?<![A-Za-z0-9/+=_.-])(?=[A-Za-z0-9/+]{0,39}[A-Z])(?=[A-Za-z0-9/+]{0,39}[a-z])(?=[A-Za-z0-9/+]{0,39}\d)(?!(?:[^/\s]*\/){4})[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+=_-])/g,
    positives: () => [`aws keys: ⟦${mixed(40)}⟧`],
    negatives: () => [
      `aws codecommit ${hex(40)}`,
      `see ${mixed(40)}`,
      "aws docs packages/Core/src/guard/very/Deep/path12/x",
    ],
  },
  {
    name: "incoming-webhook",
    hint: ["hooks.slack.com/", "/api/webhooks/", "webhook.office.com/", "hooks.zapier.com/"],
    pattern:
      /(?:hooks\.slack\.com\/(?:services|workflows|triggers)\/|discord(?:app)?\.com\/api\/webhooks\/\d+\/|webhook\.office\.com\/webhookb2\/|hooks\.zapier\.com\/hooks\/catch\/)(?<secret>[A-Za-z0-9_@/.-]{8,})/g,
    positives: () => [`https://hooks.slack.com/services/⟦T0${hex(8)}/B0${hex(8)}/${mixed(24)}⟧ "x"`],
    negatives: () => ["https://hooks.slack.com/services/", "POST /api/webhooks/ is the route"],
  },
  {
    name: "password-hash",
    hint: ["$2", "$1$", "$5$", "$6$", "$y$", "$argon2"],
    pattern: /\$(?:1|2[abxy]?|5|6|y|argon2(?:id|i|d))\$[A-Za-z0-9./$=,+]{20,}/g,
    positives: () => [`root:⟦$6$${mixed(8)}$${mixed(60)}⟧:19000`],
    negatives: () => ["awk '{print $1$2}'", "cost $5$ or $6$"],
  },
];
