/** A call as a prompt shows it: under its id, with what it was given and gave back. */
export interface PromptStep {
  readonly callId: string;
  readonly failed: boolean;
  readonly text: string;
}

/** The recorded data of one name in a prompt; `""` when there is none. */
export function dataNamed(prompt: string, name: string): string {
  const opening = `<recorded_data name="${name}">\n`;
  const start = prompt.indexOf(opening);
  if (start === -1) return "";
  const end = prompt.indexOf("\n</recorded_data>", start);
  return prompt.slice(start + opening.length, end === -1 ? undefined : end);
}

/** The calls of a printed run: a head `[id] turn n, tool: how it ended`, and below it lines further in. */
export function stepsIn(run: string): readonly PromptStep[] {
  return run.split(/^(?=\[[^\]\n]+\] turn \d+)/m).flatMap((text) => {
    const head = /^\[([^\]\n]+)\] turn \d+, [^\n]*?: (failed|[a-z-]+)/.exec(text);
    if (head === null) return [];
    return [{ callId: head[1] ?? "", failed: head[2] === "failed", text }];
  });
}

/** The lines of one section of a note, without their dashes. */
export function sectionLines(note: string, heading: string): readonly string[] {
  const body = note.split(/^## /m).find((part) => part.startsWith(`${heading}\n`)) ?? "";
  return [...body.matchAll(/^- (.+)$/gm)].map(([, line]) => line ?? "");
}
