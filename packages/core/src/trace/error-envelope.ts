import type { JsonObject, JsonValue } from "../types/json.ts";
import { isJsonObject } from "./json-value.ts";

/** Fields that error replies of HTTP and RPC services are made of. An object with other fields is data. */
const envelopeFields = new Set(
  "error errors message msg code status statuscode status_code detail details success ok reason title type instance path timestamp requestid request_id traceid trace_id hint cause name stack documentation_url validationerrors validation_errors data result id jsonrpc iserror is_error method url description error_description error_code errorcode errortype error_type errormessage error_message help".split(
    " ",
  ),
);

function isFilled(value: JsonValue | undefined): boolean {
  if (value === undefined || value === null || value === false || value === 0 || value === "") return false;
  if (Array.isArray(value)) return value.length > 0;
  return typeof value === "object" ? Object.keys(value).length > 0 : true;
}

const isEnvelope = (value: JsonObject): boolean =>
  Object.keys(value).every((key) => envelopeFields.has(key.toLowerCase()));

const isHttpError = (value: JsonValue | undefined): boolean => {
  const code = typeof value === "string" && /^\d{3}$/.test(value) ? Number(value) : value;
  return typeof code === "number" && code >= 400 && code < 600;
};

/** An error that carries its own description: `{ message }`, `{ code, ... }`, or a sentence. */
function describesError(value: JsonValue | undefined): boolean {
  if (value === true) return true;
  if (typeof value === "string")
    return value.trim() !== "" && !/^(?:none|null|false|0|no)$/i.test(value.trim());
  return isFilled(value) && typeof value === "object";
}

/**
 * Whether a structured result is a service's error reply. A record that merely has an `error` column beside
 * its own fields is data; so are `error: null` and an empty list of errors.
 */
export function isErrorEnvelope(value: JsonValue): boolean {
  if (!isJsonObject(value)) return false;
  const flagged = value.isError === true || value.is_error === true || value.error === true;
  if (flagged) return true;
  const failed = value.success === false || value.ok === false;
  if (failed) return true;
  const envelope = isEnvelope(value);
  const hasData = isFilled(value.data) || isFilled(value.result);
  if (!envelope || hasData) return false;
  if (describesError(value.error) || (Array.isArray(value.errors) && value.errors.length > 0)) return true;
  const status = value.status;
  const told =
    isFilled(value.message) || isFilled(value.detail) || isFilled(value.title) || isFilled(value.reason);
  if (typeof status === "string" && /^(?:error|fail(?:ed|ure)?)$/i.test(status))
    return told || "data" in value;
  return told && [status, value.statusCode, value.status_code, value.code].some(isHttpError);
}
