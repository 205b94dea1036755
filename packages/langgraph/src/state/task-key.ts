/** Names the message that holds a task: by its id, or its place where it has none, and by what it says. */
export function taskKey(message: unknown, place: number, task: string): string {
  return `${messageId(message) || `#${place}`}:${fingerprint(task)}`;
}

/** `""` for a message without one. */
export function messageId(message: unknown): string {
  const id = typeof message === "object" && message !== null && "id" in message ? message.id : undefined;
  return typeof id === "string" ? id : "";
}

/**
 * Whether two keys name one message although it stands in another place: in a list that was trimmed or has a
 * system message in front. Only messages without an id are named by their place.
 */
export function isMoved(key: string, wanted: string): boolean {
  const [place = "", text] = key.split(":");
  return place.startsWith("#") && wanted.startsWith("#") && text === wanted.split(":")[1];
}

/** FNV-1a of 32 bits: it tells an edited message from the one before, and gives nothing of its text away. */
function fingerprint(text: string): string {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return (hash >>> 0).toString(16).padStart(8, "0");
}
