import { isWellKnownFile } from "../../text/error-signature/error-words.ts";
import { placeholderName } from "../placeholders.ts";

const localUrl = /^[a-z][a-z0-9+.-]*:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?:[:/]|$)/i;
const instanceShapes: readonly RegExp[] = [
  /^[a-z][a-z0-9+.-]*:\/\//i,
  /^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$/,
  /^(?:~|[A-Za-z]:)?[\\/][\w.-]+[\\/]/,
  /^[0-9a-f]{7,64}$|^[0-9a-f]{8}-[0-9a-f-]{27}$/i,
  /^\d{4}-\d{2}-\d{2}/,
  /^\d{5,}$/,
  // An id: letters and at least three digits, as in `inv_20931` and `PAY-177`.
  /^(?=(?:[^\d]*\d){3})(?=.*[A-Za-z])[\w.#/-]{5,}$/,
];
// Sizes, spans of time and versions are settings, however many digits they have.
const settingShape = /^\d+(?:\.\d+)?(?:ms|s|m|h|d|w|k|kb|mb|gb|ki|mi|gi|b|px|%|x)$|^v?\d+(?:\.\d+){1,3}$/i;
const settingField =
  /(?:^|-)(?:port|timeout|limit|size|count|max|min|page|depth|retries|replicas|workers|concurrency|interval|batch|memory|cpu|width|height|quality|level|lines|ttl|days|hours|minutes|seconds)(?:-|$)/;

/** Whether a value is one thing of one run (an id, an address, a date) and no word or setting that holds for every run. */
export function isInstanceValue(value: string): boolean {
  if (settingShape.test(value) || localUrl.test(value)) return false;
  if (isWellKnownFile(value.split("/").at(-1) ?? value) && !/^[/~]/.test(value)) return false;
  return instanceShapes.some((shape) => shape.test(value));
}

/** Whether a field or an option holds a setting, by its name. */
export const isSettingField = (field: string): boolean => settingField.test(placeholderName(field));

const composedField =
  /(?:^|-)(?:message|messages|body|content|contents|text|title|subject|summary|description|comment|comments|notes?|reason|html|markdown)(?:-|$)/;
const longestPlainValue = 80;

/** Whether a value is a text that was written for the task at hand, and will be written anew for the next one. */
export function isComposedText(field: string, value: string): boolean {
  if (value.includes("\n") || value.length > longestPlainValue) return true;
  return composedField.test(placeholderName(field)) && /\s/.test(value.trim());
}

export const isCodeField = (field: string): boolean =>
  /(?:^|-)(?:query|sql|code|script|expression|filter|jq|regex|pattern)(?:-|$)/.test(placeholderName(field));

// An agent may choose these for itself: the next one will choose its own.
const chosenKind =
  /^(?:branch|message|directory|tag|name|title|file|path|script|test-file|text|code)(?:-\d+)?$/;

/** Whether a placeholder of this name stands for what its user chooses. */
export const isChosenKind = (name: string): boolean => chosenKind.test(name);
