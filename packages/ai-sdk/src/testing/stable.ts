/** Made anew by the SDK in every call: ids it draws, times it takes. */
const changing = new Set([
  "id",
  "timestamp",
  "approvalId",
  "callId",
  "messageId",
  "performance",
  "responseTime",
]);

/** A value as plain data without what changes by itself. Errors keep their name and message. */
export function stable(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value ?? null, (key, inner: unknown) => {
      if (changing.has(key)) return undefined;
      return inner instanceof Error ? { name: inner.name, message: inner.message } : inner;
    }),
  ) as unknown;
}
