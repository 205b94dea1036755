/** Names a call within a run: some servers give one id to several calls. */
export function hintKey(id: string | undefined, occurrence: number): string {
  return occurrence === 0 ? (id ?? "") : `${id ?? ""}#${occurrence + 1}`;
}
