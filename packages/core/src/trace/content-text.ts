import { isRecord, readField, readString, valueText } from "./json-value.ts";

function blockText(block: unknown): string {
  if (typeof block === "string") return block;
  if (!isRecord(block)) return valueText(block);
  const text = readString(block, ["text", "refusal", "input_text", "output_text"]);
  if (text !== undefined) return text;
  const type = readField(block, "type");
  const resource = readString(readField(block, "resource"), ["text"]);
  if (resource !== undefined) return resource;
  if (type === "json") return valueText(readField(block, "json") ?? readField(block, "value"));
  // Reasoning is the model's draft, and media say nothing in words.
  return typeof type === "string" ? (/thinking|reasoning/.test(type) ? "" : `[${type}]`) : valueText(block);
}

/** Message or result content as text: a string, or a list of content blocks in any of the known forms. */
export function contentText(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return valueText(content);
  return content
    .map(blockText)
    .filter((text) => text !== "")
    .join("\n");
}

/** Only the words a person or model said: blocks of other kinds (calls, results, media) are left out. */
export function spokenText(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content
    .map((block: unknown) => {
      if (typeof block === "string") return block;
      const type = readField(block, "type");
      const spoken = type === undefined || /^(?:input_|output_)?text$|^refusal$/.test(String(type));
      return spoken ? (readString(block, ["text", "refusal"]) ?? "") : "";
    })
    .filter((text) => text.trim() !== "")
    .join("\n");
}

/** Whether a list is made of typed content blocks rather than of a tool's own data. */
export function isContentList(value: unknown): value is readonly unknown[] {
  const known =
    /^(?:text|input_text|output_text|image|image_url|audio|resource|resource_link|file|media|image-data|file-data)$/;
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((block: unknown) => known.test(String(readField(block, "type"))))
  );
}
