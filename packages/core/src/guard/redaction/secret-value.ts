import { redactedMark } from "./redaction-row.ts";
import { keyStrength } from "./secret-key.ts";

const placeholder = new RegExp(
  [
    "^$",
    "^<[^<>]*>?$",
    "^\\$(?:[A-Za-z_{(]|\\d|env:)",
    "^%[A-Za-z_]\\w*%?$",
    "^%[sdq]$",
    "^\\{\\{",
    "^\\{[A-Za-z_][\\w.]*\\}?$",
    "^#\\{",
    "^[*xX•.…_-]{2,}$",
    "^\\[?(?:redacted|masked|hidden|removed|filtered|omitted)\\]?$",
    "^my[-_ ](?:api[-_ ])?(?:password|passwd|secret|token|key|credential)s?$",
    "^(?:your|the|some|insert|enter|replace|example|put|add)[-_ ][\\w-]*(?:password|passwd|secret|token|key|credential|here|value|it)",
    "^your[-_ ]",
    "[-_ ](?:here|placeholder)>?$",
    "^placeholder$|^TODO$|^TBD$|^(?:change|replace)[-_ ]?me$",
    "^(?:true|false|null|none|nil|undefined|nan|optional|required|string|str|text|number|int|integer|boolean|bool|bytes|any|unknown|never|object|array|secretstr|varchar.*)\\??;?$",
    "^(?:op|vault|secretref|keyvault|ssm|sm|awssm|gcpsm|doppler)://?",
    "^arn:aws",
    "^/run/secrets/",
    "^!(?:Ref|Sub|vault|secret|GetAtt|ImportValue)\\b",
    "^(?:process\\.env|import\\.meta|os\\.environ|os\\.getenv|env|ENV|Deno\\.env|Bun\\.env|System\\.getenv|std::env|config|settings|secrets|vars?|local|data|module|each|inputs?|steps|github|needs|req|request|res|response|result|body|params?|props|args|argv|options|opts|this|self|ctx|context|user|account|session|state|event|form|values|credentials|creds|auth|cfg|conf|data)(?:\\?\\.|\\.|\\[|->|::)(?:[A-Za-z_\\[\"'$]|$)",
    "^(?:await|new|async|function|typeof|return|lambda)$",
    "^[A-Za-z_$][\\w$.]*\\(",
    "^(?:z|t|v|yup|joi|Joi|Type|S)\\.[a-z]",
  ].join("|"),
  "i",
);

// What prose says after "password:" or "--token".
const proseWords = new Set(
  (
    "inherit write read include omit same-origin disabled enabled default auto custom manual interactive " +
    "a an and any are argument as asks at authentication auth authorization based be been before but by can cannot " +
    "changed check confirmation correct could do does empty error exceeded expected expired expires failed failure " +
    "field file flag for from has have header if in incorrect input invalid is it leaked length limit lookup " +
    "manager may mismatch missing more must needed needs never no not of off ok on only option or parameter please " +
    "prompt protected refresh rejected required reset revoked rotated rotation see set should stays stored that the " +
    "then they this to too type unset use used value verification was we were what when which will with without wrong you your"
  ).split(" "),
);

export interface Candidate {
  readonly key: string;
  readonly value: string;
  readonly quoted: boolean;
  /** True where prose could stand: after a colon or a space rather than after `=`. */
  readonly loose: boolean;
  /** What follows the value on its line. */
  readonly after: string;
}

/** Whether a value under a key is to be masked. */
export function isSecretValue({ key, value, quoted, loose, after }: Candidate): boolean {
  const strength = keyStrength(key);
  if (strength === "none" || value === redactedMark || isPlaceholder(value)) return false;
  if (strength === "likely") return looksLikeToken(value);
  if (/^\d{1,3}$/.test(value) || /^-?\d+\.\d+$/.test(value)) return false;
  const word = value.toLowerCase();
  const generic = /^tokens?$/i.test(key);
  if (/^\d{1,5}$/.test(value) && (generic || /token|session/i.test(key))) return false;
  if (/^(?:old_?)?pwd$/i.test(key) && /^(?:[/~.]|[A-Za-z]:[\\/])/.test(value)) return false;
  if (
    /^pass$/i.test(key) &&
    (/^\d+$/.test(value) || (!quoted && loose && !(/\d/.test(value) && /[a-z]/i.test(value))))
  ) {
    return false;
  }
  if (quoted) return loose && value.includes(" ") ? isSecretPhrase(value) : !(loose && proseWords.has(word));
  if (proseWords.has(word.replace(/[.,;:!?]+$/, ""))) return false;
  if (!loose) return true;
  if (generic && !looksLikeToken(value)) return false;
  const plain = /^\p{L}+$/u.test(value);
  if (plain && /^,?[ \t]+\p{L}/u.test(after)) return false;
  // A bare name that itself names a secret is a variable: `token: accessToken`.
  return !(/^[A-Za-z_$][\w$.]*$/.test(value) && keyStrength(value) === "sure" && !/\d/.test(value));
}

/** Whether a value stands for a secret without being one: a variable, a template, a mask, a type, a call. */
export function isPlaceholder(value: string): boolean {
  return placeholder.test(value) || value.includes("${{") || value.includes(redactedMark);
}

/** Long enough and mixed enough to be no word. */
export function looksLikeToken(value: string): boolean {
  if (value.length < 8 || /\s/.test(value)) return false;
  const digit = /\d/.test(value);
  const letter = /[A-Za-z]/.test(value);
  if (digit && letter) return true;
  return value.length >= 20 && /[a-z]/.test(value) && /[A-Z]/.test(value) && !/[.(]/.test(value);
}

/** A quoted text with spaces: a sentence about secrets is kept, a pass phrase is not. */
function isSecretPhrase(value: string): boolean {
  const words = value.toLowerCase().split(/\s+/);
  const prose = words.filter((word) => proseWords.has(word.replace(/[.,;:!?]+$/, ""))).length;
  return prose === 0 || prose / words.length < 0.2;
}
