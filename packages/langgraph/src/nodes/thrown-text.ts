const wrapped = /^Error: ([\s\S]*)\n Please fix your mistakes\.$/;

/**
 * What a tool threw, out of the message that ToolNode made of it; `undefined` when it threw nothing. The
 * status of such a message differs between versions, its wording does not.
 */
export function thrownText(output: unknown): string | undefined {
  if (typeof output !== "object" || output === null || !("content" in output)) return undefined;
  if ("status" in output && output.status === "success") return undefined;
  const text = typeof output.content === "string" ? wrapped.exec(output.content)?.[1] : undefined;
  // Without a message it is a hand-off that ToolNode caught: core knows it by the whole text (LG2).
  return text?.trim() === "" ? undefined : text;
}
